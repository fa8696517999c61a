import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { Output } from '@feira/schemas/procedure';
import type { getSettings } from '@feira/schemas/procedures/settings';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnticipationPanel } from './anticipation-panel.tsx';
import { ChargesPanel } from './charges-panel.tsx';
import { CustodyPanel } from './custody-panel.tsx';
import { DisputesPanel } from './disputes-panel.tsx';
import { InstallmentsPanel } from './installments-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { RegistrationPanel } from './registration-panel.tsx';
import { findChanges, type Rules, type RulesDraft, readDraft, toDraft } from './rules-draft.ts';
import { useRulesChange } from './use-settings.ts';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

export interface RulesPanelProps {
  draft: RulesDraft;
  onChange: (changes: Partial<RulesDraft>) => void;
  /** What is wrong with a field, named as the server names it. */
  problemOf: (field: string) => string | undefined;
}

export function SettingsForm({ settings, payers }: Pick<Output<typeof getSettings>, 'settings' | 'payers'>) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const current: Rules = useMemo(() => ({ ...DEFAULT_PLATFORM_SETTINGS, ...settings }), [settings]);
  const [edited, setEdited] = useState<RulesDraft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, isDone, reset } = useRulesChange();
  const form = useRef<HTMLFormElement>(null);
  const draft = edited ?? toDraft(current, locale);
  const { rules, problems } = readDraft(draft, current);
  const changes = findChanges(rules, current);
  const problemCount = Object.keys(problems).length;
  const isDirty = edited !== null && (problemCount > 0 || Object.keys(changes).length > 0);

  const problemOf = (field: string) => {
    const problem = isTried ? problems[field] : undefined;
    return problem ? t(problem) : findFieldProblem(error, field);
  };
  const change = (part: Partial<RulesDraft>) => {
    if (isDone || error) reset();
    setEdited({ ...draft, ...part });
  };
  const discard = () => {
    setEdited(null);
    setIsTried(false);
    reset();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isDirty) return;
    setIsTried(true);
    if (problemCount === 0 && (await run(changes))) {
      setEdited(null);
      setIsTried(false);
    } else focusFirstProblem(form.current);
  };
  const panel: RulesPanelProps = { draft, onChange: change, problemOf };
  return (
    <form ref={form} className="settings-panels" noValidate onSubmit={save}>
      <PaymentPanel {...panel} />
      <InstallmentsPanel {...panel} />
      <ChargesPanel {...panel} />
      <CustodyPanel {...panel} />
      <WithdrawalsPanel {...panel} payers={payers} />
      <AnticipationPanel {...panel} />
      <DisputesPanel {...panel} />
      <RegistrationPanel {...panel} />
      <SaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        isSaved={isDone}
        problemCount={isTried ? problemCount : 0}
        error={error}
        onDiscard={discard}
      />
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
