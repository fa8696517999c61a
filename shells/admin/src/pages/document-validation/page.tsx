import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTab } from '@feira/shell-kit/use-tab';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { AskDialog } from './ask-dialog.tsx';
import { PeopleTab } from './people-tab.tsx';
import { ProviderTab } from './provider-tab.tsx';
import { Review } from './review.tsx';

const TABS = ['people', 'providers'] as const;

/** The desk at which the team checks who people are, and sees what providers ask of them. The person under review stands in the address. */
export default function DocumentValidationPage() {
  const { t } = useTranslation(['adminVerification', 'admin']);
  const { search, change } = useAddress();
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState('');
  const [tab, openTab] = useTab(TABS);
  const personId = search.get('person');
  const open = (id: string | null) => {
    setDone('');
    change({ person: id });
  };
  const finish = (message: string) => {
    setIsAsking(false);
    if (personId) change({ person: null });
    setDone(message);
  };
  return (
    <PageFrame
      title={t('admin:documentValidation')}
      action={
        !personId && (
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {t('ask')}
          </button>
        )
      }
    >
      <DoneNote text={done} />
      {personId ? (
        <Review key={personId} personId={personId} onDone={finish} onClose={() => open(null)} />
      ) : (
        <>
          <TabList
            label={t('admin:documentValidation')}
            tabs={[
              { key: 'people', label: t('people') },
              { key: 'providers', label: t('provider.tab') },
            ]}
            value={tab}
            // The filters of one tab mean nothing to the other.
            onOpen={(next) => openTab(next, { state: null, search: null })}
          />
          <TabPanel tab={tab}>{tab === 'people' ? <PeopleTab onOpen={open} /> : <ProviderTab />}</TabPanel>
        </>
      )}
      {isAsking && <AskDialog onDone={finish} onClose={() => setIsAsking(false)} />}
    </PageFrame>
  );
}
