import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTab } from '@feira/shell-kit/use-tab';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DisputesTab } from './disputes-tab.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import './refunds.css';
import { DISPUTE_FILTER, REFUND_TABS, readPayment } from './refunds-address.ts';
import { RefundsTab } from './refunds-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';

/** Lists refunds, requests for refunds, and disputes. */
export default function RefundsPage() {
  const { t } = useTranslation('refunds');
  const { search, change } = useAddress();
  const [shown, openTab] = useTab(REFUND_TABS);
  const paymentId = readPayment(search);
  const [done, setDone] = useState('');
  const closeRefund = (message: string) => {
    setDone(message);
    change({ payment: null });
  };
  return (
    <PageFrame
      title={t('title')}
      action={<LinkButton to="/platform/my-sales?status=APPROVED">{t('chooseSale')}</LinkButton>}
    >
      <DoneNote text={done} />
      <TabList
        label={t('title')}
        tabs={REFUND_TABS.map((tab) => ({ key: tab, label: t(`tabs.${tab}`) }))}
        value={shown}
        onOpen={(tab) => {
          setDone('');
          // Its filters are those of all tabs.
          openTab(tab, DISPUTE_FILTER.cleared);
        }}
      />
      <TabPanel tab={shown}>
        {shown === 'refunds' && <RefundsTab onDone={setDone} />}
        {shown === 'requests' && <RequestsTab onDone={setDone} />}
        {shown === 'disputes' && <DisputesTab onDone={setDone} />}
      </TabPanel>
      {paymentId && (
        <RefundDialog
          paymentId={paymentId}
          onDone={() => closeRefund(t('refund.done'))}
          onClose={() => closeRefund('')}
        />
      )}
    </PageFrame>
  );
}
