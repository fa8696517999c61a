import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DisputesTab } from './disputes-tab.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import './refunds.css';
import { NO_FILTER, REFUND_TABS, readShown } from './refunds-address.ts';
import { RefundsTab } from './refunds-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';

/** Lists refunds, requests for refunds, and disputes. */
export default function RefundsPage() {
  const { t } = useTranslation('refunds');
  const { search, change } = useAddress();
  const shown = readShown(search);
  const [done, setDone] = useState('');
  const changeShown = (changes: AddressChange, isReplaced = false) => {
    setDone('');
    change({ after: null, ...changes }, { isReplaced });
  };
  return (
    <PageFrame
      title={t('title')}
      action={<LinkButton to="/platform/my-sales?status=APPROVED">{t('chooseSale')}</LinkButton>}
    >
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
      <TabList
        label={t('title')}
        tabs={REFUND_TABS.map((tab) => ({ key: tab, label: t(`tabs.${tab}`) }))}
        value={shown.tab}
        onOpen={(tab) => changeShown({ ...NO_FILTER, tab: tab === REFUND_TABS[0] ? null : tab })}
      />
      <TabPanel tab={shown.tab}>
        {shown.tab === 'refunds' && <RefundsTab shown={shown} onChange={changeShown} />}
        {shown.tab === 'requests' && <RequestsTab shown={shown} onChange={changeShown} onDone={setDone} />}
        {shown.tab === 'disputes' && <DisputesTab shown={shown} onChange={changeShown} onDone={setDone} />}
      </TabPanel>
      {shown.paymentId && (
        <RefundDialog
          paymentId={shown.paymentId}
          onDone={() => {
            changeShown({ payment: null });
            setDone(t('refund.done'));
          }}
          onClose={() => changeShown({ payment: null })}
        />
      )}
    </PageFrame>
  );
}
