import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { id } from '@feira/shell-kit/filter';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTab } from '@feira/shell-kit/use-tab';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { CallsList } from './calls-list.tsx';
import { CALLS_FILTER, CLEARED, RECEIVED_FILTER, toSearchable } from './logs-filter.ts';
import { LogsFilters } from './logs-filters.tsx';
import { ReceivedList } from './received-list.tsx';
import { useExchanges, useWebhooks } from './use-webhooks.ts';
import { WebhookDetail } from './webhook-detail.tsx';
import './webhook-logs.css';

const TABS = ['received', 'calls'] as const;

/** Lists webhooks and calls of providers, or shows the event whose id stands in the address. */
export default function WebhookLogsPage() {
  const { search } = useAddress();
  const webhookId = id('event').read(search);
  if (!webhookId) return <Lists />;
  return <WebhookDetail key={webhookId} platformId={id('platform').read(search)} webhookId={webhookId} />;
}

function Lists() {
  const { t } = useTranslation(['webhookLogs', 'master']);
  const [shown, openTab] = useTab(TABS);
  return (
    <PageFrame title={t('master:webhookLogs.title')}>
      <TabList label={t('tabs')} tabs={TABS.map((key) => ({ key, label: t(key) }))} value={shown} onOpen={openTab} />
      <TabPanel tab={shown}>{shown === 'calls' ? <Calls /> : <Received />}</TabPanel>
    </PageFrame>
  );
}

function Received() {
  const { t } = useTranslation('webhookLogs');
  const { filter, input, onChange, ...list } = useListFilter(RECEIVED_FILTER);
  const query = useWebhooks(toSearchable(input));
  return (
    <>
      <LogsFilters filter={filter} onChange={onChange} />
      <PagedList
        {...list}
        onClear={() => onChange(CLEARED)}
        query={query}
        count={query.data?.webhooks.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="history" title={t('noEventsTitle')} text={t('noEventsText')} />}
        pagerLabel={t('pages')}
      >
        <ReceivedList webhooks={query.data?.webhooks} />
      </PagedList>
    </>
  );
}

function Calls() {
  const { t } = useTranslation('webhookLogs');
  const { filter, input, onChange, ...list } = useListFilter(CALLS_FILTER);
  const query = useExchanges(toSearchable(input));
  return (
    <>
      <LogsFilters filter={filter} onChange={onChange} />
      <PagedList
        {...list}
        onClear={() => onChange(CLEARED)}
        query={query}
        count={query.data?.exchanges.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="history" title={t('noCallsTitle')} text={t('noCallsText')} />}
        pagerLabel={t('pages')}
      >
        <CallsList exchanges={query.data?.exchanges} />
      </PagedList>
    </>
  );
}
