import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { AskDialog } from './ask-dialog.tsx';
import { PeopleTab } from './people-tab.tsx';
import { ProviderTab } from './provider-tab.tsx';
import { Review } from './review.tsx';

const TABS = ['people', 'providers'] as const;
/** The filters of one tab mean nothing to the other. */
const NO_FILTER = { state: null, search: null, after: null, person: null };

/** The desk at which the team checks who people are, and sees what providers ask of them. The person under review stands in the address. */
export default function DocumentValidationPage() {
  const { t } = useTranslation(['adminVerification', 'admin']);
  const { search, change } = useAddress();
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState('');
  const tab = TABS.find((one) => one === search.get('tab')) ?? TABS[0];
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
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
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
            onOpen={(next) => change({ ...NO_FILTER, tab: next === TABS[0] ? null : next })}
          />
          <TabPanel tab={tab}>{tab === 'people' ? <PeopleTab onOpen={open} /> : <ProviderTab />}</TabPanel>
        </>
      )}
      {isAsking && <AskDialog onDone={finish} onClose={() => setIsAsking(false)} />}
    </PageFrame>
  );
}
