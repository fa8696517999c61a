import { formatCurrency } from '@feira/schemas/rules/currency';
import { readAmount } from '@feira/shell-kit/amount-text';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type Payer, PayerFields } from './payer-fields.tsx';
import type { RulesPanelProps } from './rules-panel.ts';

/** Sets the fee and the review of withdrawals, and the waiting time of a new destination. */
export function WithdrawalsPanel({ payers, ...panel }: RulesPanelProps & { payers: readonly Payer[] }) {
  const { controls, shown } = panel;
  const { t } = useTranslation('admin');
  const { withdrawals } = controls;
  const amount = (name: 'fee' | 'minimum' | 'automaticUpTo' | 'secondApprovalAbove') => (
    <TextField
      label={t(`settings.withdrawalLabels.${name}`)}
      hint={t(`settings.withdrawalHints.${name}`)}
      prefix={CURRENCY_SYMBOLS[shown.currency]}
      {...withdrawals[name]}
    />
  );
  return (
    <section className="panel form" aria-labelledby="settings-withdrawals">
      <h2 id="settings-withdrawals">{t('settings.withdrawals')}</h2>
      <p className="muted">{t('settings.withdrawalsHint')}</p>
      <div className="form-grid settings-two">
        {amount('fee')}
        {amount('minimum')}
        {amount('automaticUpTo')}
        {amount('secondApprovalAbove')}
        <TextField
          label={t('settings.withdrawalLabels.coolingHours')}
          hint={t('settings.withdrawalHints.coolingHours')}
          suffix={t('settings.units.hours')}
          {...withdrawals.coolingHours}
        />
      </div>
      <Approvals shown={shown} />
      <PayerFields {...panel} payers={payers} />
      <CheckField
        isSwitch
        label={t('settings.withdrawalLabels.believesEvents')}
        hint={t('settings.withdrawalHints.believesEvents')}
        {...withdrawals.believesEvents}
      />
    </section>
  );
}

/** Explains the two limits: which review a withdrawal of which size needs. */
function Approvals({ shown }: Pick<RulesPanelProps, 'shown'>) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const automatic = readAmount(shown.withdrawals.automaticUpTo);
  const second = readAmount(shown.withdrawals.secondApprovalAbove);
  if (automatic === null || second === null || automatic > second) return null;
  const limits = {
    automatic: formatCurrency(automatic, shown.currency, locale),
    second: formatCurrency(second, shown.currency, locale),
  };
  return (
    <div className="notice notice-info settings-sentences">
      <p>
        <strong>{t('settings.approvals')}</strong>
        {automatic > 0 && <span>{t('settings.approvalNone', limits)}</span>}
        {second > automatic && (
          <span>{t(automatic > 0 ? 'settings.approvalOneBetween' : 'settings.approvalOne', limits)}</span>
        )}
        <span>{t(second > 0 ? 'settings.approvalTwo' : 'settings.approvalTwoAll', limits)}</span>
      </p>
    </div>
  );
}
