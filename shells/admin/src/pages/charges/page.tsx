import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/money/add-texts.ts';
import { usePermission } from '../../components/use-permission.ts';
import './charges.css';
import { DisputesTab } from './disputes-tab.tsx';
import { ParkedTab } from './parked-tab.tsx';
import { RefundsTab } from './refunds-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';

const TABS = ['disputes', 'refunds', 'requests', 'parked'] as const;

/** Shows disputes, refunds, what buyers ask for, and charges without an answer. The permissions of the administrator decide which. */
export default function ChargesPage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const can = usePermission();
  const { search, change } = useAddress();
  const [isActing, setIsActing] = useState(false);
  const tabs = TABS.filter((tab) => can(tab === 'disputes' ? 'isChargesAvailable' : 'isSalesAvailable'));
  const shown = tabs.find((tab) => tab === search.get('tab')) ?? tabs[0] ?? 'disputes';
  // The page of a sale leads here with its payment, to open a case or to refund it.
  const actOn = (parameter: 'case' | 'payment') => {
    const paymentId = search.get(parameter);
    return {
      isActing: isActing || paymentId !== null,
      paymentId,
      onClose: () => {
        setIsActing(false);
        if (paymentId !== null) change({ [parameter]: null }, { isReplaced: true });
      },
    };
  };
  const content = {
    disputes: <DisputesTab {...actOn('case')} />,
    refunds: <RefundsTab {...actOn('payment')} />,
    requests: <RequestsTab />,
    parked: <ParkedTab />,
  }[shown];
  return (
    <PageFrame
      title={t('admin:charges.title')}
      action={
        (shown === 'disputes' || shown === 'refunds') && (
          <button type="button" className="button button-primary" onClick={() => setIsActing(true)}>
            <Icon name={shown === 'disputes' ? 'plus' : 'refund'} size={18} />
            {t(shown === 'disputes' ? 'cases.open' : 'refunds.dialogTitle')}
          </button>
        )
      }
    >
      {tabs.length === 1 ? (
        <DialogEntry value={!search.has('case')}>{content}</DialogEntry>
      ) : (
        <>
          <TabList
            label={t('admin:charges.title')}
            tabs={tabs.map((key) => ({ key, label: t(`returns.${key}`) }))}
            value={shown}
            onOpen={(tab) =>
              change({
                tab: tab === 'disputes' ? null : tab,
                payment: null,
                case: null,
                open: null,
                state: null,
                kind: null,
                search: null,
                after: null,
                period: null,
                from: null,
                to: null,
              })
            }
          />
          <TabPanel tab={shown}>
            <div className="charges-tab">
              <DialogEntry value={!search.has('case') && !search.has('payment')}>{content}</DialogEntry>
            </div>
          </TabPanel>
        </>
      )}
    </PageFrame>
  );
}
