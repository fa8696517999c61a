import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useTab } from '@feira/shell-kit/use-tab';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { ListsTab } from './lists-tab.tsx';
import { RatiosTab } from './ratios-tab.tsx';
import { RefusedTab } from './refused-tab.tsx';
import { ReviewTab } from './review-tab.tsx';
import './risk.css';
import { RulesTab } from './rules-tab.tsx';

const TABS = ['rules', 'review', 'lists', 'refused', 'ratios'] as const;

/** The platform's own rules against fraud, its lists, and what they have refused or held for review. */
export default function RiskPage() {
  const { t } = useTranslation(['adminRisk', 'admin']);
  const [tab, openTab] = useTab(TABS);
  return (
    <PageFrame title={t('admin:risk')}>
      <TabList
        label={t('admin:risk')}
        tabs={TABS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={tab}
        onOpen={openTab}
      />
      <TabPanel tab={tab}>
        {tab === 'rules' && <RulesTab />}
        {tab === 'review' && <ReviewTab />}
        {tab === 'lists' && <ListsTab />}
        {tab === 'refused' && <RefusedTab />}
        {tab === 'ratios' && <RatiosTab />}
      </TabPanel>
    </PageFrame>
  );
}
