import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { readShown, TABS } from './acquirings-address.ts';
import './acquirings.css';
import './add-texts.ts';
import { DecisionsTab } from './decisions-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { RoutesTab } from './routes-tab.tsx';

/** Shows the connections of each method, their health, and the routing decision of each payment. */
export default function AcquiringsPage() {
  const { t } = useTranslation(['acquirings', 'admin']);
  const { search, change } = useAddress();
  const shown = readShown(search);
  const changeShown = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  return (
    <PageFrame title={t('admin:acquirings.title')}>
      <TabList
        label={t('tabs')}
        tabs={TABS.map((tab) => ({ key: tab, label: t(tab) }))}
        value={shown.tab}
        onOpen={(tab) => changeShown({ tab: tab === 'health' ? null : tab })}
      />
      <TabPanel tab={shown.tab}>
        {shown.tab === 'health' && (
          <HealthTab
            hours={shown.hours}
            onHours={(hours) => changeShown({ hours: hours === 24 ? null : String(hours) })}
          />
        )}
        {shown.tab === 'routes' && <RoutesTab />}
        {shown.tab === 'decisions' && <DecisionsTab shown={shown} onChange={changeShown} />}
      </TabPanel>
    </PageFrame>
  );
}
