import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '../../components/partners/add-texts.ts';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { GivenTab } from '../../components/partners/given-tab.tsx';
import { OfferDialog } from '../../components/partners/offer-dialog.tsx';
import { ReceivedTab } from './received-tab.tsx';

const TABS = ['given', 'received'] as const;

/** Lists contracts with co-producers: those a seller offers, and those that were offered to the signed-in person. */
export default function CoProductionPage() {
  const { t } = useTranslation('partners');
  const { t: seller } = useTranslation('seller');
  const { session } = useHost();
  const { search, change } = useAddress();
  const [done, setDone] = useState('');
  const [isOffering, setIsOffering] = useState(false);
  const isSeller = session.roles.includes('seller');
  const tab = isSeller && search.get('tab') !== 'received' ? 'given' : 'received';
  return (
    <PageFrame
      title={seller('coProduction.title')}
      action={
        isSeller && (
          <button type="button" className="button button-primary" onClick={() => setIsOffering(true)}>
            <Icon name="plus" size={18} />
            {t('contracts.offer')}
          </button>
        )
      }
    >
      <DoneNote text={done} />
      {isSeller && (
        <TabList
          label={t('contracts.tabsLabel')}
          tabs={TABS.map((key) => ({ key, label: t(`contracts.tabs.${key}`) }))}
          value={tab}
          onOpen={(next) => {
            setDone('');
            change({ tab: next === 'given' ? null : next, after: null });
          }}
        />
      )}
      {isSeller ? (
        <TabPanel tab={tab}>
          {tab === 'given' ? <GivenTab onDone={setDone} /> : <ReceivedTab onDone={setDone} />}
        </TabPanel>
      ) : (
        <ReceivedTab onDone={setDone} />
      )}
      {isOffering && (
        <OfferDialog
          onDone={() => {
            setIsOffering(false);
            setDone(t('contracts.offered'));
          }}
          onClose={() => setIsOffering(false)}
        />
      )}
    </PageFrame>
  );
}
