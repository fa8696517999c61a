import { MOST_DELIVERY_OPTIONS } from '@feira/schemas/entities/delivery-option';
import { AmountField } from '@feira/shell-kit/components/amount-field';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_OPTION } from './offer-fields.ts';
import { QuotedFreight, useFreightConnections } from './quoted-freight.tsx';
import type { OfferDraft } from './use-offer-draft.ts';

/** Edits the delivery fares: one for all, or a choice of several. */
export function DeliveryPanel({ controls, shown, problemOf }: OfferDraft) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const id = useId();
  const connections = useFreightConnections();
  const { value: options, onChange } = controls.deliveryOptions;
  const change = (index: number, part: Partial<(typeof options)[number]>) =>
    onChange(
      options.map((option, other) => {
        if (other === index) return { ...option, ...part };
        // Buyers find one option chosen, so choosing it leaves no other.
        return part.preSelected ? { ...option, preSelected: false } : option;
      }),
    );
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('groups.delivery')}</h2>
      <div className="form-grid">
        <AmountField
          label={t('delivery.fixed')}
          currency={shown.coin}
          hint={t('delivery.fixedHint')}
          {...controls.fretePrice}
        />
      </div>
      {options.map((option, index) => (
        <fieldset key={option.id ?? index} className="form-group offer-delivery">
          <legend>{t('delivery.option', { number: index + 1 })}</legend>
          <div className="form-grid">
            <TextField
              label={t('delivery.name')}
              placeholder={t('delivery.nameExample')}
              {...DELIVERY_OPTION.fields.description.control}
              value={option.description}
              problem={problemOf(`deliveryOptions.${index}.description`)}
              onChange={(description) => change(index, { description })}
            />
            <TextField
              label={t('delivery.time')}
              placeholder={t('delivery.timeExample')}
              {...DELIVERY_OPTION.fields.deliveryTime.control}
              value={option.deliveryTime}
              problem={problemOf(`deliveryOptions.${index}.deliveryTime`)}
              onChange={(deliveryTime) => change(index, { deliveryTime })}
            />
            <AmountField
              label={t('delivery.fare')}
              name={`fare-${index}`}
              currency={shown.coin}
              hint={t('delivery.fareHint')}
              value={option.fareAmount}
              problem={problemOf(`deliveryOptions.${index}.fareAmount`)}
              onChange={(fareAmount) => change(index, { fareAmount })}
            />
          </div>
          {(connections.length > 0 || option.quotedBy !== null) && (
            <QuotedFreight
              option={option}
              connections={connections}
              currency={shown.coin}
              problemOf={(name) => problemOf(`deliveryOptions.${index}.${name}`)}
              onChange={(part) => change(index, part)}
            />
          )}
          <div className="offer-delivery-foot">
            <CheckField
              label={t('delivery.preSelected')}
              isChecked={option.preSelected}
              onChange={(preSelected) => change(index, { preSelected })}
            />
            <button
              type="button"
              className="button"
              aria-label={t('delivery.removeOf', { number: index + 1 })}
              onClick={() => onChange(options.filter((_, other) => other !== index))}
            >
              <Icon name="trash" size={18} />
              {t('delivery.remove')}
            </button>
          </div>
        </fieldset>
      ))}
      {options.length < MOST_DELIVERY_OPTIONS && (
        <div>
          <button
            type="button"
            className="button"
            onClick={() =>
              onChange([...options, { ...DELIVERY_OPTION.show(undefined, locale), preSelected: options.length === 0 }])
            }
          >
            <Icon name="plus" size={18} />
            {t('delivery.add')}
          </button>
        </div>
      )}
    </section>
  );
}
