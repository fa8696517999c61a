import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import './abandoned-cart.css';
import './add-texts.ts';
import { CartsTab } from './carts-tab.tsx';
import { RecoveryTab } from './recovery-tab.tsx';
import { UpliftTab } from './uplift-tab.tsx';

const TABS = ['carts', 'recovery', 'uplift'] as const;

/** Lists the carts that buyers left, and says how they are recovered and what that brings. */
export default function AbandonedCartPage() {
  const { t } = useTranslation('carts');
  const { search, change } = useAddress();
  const tab = TABS.find((one) => one === search.get('tab')) ?? TABS[0];
  return (
    <PageFrame title={t('title')}>
      <TabList
        label={t('title')}
        tabs={TABS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={tab}
        onOpen={(key) => change({ tab: key === TABS[0] ? null : key, after: null })}
      />
      <TabPanel tab={tab}>
        {tab === 'carts' && <CartsTab />}
        {tab === 'recovery' && <RecoveryTab />}
        {tab === 'uplift' && <UpliftTab />}
      </TabPanel>
    </PageFrame>
  );
}
