import { formatCurrency } from '@feira/schemas/rules/currency';
import { readAmount } from '@feira/shell-kit/amount-text';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { CURRENCY_SYMBOLS } from '@feira/shell-kit/currency-symbols';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type Payer, PayerFields } from './payer-fields.tsx';
import type { RulesPanelProps } from './settings-form.tsx';

/** How money leaves: what it costs, who looks at it first, and how long a new destination waits. */
export function WithdrawalsPanel({ payers, ...panel }: RulesPanelProps & { payers: readonly Payer[] }) {
  const { draft, onChange, problemOf } = panel;
  const { t } = useTranslation('admin');
  const { withdrawals } = draft;
  const set = (part: Partial<typeof withdrawals>) => onChange({ withdrawals: { ...withdrawals, ...part } });
  const amount = (name: 'fee' | 'minimum' | 'automaticUpTo' | 'secondApprovalAbove') => (
    <TextField
      label={t(`settings.withdrawalLabels.${name}`)}
      hint={t(`settings.withdrawalHints.${name}`)}
      prefix={CURRENCY_SYMBOLS[draft.currency]}
      inputMode="decimal"
      value={withdrawals[name]}
      problem={problemOf(`withdrawals.${name}`)}
      onChange={(text) => set({ [name]: text })}
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
          inputMode="numeric"
          value={withdrawals.cooling}
          problem={problemOf('withdrawals.coolingHours')}
          onChange={(cooling) => set({ cooling })}
        />
      </div>
      <Approvals draft={draft} />
      <PayerFields {...panel} payers={payers} />
    </section>
  );
}

/** The two limits as sentences: what happens to a withdrawal of which size. */
function Approvals({ draft }: Pick<RulesPanelProps, 'draft'>) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const automatic = readAmount(draft.withdrawals.automaticUpTo);
  const second = readAmount(draft.withdrawals.secondApprovalAbove);
  if (automatic === null || second === null || automatic > second) return null;
  const limits = {
    automatic: formatCurrency(automatic, draft.currency, locale),
    second: formatCurrency(second, draft.currency, locale),
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
