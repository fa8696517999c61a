import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { TabPanel } from '@feira/shell-kit/components/tab-list';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useAddress } from '@feira/shell-kit/use-address';
import { type Controls, useDraft } from '@feira/shell-kit/use-draft';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountTab } from './account-tab.tsx';
import { BannersTab } from './banners-tab.tsx';
import { CUSTOMIZATION, findTab, type Shown, TABS, type Tab, toStored } from './customization-fields.ts';
import { CustomizationTabs } from './customization-tabs.tsx';
import { RedirectionTab } from './redirection-tab.tsx';
import { SignInPreview } from './sign-in-preview.tsx';
import { useCustomizationChange } from './use-customization.ts';
import { VisualsTab } from './visuals-tab.tsx';

export interface TabProps {
  controls: Controls<(typeof CUSTOMIZATION)['fields']>;
  /** Returns the problem of a field by the server's name for it. */
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
  const stored = useMemo(() => toStored(shown), [shown]);
  const change = useCustomizationChange();
  const { error } = change;
  const draft = useDraft({ fields: CUSTOMIZATION, stored, change, say: t });
  const { problems, changes, isTried, isDirty, clear } = draft;
  // The four tabs are one form, so the back button does not undo a change of tab.
  const open = (next: Tab) => changeAddress({ tab: next === 'account' ? null : next }, { isReplaced: true });
  const form = draft.form(async () => {
    const answer = !isDirty || (await change.run(changes));
    if (answer) clear();
    return answer;
  });
  const save = (event: FormEvent) => {
    const tabs = Object.keys(problems).map(findTab);
    if (tabs[0] && !tabs.includes(tab)) open(tabs[0]);
    return form.onSubmit(event);
  };
  const wrong = isTried ? Object.keys(problems) : (error?.details.map(({ field }) => field) ?? []);
  const Panel = PANELS[tab];
  return (
    <form {...form} className="customization" onSubmit={save}>
      <div className="panel customization-tabs">
        <CustomizationTabs tab={tab} wrong={new Set(wrong.map(findTab))} onOpen={open} />
        <TabPanel tab={tab}>
          <div className="form">
            <Panel controls={draft.controls} problemOf={draft.problemOf} />
          </div>
        </TabPanel>
      </div>
      <SignInPreview draft={draft.shown} />
      <div className="customization-save">
        <SaveBar isDirty={isDirty} {...draft.bar} />
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
