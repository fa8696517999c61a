import type { Output } from '@feira/schemas/procedure';
import { listLogs } from '@feira/schemas/procedures/subscriptions';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EVENT_ICONS, useEventWords } from '@feira/shell-desk/subscriptions/event-words.tsx';
import { SubscriptionStatusBadge } from '@feira/shell-desk/subscriptions/subscription-words.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import { LOG_FILTER, LOG_GROUPS } from './logs-filter.ts';
import './subscription-logs.css';

type Log = Output<typeof listLogs>['items'][number];

/** Lists which charges of subscriptions were made, tried again and failed, platform by platform. */
export default function SubscriptionLogsPage() {
  const { t } = useTranslation(['subscriptions', 'master']);
  const { search } = useAddress();
  const { filter, input, onChange, ...list } = useListFilter(LOG_FILTER);
  const query = useListQuery(listLogs, input);
  const logs = query.data?.items;
  const toOne = (subscriptionId: string) => {
    const next = new URLSearchParams(search);
    next.set('subscription', subscriptionId);
    next.delete('after');
    return `/master-root/subscription-logs?${next}`;
  };
  return (
    <PageFrame
      title={t('master:subscriptionLogs.title')}
      filters={
        <search className="list-filters">
          <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
          <PlatformSelect
            platformId={filter.platformId}
            onChange={(platform) => onChange({ platform, subscription: null })}
          />
          <FilterSelect
            name="group"
            label={t('logs.group')}
            all={t('logs.allGroups')}
            choices={LOG_GROUPS.map((value) => ({ value, label: t(`logs.groups.${value}`) }))}
            value={filter.group}
            onChange={onChange}
          />
          {filter.subscriptionId && (
            <SelectBox
              label={t('logs.subscription')}
              options={[filter.subscriptionId]}
              getValue={(id) => id}
              displayValue={() => logs?.[0]?.title ?? t('logs.one')}
              value={filter.subscriptionId}
              onChange={(subscription) => onChange({ subscription })}
              allLabel={t('logs.allSubscriptions')}
            />
          )}
          <SearchInput
            value={filter.search}
            label={t('logs.search')}
            hint={t('logs.searchHint')}
            onSearch={(text) => onChange({ search: text || null }, true)}
          />
        </search>
      }
    >
      <PagedList
        {...list}
        query={query}
        count={logs?.length}
        pagerLabel={t('logs.pages')}
        noMatch={{ title: t('logs.noMatchTitle'), text: t('logs.noMatchText') }}
        empty={<EmptyState icon="retry" title={t('logs.emptyTitle')} text={t('logs.emptyText')} />}
      >
        <LogList logs={logs} toOne={toOne} />
      </PagedList>
    </PageFrame>
  );
}

function LogList({ logs, toOne }: { logs: readonly Log[] | undefined; toOne: (subscriptionId: string) => string }) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useHost();
  const columns: RecordColumn<Log>[] = [
    {
      key: 'when',
      title: t('logs.when'),
      isHead: true,
      show: ({ at }) => (
        <time dateTime={at}>
          <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
        </time>
      ),
    },
    { key: 'what', title: t('logs.what'), isText: true, show: (log) => <What log={log} /> },
    {
      key: 'subscription',
      title: t('logs.subscription'),
      show: ({ subscriptionId, title }) => (
        <PageLink className="subscription-log-link" to={toOne(subscriptionId)}>
          <span className="visually-hidden">{t('logs.onlyOne')}: </span>
          {title}
        </PageLink>
      ),
    },
    { key: 'seller', title: t('logs.seller'), show: ({ sellerName }) => sellerName },
    {
      key: 'status',
      title: t('logs.status'),
      isHead: true,
      show: ({ status }) => <SubscriptionStatusBadge status={status} />,
    },
  ];
  return (
    <RecordList label={t('logs.label')} columns={columns} records={logs} keyOf={({ id }) => id} skeletonCount={8} />
  );
}

function What({ log }: { log: Log }) {
  const { describe, note } = useEventWords(log.currency);
  return (
    <span className="subscription-log">
      <Icon name={EVENT_ICONS[log.kind]} size={18} />
      <TwoLines first={describe(log)} second={note(log)} />
    </span>
  );
}
