import type { Output } from '@feira/schemas/procedure';
import type { getSettings } from '@feira/schemas/procedures/settings';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

export type Payer = Output<typeof getSettings>['payers'][number];
type Method = Payer['methods'][number];

const METHODS: readonly Method[] = ['PIX', 'BANK_ACCOUNT'];

/** Chooses the paying connection of each way to send money. */
export function PayerFields({ payers, ...panel }: RulesPanelProps & { payers: readonly Payer[] }) {
  const { t } = useTranslation('admin');
  const chosen = panel.shown.withdrawals.payers;
  const methods = METHODS.filter((method) => chosen[method] || payers.some((payer) => payer.methods.includes(method)));
  return (
    <div className="settings-payers">
      <h3>{t('settings.payers')}</h3>
      <p className="muted">{t(methods.length > 0 ? 'settings.payersHint' : 'settings.payersNone')}</p>
      {methods.length > 0 && (
        <div className="form-grid settings-two">
          {methods.map((method) => (
            <PayerField key={method} {...panel} payers={payers} method={method} />
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

function PayerField({ payers, method, controls }: PayerFieldProps) {
  const { t } = useTranslation('admin');
  const control = controls.withdrawals.payers[method];
  const able = payers.filter((payer) => payer.methods.includes(method));
  const chosen = able.find(({ id }) => id === control.value);
  const isGone = control.value !== '' && !chosen;
  const options = [
    { value: '', label: t('settings.payerOldest') },
    ...able.map(({ id, name, provider, isEnabled }) => ({
      value: id,
      label: t(isEnabled ? 'settings.payerName' : 'settings.payerDisabled', { name, provider }),
    })),
    ...(isGone ? [{ value: control.value, label: t('settings.payerGone') }] : []),
  ];
  return (
    <div>
      <SelectField label={t(`settings.payerLabels.${method}`)} options={options} {...control} />
      {(isGone || chosen?.isEnabled === false) && (
        <div className="notice notice-warning" role="status">
          <Icon name="alert" />
          <p>{t('settings.payerWaits')}</p>
        </div>
      )}
    </div>
  );
}
