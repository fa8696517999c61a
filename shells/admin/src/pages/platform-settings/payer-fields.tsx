import type { Output } from '@feira/schemas/procedure';
import type { getSettings } from '@feira/schemas/procedures/settings';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './settings-form.tsx';

export type Payer = Output<typeof getSettings>['payers'][number];
type Method = Payer['methods'][number];

const METHODS: readonly Method[] = ['PIX', 'BANK_ACCOUNT'];

/** Which connection sends the money: one for each way that some connection can send it by. */
export function PayerFields({ payers, ...panel }: RulesPanelProps & { payers: readonly Payer[] }) {
  const { t } = useTranslation('admin');
  const { payers: chosen } = panel.draft;
  const methods = METHODS.filter((method) => chosen[method] || payers.some((payer) => payer.methods.includes(method)));
  return (
    <div className="settings-payers">
      <h3>{t('settings.payers')}</h3>
      <p className="muted">{t(methods.length > 0 ? 'settings.payersHint' : 'settings.payersNone')}</p>
      {methods.length > 0 && (
        <div className="form-grid settings-two">
          {methods.map((method) => (
            <PayerField key={method} {...{ ...panel, payers, method }} />
          ))}
        </div>
      )}
    </div>
  );
}

interface PayerFieldProps extends RulesPanelProps {
  payers: readonly Payer[];
  method: Method;
}

function PayerField({ payers, method, draft, onChange, problemOf }: PayerFieldProps) {
  const { t } = useTranslation('admin');
  const able = payers.filter((payer) => payer.methods.includes(method));
  const chosen = able.find(({ id }) => id === draft.payers[method]);
  const isGone = draft.payers[method] !== '' && !chosen;
  const options = [
    { value: '', label: t('settings.payerOldest') },
    ...able.map(({ id, name, provider, isEnabled }) => ({
      value: id,
      label: t(isEnabled ? 'settings.payerName' : 'settings.payerDisabled', { name, provider }),
    })),
    ...(isGone ? [{ value: draft.payers[method], label: t('settings.payerGone') }] : []),
  ];
  return (
    <div>
      <SelectField
        label={t(`settings.payerLabels.${method}`)}
        options={options}
        value={draft.payers[method]}
        problem={problemOf(`withdrawals.payers.${method}`)}
        onChange={(id) => onChange({ payers: { ...draft.payers, [method]: id } })}
      />
      {(isGone || chosen?.isEnabled === false) && (
        <div className="notice notice-warning" role="status">
          <Icon name="alert" />
          <p>{t('settings.payerWaits')}</p>
        </div>
      )}
    </div>
  );
}
