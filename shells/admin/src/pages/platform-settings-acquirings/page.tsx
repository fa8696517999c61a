import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useTab } from '@feira/shell-kit/use-tab';
import { useTranslation } from 'react-i18next';
import './acquirings.css';
import './add-texts.ts';
import { DecisionsTab } from './decisions-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { RoutesTab } from './routes-tab.tsx';

const TABS = ['health', 'routes', 'decisions'] as const;

/** Shows the connections of each method, their health, and the routing decision of each payment. */
export default function AcquiringsPage() {
  const { t } = useTranslation(['acquirings', 'admin']);
  const [shown, openTab] = useTab(TABS);
  return (
    <PageFrame title={t('admin:acquirings.title')}>
      <TabList
        label={t('tabs')}
        tabs={TABS.map((tab) => ({ key: tab, label: t(tab) }))}
        value={shown}
        onOpen={openTab}
      />
      <TabPanel tab={shown}>
        {shown === 'health' && <HealthTab />}
        {shown === 'routes' && <RoutesTab />}
        {shown === 'decisions' && <DecisionsTab />}
      </TabPanel>
    </PageFrame>
  );
}
