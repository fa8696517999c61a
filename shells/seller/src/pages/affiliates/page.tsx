import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '../../components/partners/add-texts.ts';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { AFFILIATE_TABS, readTab, writeTab } from './affiliate-tabs.ts';
import { AffiliatesTab } from './affiliates-tab.tsx';
import { ProductsTab } from './products-tab.tsx';

/** Lists the affiliates of the signed-in seller, the open requests, and the terms of the products. */
export default function AffiliatesPage() {
  const { t } = useTranslation('partners');
  const { t: seller } = useTranslation('seller');
  const { search, change } = useAddress();
  const tab = readTab(search);
  const [done, setDone] = useState('');
  return (
    <PageFrame title={seller('affiliates.title')}>
      <DoneNote text={done} />
      <TabList
        label={t('own.tabsLabel')}
        tabs={AFFILIATE_TABS.map((key) => ({ key, label: t(`own.tabs.${key}`) }))}
        value={tab}
        onOpen={(next) => {
          setDone('');
          change({ tab: writeTab(next), after: null, search: null });
        }}
      />
      <TabPanel tab={tab}>
        {tab === 'products' ? <ProductsTab onDone={setDone} /> : <AffiliatesTab status={tab} onDone={setDone} />}
      </TabPanel>
    </PageFrame>
  );
}
