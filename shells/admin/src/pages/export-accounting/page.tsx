import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useTab } from '@feira/shell-kit/use-tab';
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
  const [shown, openTab] = useTab(TABS);
  const title = t('admin:exportAccounting.title');
  return (
    <PageFrame title={title}>
      <TabList
        label={title}
        tabs={TABS.map((key) => ({ key, label: t(`accounting.tabs.${key}`) }))}
        value={shown}
        onOpen={openTab}
      />
      <TabPanel tab={shown}>{shown === 'export' ? <ExportTab /> : <ReconciliationTab />}</TabPanel>
    </PageFrame>
  );
}
