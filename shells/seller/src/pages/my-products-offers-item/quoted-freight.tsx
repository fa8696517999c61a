import type { Currency } from '@feira/schemas/common';
import { list as listIntegrations } from '@feira/schemas/procedures/integrations';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import type { ShownOf } from '@feira/shell-kit/fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { type DELIVERY_OPTION, FALLBACK } from './offer-fields.ts';

const MOST_ROWS = 40;

type Option = ShownOf<typeof DELIVERY_OPTION>;
interface Connection {
  id: string;
  name: string;
}

/** Returns the seller's connections that quote freight. */
export function useFreightConnections(): Connection[] {
  const { data } = useProcedureQuery(listIntegrations, { kind: 'SELLER' });
  const quoting = new Set(data?.catalogue.filter(({ category }) => category === 'FREIGHT').map(({ id }) => id));
  return (data?.connections ?? []).filter(({ integration }) => quoting.has(integration));
}

interface Props {
  option: Option;
  connections: Connection[];
  currency: Currency;
  problemOf: (name: string) => string | undefined;
  onChange: (part: Partial<Option>) => void;
}

/** Chooses the connection that quotes an option, and edits the fares that hold where it gives no answer. */
export function QuotedFreight({ option, connections, currency, problemOf, onChange }: Props) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const { quotedBy, fallback } = option;
  const isGone = quotedBy !== null && !connections.some(({ id }) => id === quotedBy);
  const changeRow = (index: number, part: Partial<(typeof fallback)[number]>) =>
    onChange({ fallback: fallback.map((row, other) => (other === index ? { ...row, ...part } : row)) });
  return (
    <>
      <div className="form-grid">
        <SelectField
          label={t('delivery.quotedBy')}
          hint={quotedBy === null ? undefined : t('delivery.quotedHint')}
          problem={problemOf('quotedBy')}
          options={[
            { value: '', label: t('delivery.notQuoted') },
            ...connections.map(({ id, name }) => ({ value: id, label: name })),
            ...(isGone ? [{ value: quotedBy, label: t('delivery.connectionGone') }] : []),
          ]}
          value={quotedBy ?? ''}
          onChange={(id) => onChange({ quotedBy: id || null })}
        />
        {quotedBy !== null && (
          <AmountField
            label={t('delivery.freeFrom')}
            hint={t('delivery.freeFromHint')}
            currency={currency}
            value={option.freeFrom}
            problem={problemOf('freeFrom')}
            onChange={(freeFrom) => onChange({ freeFrom })}
          />
        )}
      </div>
      {quotedBy !== null && (
        <div className="form">
          <span className="form-hint">{t('delivery.tableHint')}</span>
          {fallback.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id.
            <div className="form-grid" key={index}>
              <TextField
                label={t('delivery.place')}
                placeholder={t('delivery.placeExample')}
                value={row.place}
                problem={problemOf(`fallback.${index}.place`)}
                onChange={(place) => changeRow(index, { place })}
              />
              <AmountField
                label={t('delivery.fare')}
                name={`fallback-${index}`}
                currency={currency}
                value={row.fareAmount}
                problem={problemOf(`fallback.${index}.fareAmount`)}
                onChange={(fareAmount) => changeRow(index, { fareAmount })}
              />
              <TextField
                label={t('delivery.time')}
                placeholder={t('delivery.timeExample')}
                value={row.deliveryTime}
                onChange={(deliveryTime) => changeRow(index, { deliveryTime })}
              />
              <button
                type="button"
                className="button"
                aria-label={t('delivery.removePlace', { number: index + 1 })}
                onClick={() => onChange({ fallback: fallback.filter((_, other) => other !== index) })}
              >
                <Icon name="trash" size={18} />
                {t('delivery.remove')}
              </button>
            </div>
          ))}
          {fallback.length < MOST_ROWS && (
            <div>
              <button
                type="button"
                className="button"
                onClick={() => onChange({ fallback: [...fallback, FALLBACK.show(undefined, locale)] })}
              >
                <Icon name="plus" size={18} />
                {t('delivery.addPlace')}
              </button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
