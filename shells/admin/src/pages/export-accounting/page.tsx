import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useAddress } from '@feira/shell-kit/use-address';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useTranslation } from 'react-i18next';
import '../../components/money/add-texts.ts';
import './export-accounting.css';
import { ExportTab } from './export-tab.tsx';
import { ReconciliationTab } from './reconciliation-tab.tsx';

const TABS = ['export', 'reconciliation'] as const;

/** Serves accountants: the ledger as a file, and its reconciliation with the providers. */
export default function ExportAccountingPage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { search, change } = useAddress();
  const shown = TABS.find((tab) => tab === search.get('tab')) ?? 'export';
  const title = t('admin:exportAccounting.title');
  return (
    <PageFrame title={title}>
      <TabList
        label={title}
        tabs={TABS.map((key) => ({ key, label: t(`accounting.tabs.${key}`) }))}
        value={shown}
        onOpen={(tab) => change({ tab: tab === 'export' ? null : tab, after: null })}
      />
      <TabPanel tab={shown}>{shown === 'export' ? <ExportTab /> : <ReconciliationTab />}</TabPanel>
    </PageFrame>
  );
}
