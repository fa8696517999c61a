import { DEFAULT_PLATFORM_SETTINGS, MONEY_RULES } from '@feira/schemas/platform';
import type { Output } from '@feira/schemas/procedure';
import type { getSettings } from '@feira/schemas/procedures/settings';
import { AUDIT_FIELDS, AUDIT_TITLES } from '@feira/schemas/rules/audit-fields';
import { ProposedNotice } from '@feira/shell-desk/money-rules/proposed-notice.tsx';
import { RulesReview } from '@feira/shell-desk/money-rules/rules-review.tsx';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useHost } from '@feira/shell-kit/host-context';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AnticipationPanel } from './anticipation-panel.tsx';
import { CardLimitsPanel } from './card-limits-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { ChargesPanel } from './charges-panel.tsx';
import { CustodyPanel } from './custody-panel.tsx';
import { DisputesPanel } from './disputes-panel.tsx';
import { DunningPanel } from './dunning-panel.tsx';
import { InstallmentsPanel } from './installments-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';
import { RegistrationPanel } from './registration-panel.tsx';
import { RULES, type Rules } from './rules-fields.ts';
import type { RulesPanelProps } from './rules-panel.ts';
import { useRulesChange } from './use-settings.ts';
import { VerificationPanel } from './verification-panel.tsx';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

type SettingsFormProps = Pick<Output<typeof getSettings>, 'settings' | 'payers' | 'expiryLimits' | 'version'> & {
  reload: () => Promise<{ data?: Pick<Output<typeof getSettings>, 'settings' | 'version'> | undefined }>;
};

const toRecord = ({
  settings,
  version,
}: Pick<Output<typeof getSettings>, 'settings' | 'version'>): Rules & { version: number } => ({
  ...DEFAULT_PLATFORM_SETTINGS,
  ...settings,
  version,
});

const toProposal = (id: string) => `/admin-root/money-rules?proposal=${id}`;

export function SettingsForm({ settings, payers, expiryLimits, version: read, reload }: SettingsFormProps) {
  const { t } = useTranslation('admin');
  const record = useMemo(() => toRecord({ settings, version: read }), [settings, read]);
  const { locale } = useHost();
  const proposing = useRulesChange(() => clear());
  const { controls, shown, problemOf, changes, isDirty, version, conflict, clear, form, bar } = useVersionedDraft({
    fields: RULES,
    record,
    change: proposing.change,
    say: t,
    reload: async () => {
      const { data } = await reload();
      return { data: data && toRecord(data) };
    },
  });
  const labelOf = (name: string) =>
    nameConflict(conflict, name, (AUDIT_FIELDS[name] ?? AUDIT_TITLES[name])?.[locale] ?? name);
  const save = async () => {
    if (!isDirty) return true;
    const isAboutMoney = MONEY_RULES.some((rule) => rule in changes);
    return isAboutMoney ? proposing.review({ ...changes, version }) : proposing.send({ ...changes, version });
  };
  const panel: RulesPanelProps = { controls, shown, problemOf };
  return (
    <>
      <form {...form(save)} className="settings-panels">
        <PaymentPanel {...panel} expiryLimits={expiryLimits} />
        <InstallmentsPanel {...panel} />
        <ChargesPanel {...panel} />
        <CustodyPanel {...panel} />
        <WithdrawalsPanel {...panel} payers={payers} />
        <AnticipationPanel {...panel} />
        <CardLimitsPanel {...panel} />
        <DisputesPanel {...panel} />
        <PrivacyPanel {...panel} />
        <VerificationPanel {...panel} />
        <DunningPanel {...panel} />
        <RegistrationPanel {...panel} />
        <ChangesPanel {...panel} />
        <ProposedNotice outcome={proposing.outcome} toPage={toProposal} />
        <ConflictNotice conflict={conflict} labelOf={labelOf} />
        <SaveBar isDirty={isDirty} {...bar} />
        <UnsavedGuard isDirty={isDirty} />
      </form>
      <RulesReview review={proposing.dialog} kind="SETTINGS" currency={record.currency} />
    </>
  );
}
