import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { TabPanel } from '@feira/shell-kit/components/tab-list';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useAddress } from '@feira/shell-kit/use-address';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountTab } from './account-tab.tsx';
import { BannersTab } from './banners-tab.tsx';
import {
  type CustomizationDraft,
  findChanges,
  findProblems,
  findTab,
  readDraft,
  type Shown,
  TABS,
  type Tab,
  toDraft,
} from './customization-draft.ts';
import { CustomizationTabs } from './customization-tabs.tsx';
import { RedirectionTab } from './redirection-tab.tsx';
import { SignInPreview } from './sign-in-preview.tsx';
import { useCustomizationChange } from './use-customization.ts';
import { VisualsTab } from './visuals-tab.tsx';

export interface TabProps {
  draft: CustomizationDraft;
  onChange: (changes: Partial<CustomizationDraft>) => void;
  /** What is wrong with a field, named as the server names it. */
  problemOf: (field: string) => string | undefined;
}

const PANELS: Record<Tab, (props: TabProps) => React.ReactNode> = {
  account: AccountTab,
  visuals: VisualsTab,
  redirection: RedirectionTab,
  banners: BannersTab,
};

export function CustomizationForm({ shown }: { shown: Shown }) {
  const { t } = useTranslation('admin');
  const { search, change: changeAddress } = useAddress();
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'account';
  const saved = useMemo(() => toDraft(shown), [shown]);
  const [edited, setEdited] = useState<CustomizationDraft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, isDone, reset } = useCustomizationChange();
  const form = useRef<HTMLFormElement>(null);
  const draft = edited ?? saved;
  const input = readDraft(draft);
  const problems = findProblems(input);
  const changes = findChanges(input, shown);
  const isDirty = edited !== null && Object.keys(changes).length > 0;

  // One form on four tabs: changing between them is no step that going back should undo.
  const open = (next: Tab) => changeAddress({ tab: next === 'account' ? null : next }, { isReplaced: true });
  const change = (part: Partial<CustomizationDraft>) => {
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
    const [first] = Object.keys(problems);
    if (!first && (await run(changes))) return discardAfterSaving();
    if (first && !Object.keys(problems).some((field) => findTab(field) === tab)) open(findTab(first));
    focusFirstProblem(form.current);
  };
  const discardAfterSaving = () => {
    setEdited(null);
    setIsTried(false);
  };
  const problemOf = (field: string) => {
    const problem = isTried ? problems[field] : undefined;
    return problem ? t(problem) : findFieldProblem(error, field);
  };
  const wrong = isTried ? Object.keys(problems) : (error?.details.map(({ field }) => field) ?? []);
  const Panel = PANELS[tab];
  return (
    <form ref={form} className="customization" noValidate onSubmit={save}>
      <div className="panel customization-tabs">
        <CustomizationTabs tab={tab} wrong={new Set(wrong.map(findTab))} onOpen={open} />
        <TabPanel tab={tab}>
          <div className="form">
            <Panel draft={draft} onChange={change} problemOf={problemOf} />
          </div>
        </TabPanel>
      </div>
      <SignInPreview draft={draft} />
      <div className="customization-save">
        <SaveBar
          isDirty={isDirty}
          isBusy={isBusy}
          isSaved={isDone}
          problemCount={isTried ? Object.keys(problems).length : 0}
          error={error}
          onDiscard={discard}
        />
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
