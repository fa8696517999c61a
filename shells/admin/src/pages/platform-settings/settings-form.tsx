import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { Output } from '@feira/schemas/procedure';
import type { getSettings } from '@feira/schemas/procedures/settings';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import type { ShownOf } from '@feira/shell-kit/fields';
import { type Controls, useDraft } from '@feira/shell-kit/use-draft';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AnticipationPanel } from './anticipation-panel.tsx';
import { ChargesPanel } from './charges-panel.tsx';
import { CustodyPanel } from './custody-panel.tsx';
import { DisputesPanel } from './disputes-panel.tsx';
import { DunningPanel } from './dunning-panel.tsx';
import { InstallmentsPanel } from './installments-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { RegistrationPanel } from './registration-panel.tsx';
import { RULES, type Rules } from './rules-fields.ts';
import { useRulesChange } from './use-settings.ts';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

export interface RulesPanelProps {
  controls: Controls<(typeof RULES)['fields']>;
  /** The values that the form shows. */
  shown: ShownOf<typeof RULES>;
  /** Returns the problem of a field by the server's name for it. */
  problemOf: (field: string) => string | undefined;
}

type SettingsFormProps = Pick<Output<typeof getSettings>, 'settings' | 'payers' | 'expiryLimits'>;

export function SettingsForm({ settings, payers, expiryLimits }: SettingsFormProps) {
  const { t } = useTranslation('admin');
  const current: Rules = useMemo(() => ({ ...DEFAULT_PLATFORM_SETTINGS, ...settings }), [settings]);
  const change = useRulesChange();
  const { controls, shown, problemOf, changes, isDirty, clear, form, bar } = useDraft({
    fields: RULES,
    stored: current,
    change,
    say: t,
  });
  const save = async () => {
    const answer = !isDirty || (await change.run(changes));
    if (answer) clear();
    return answer;
  };
  const panel: RulesPanelProps = { controls, shown, problemOf };
  return (
    <form {...form(save)} className="settings-panels">
      <PaymentPanel {...panel} expiryLimits={expiryLimits} />
      <InstallmentsPanel {...panel} />
      <ChargesPanel {...panel} />
      <CustodyPanel {...panel} />
      <WithdrawalsPanel {...panel} payers={payers} />
      <AnticipationPanel {...panel} />
      <DisputesPanel {...panel} />
      <DunningPanel {...panel} />
      <RegistrationPanel {...panel} />
      <SaveBar isDirty={isDirty} {...bar} />
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
