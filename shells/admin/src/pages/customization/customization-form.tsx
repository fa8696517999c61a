import { AUDIT_FIELDS, AUDIT_TITLES } from '@feira/schemas/rules/audit-fields';
import { ConflictNotice, nameConflict } from '@feira/shell-kit/components/conflict-notice';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { TabPanel } from '@feira/shell-kit/components/tab-list';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountTab } from './account-tab.tsx';
import { BannersTab } from './banners-tab.tsx';
import { CUSTOMIZATION, findTab, type Shown, TABS, type Tab, toStored } from './customization-fields.ts';
import { CustomizationTabs } from './customization-tabs.tsx';
import { RedirectionTab } from './redirection-tab.tsx';
import { SignInPreview } from './sign-in-preview.tsx';
import type { TabProps } from './tab-props.ts';
import { useCustomizationChange } from './use-customization.ts';
import { VisualsTab } from './visuals-tab.tsx';

const toRecord = (shown: Read) => ({ ...toStored(shown), version: shown.version });

const PANELS: Record<Tab, (props: TabProps) => React.ReactNode> = {
  account: AccountTab,
  visuals: VisualsTab,
  redirection: RedirectionTab,
  banners: BannersTab,
};

type Read = Shown & { version: number };

interface CustomizationFormProps {
  shown: Read;
  reload: () => Promise<{ data?: Read | undefined }>;
}

export function CustomizationForm({ shown, reload }: CustomizationFormProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const { search, change: changeAddress } = useAddress();
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'account';
  const record = useMemo(() => toRecord(shown), [shown]);
  const change = useCustomizationChange();
  const { error } = change;
  const draft = useVersionedDraft({
    fields: CUSTOMIZATION,
    record,
    change,
    say: t,
    reload: async () => {
      const { data } = await reload();
      return { data: data && toRecord(data) };
    },
  });
  const { problems, changes, isTried, isDirty, version, conflict, clear } = draft;
  // The four tabs are one form, so the back button does not undo a change of tab.
  const open = (next: Tab) => changeAddress({ tab: next === 'account' ? null : next }, { isReplaced: true });
  const form = draft.form(async () => {
    const answer = !isDirty || (await change.run({ ...changes, version }));
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
        <ConflictNotice
          conflict={conflict}
          labelOf={(name) => nameConflict(conflict, name, (AUDIT_TITLES[name] ?? AUDIT_FIELDS[name])?.[locale] ?? name)}
        />
        <SaveBar isDirty={isDirty} {...draft.bar} />
      </div>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
