import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { CallsList } from './calls-list.tsx';
import {
  isFiltered,
  type LogsFilter,
  NO_FILTER,
  readFilter,
  toExchangesInput,
  toWebhooksInput,
} from './logs-filter.ts';
import { LogsFilters } from './logs-filters.tsx';
import { ReceivedList } from './received-list.tsx';
import { useExchanges, useWebhooks } from './use-webhooks.ts';
import { WebhookDetail } from './webhook-detail.tsx';
import './webhook-logs.css';

/** Lists webhooks and calls of providers, or shows the event whose id stands in the address. */
export default function WebhookLogsPage() {
  const { search } = useAddress();
  const { eventId, platformId } = readFilter(search);
  return eventId ? <WebhookDetail key={eventId} platformId={platformId} webhookId={eventId} /> : <Lists />;
}

type ChangeFilter = (changes: AddressChange, isReplaced?: boolean) => void;

function Lists() {
  const { t } = useTranslation(['webhookLogs', 'master']);
  const { search, change } = useAddress();
  const filter = readFilter(search);
  // A changed filter begins at the first page.
  const changeFilter: ChangeFilter = (changes, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const shown = { filter, onFilter: changeFilter };
  return (
    <PageFrame title={t('master:webhookLogs.title')}>
      <TabList
        label={t('tabs')}
        tabs={[
          { key: 'received', label: t('received') },
          { key: 'calls', label: t('calls') },
        ]}
        value={filter.tab}
        onOpen={(tab) => changeFilter({ tab: tab === 'calls' ? tab : null })}
      />
      <TabPanel tab={filter.tab}>
        <LogsFilters filter={filter} onChange={changeFilter} />
        {filter.tab === 'calls' ? <Calls {...shown} /> : <Received {...shown} />}
      </TabPanel>
    </PageFrame>
  );
}

interface ListProps {
  filter: LogsFilter;
  onFilter: ChangeFilter;
}

function Received({ filter, onFilter }: ListProps) {
  const { t } = useTranslation('webhookLogs');
  const pages = usePages();
  const query = useWebhooks(toWebhooksInput(filter, pages.after));
  const empty = <Empty filter={filter} onFilter={onFilter} title={t('noEventsTitle')} text={t('noEventsText')} />;
  return (
    <PagedList query={query} pages={pages} count={query.data?.webhooks.length} empty={empty} pagerLabel={t('pages')}>
      <ReceivedList webhooks={query.data?.webhooks} />
    </PagedList>
  );
}

function Calls({ filter, onFilter }: ListProps) {
  const { t } = useTranslation('webhookLogs');
  const pages = usePages();
  const query = useExchanges(toExchangesInput(filter, pages.after));
  const empty = <Empty filter={filter} onFilter={onFilter} title={t('noCallsTitle')} text={t('noCallsText')} />;
  return (
    <PagedList query={query} pages={pages} count={query.data?.exchanges.length} empty={empty} pagerLabel={t('pages')}>
      <CallsList exchanges={query.data?.exchanges} />
    </PagedList>
  );
}

function Empty({ filter, onFilter, title, text }: ListProps & { title: string; text: string }) {
  const { t } = useTranslation('webhookLogs');
  if (!isFiltered(filter)) return <EmptyState icon="history" title={title} text={text} />;
  return (
    <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <button type="button" className="button" onClick={() => onFilter(NO_FILTER)}>
        {t('clearFilters')}
      </button>
    </EmptyState>
  );
}
