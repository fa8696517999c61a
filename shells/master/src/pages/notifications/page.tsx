import type { Output } from '@feira/schemas/procedure';
import { listMails, MAIL_STATES } from '@feira/schemas/procedures/mail';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import '@feira/shell-kit/styles/lists.css';
import { days, defineFilter, id, oneOf, scope, words } from '@feira/shell-kit/filter';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import { useTemplateWords } from './template-words.ts';

type Mail = Output<typeof listMails>['items'][number];

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const MAIL_FILTER = defineFilter(
  { platformId: scope(id('platform')), state: oneOf('state', MAIL_STATES), search: words(), period: days() },
  25,
);
const LOOKS: Record<Mail['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SENT: ['approved', 'check'],
  FAILED: ['rejected', 'alert'],
};

/** Lists the mails of a platform: what was sent, what waits, and what could not be delivered. */
export default function NotificationsPage() {
  const { t } = useTranslation('master');
  const { filter, input, onChange, ...list } = useListFilter(MAIL_FILTER);
  const { search: sought = '', ...page } = input;
  const isAddress = EMAIL.test(sought);
  const query = useListQuery(listMails, { ...page, ...(isAddress && { recipient: sought.toLowerCase() }) });
  const mails = query.data?.items;
  return (
    <PageFrame
      title={t('mails.title')}
      filters={
        <search className="list-filters">
          <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
          <PlatformSelect platformId={filter.platformId} onChange={(platform) => onChange({ platform })} />
          <FilterSelect
            name="state"
            label={t('mails.state')}
            all={t('mails.allStates')}
            choices={MAIL_STATES.map((value) => ({ value, label: t(`mails.states.${value}`) }))}
            value={filter.state}
            onChange={onChange}
          />
          <SearchInput
            value={filter.search}
            label={t('mails.search')}
            hint={t('mails.searchHint')}
            onSearch={(text) => onChange({ search: text || null }, true)}
          />
        </search>
      }
    >
      {sought && !isAddress && <p className="notice notice-info">{t('mails.searchWrong')}</p>}
      <Recent recent={query.data?.recent} />
      <PagedList
        {...list}
        query={query}
        count={mails?.length}
        pagerLabel={t('mails.pages')}
        noMatch={{ title: t('mails.noMatchTitle'), text: t('mails.noMatchText') }}
        empty={<EmptyState icon="mail" title={t('mails.emptyTitle')} text={t('mails.emptyText')} />}
      >
        <MailList mails={mails} />
      </PagedList>
    </PageFrame>
  );
}

/** The last day in three figures, whatever the filter is. */
function Recent({ recent }: { recent: Output<typeof listMails>['recent'] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  return (
    <FigureList label={t('mails.recent')}>
      {(['sent', 'waiting', 'failed'] as const).map((name) => (
        <Figure
          key={name}
          label={t(`mails.counts.${name}`)}
          value={recent && formatCount(recent[name], locale)}
          note={t('mails.recent')}
        />
      ))}
    </FigureList>
  );
}

function MailList({ mails }: { mails: Mail[] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const wordOf = useTemplateWords();
  const time = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  const columns: RecordColumn<Mail>[] = [
    {
      key: 'mail',
      title: t('mails.mail'),
      isHead: true,
      show: ({ template, recipient }) => (
        <TwoLines first={<span className="list-name">{wordOf(template)}</span>} second={recipient} />
      ),
    },
    { key: 'language', title: t('mails.language'), show: (mail) => t(`languages.${mail.locale}`) },
    {
      key: 'state',
      title: t('mails.state'),
      show: ({ state, failure }) => (
        <TwoLines
          first={<StatusBadge tone={LOOKS[state][0]} icon={LOOKS[state][1]} label={t(`mails.states.${state}`)} />}
          second={state === 'SENT' ? null : failure}
        />
      ),
    },
    {
      key: 'attempts',
      title: t('mails.attempts'),
      isNumber: true,
      isNamed: true,
      show: ({ attempts }) => formatCount(attempts, locale),
    },
    {
      key: 'at',
      title: t('mails.at'),
      show: ({ createdAt, sentAt }) => (
        <TwoLines
          first={<time dateTime={createdAt}>{time(createdAt)}</time>}
          second={sentAt && t('mails.sentAt', { time: time(sentAt) })}
        />
      ),
    },
  ];
  return (
    <RecordList
      isCompact
      label={t('mails.title')}
      columns={columns}
      records={mails}
      keyOf={({ id }) => id}
      skeletonCount={8}
    />
  );
}
