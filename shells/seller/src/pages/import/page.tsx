import { IMPORT_LIMITS } from '@feira/schemas/imports';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { openPage } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTab } from '@feira/shell-kit/use-tab';
import { type ChangeEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/imports/add-texts.ts';
import { toImport } from '../../components/imports/addresses.ts';
import { ImportStatus, useFileWords } from '../../components/imports/import-words.tsx';
import '../../components/imports/imports.css';
import { type ImportItem, MOST_BYTES, useImports, useSending } from '../../components/imports/use-imports.ts';
import { Customers } from './customers.tsx';
import { FullExport } from './full-export.tsx';
import { ImportedSales } from './imported-sales.tsx';
import { Subscribers } from './subscribers.tsx';

const TABS = ['imports', 'customers', 'sales', 'subscribers', 'export'] as const;
const MEBIBYTE = 1_048_576;

/** Brings what a seller has at another platform, and shows what was brought. */
export default function ImportPage() {
  const { t } = useTranslation('imports');
  const [tab, openTab] = useTab(TABS);
  return (
    <PageFrame title={t('title')}>
      <TabList
        label={t('title')}
        tabs={TABS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={tab}
        onOpen={(key) => openTab(key, { search: null, customer: null })}
      />
      <TabPanel tab={tab}>
        {tab === 'imports' && <Imports />}
        {tab === 'customers' && <Customers />}
        {tab === 'sales' && <ImportedSales />}
        {tab === 'subscribers' && <Subscribers />}
        {tab === 'export' && <FullExport />}
      </TabPanel>
    </PageFrame>
  );
}

function Imports() {
  const { t } = useTranslation('imports');
  const pages = usePages();
  const query = useImports(pages.after);
  const { locale } = useHost();
  const toWords = useFileWords();
  const columns: RecordColumn<ImportItem>[] = [
    {
      key: 'file',
      title: t('list.file'),
      isHead: true,
      show: (item) => (
        <TwoLines
          first={
            <PageLink to={toImport(item.id)} className="list-name">
              {item.fileName}
            </PageLink>
          }
          second={toWords(item)}
        />
      ),
    },
    { key: 'state', title: t('list.state'), show: ({ state }) => <ImportStatus state={state} /> },
    {
      key: 'lines',
      title: t('list.lines'),
      isNumber: true,
      show: ({ rowCount }) => formatCount(rowCount, locale),
    },
    { key: 'createdAt', title: t('list.createdAt'), show: ({ createdAt }) => formatDate(createdAt, locale) },
  ];
  const items = query.data?.items;
  return (
    <div className="import-step">
      <p className="muted">{t('text')}</p>
      <Upload />
      <PagedList
        query={query}
        pages={pages}
        count={items?.length}
        pagerLabel={t('list.pages')}
        empty={<EmptyState icon="upload" title={t('list.empty')} text={t('list.emptyText')} />}
      >
        <RecordList label={t('tabs.imports')} columns={columns} records={items} keyOf={({ id }) => id} />
      </PagedList>
    </div>
  );
}

function Upload() {
  const { t } = useTranslation('imports');
  const { locale } = useHost();
  const id = useId();
  const { send, share, error } = useSending();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const megabytes = MOST_BYTES / MEBIBYTE;
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file may be chosen again after it was corrected.
    target.value = '';
    if (!file) return;
    setIsTooLarge(file.size > MOST_BYTES);
    if (file.size > MOST_BYTES) return;
    const importId = await send(file);
    if (importId) openPage(toImport(importId));
  };
  return (
    <section className="panel import-drop" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{t('upload.title')}</h2>
      <label htmlFor={id}>{t('upload.file')}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-describedby={`${id}hint`}
        disabled={share !== null}
        onChange={choose}
      />
      <span id={`${id}hint`} className="form-hint">
        {t('upload.hint', { megabytes, rows: formatCount(IMPORT_LIMITS.rows, locale) })}
      </span>
      {isTooLarge && (
        <p className="field-error" role="alert">
          {t('upload.tooLarge', { megabytes })}
        </p>
      )}
      {share !== null && (
        <>
          <progress className="import-progress" max={1} value={share} aria-label={t('upload.title')} />
          <p role="status">{t('upload.sending', { percent: formatShare(Math.round(share * 100), 100, locale) })}</p>
        </>
      )}
      <Refusal error={error} />
    </section>
  );
}
