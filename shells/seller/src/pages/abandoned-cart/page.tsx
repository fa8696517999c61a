import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useTab } from '@feira/shell-kit/use-tab';
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
  const [tab, openTab] = useTab(TABS);
  return (
    <PageFrame title={t('title')}>
      <TabList
        label={t('title')}
        tabs={TABS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={tab}
        onOpen={openTab}
      />
      <TabPanel tab={tab}>
        {tab === 'carts' && <CartsTab />}
        {tab === 'recovery' && <RecoveryTab />}
        {tab === 'uplift' && <UpliftTab />}
      </TabPanel>
    </PageFrame>
  );
}
