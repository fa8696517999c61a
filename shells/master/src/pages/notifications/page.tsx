import type { Output } from '@feira/schemas/procedure';
import { listMails, MAIL_STATES } from '@feira/schemas/procedures/mail';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { PlatformSelect } from '../../components/platform-select.tsx';
import { readPlatformId } from '../../components/read-platform-id.ts';
import { useTemplateWords } from './template-words.ts';

type Mail = Output<typeof listMails>['items'][number];

const PAGE_SIZE = 25;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const NO_FILTER = { state: null, search: null, period: null, from: null, to: null, after: null };
const LOOKS: Record<Mail['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SENT: ['approved', 'check'],
  FAILED: ['rejected', 'alert'],
};

/** Lists the mails of a platform: what was sent, what waits, and what could not be delivered. */
export default function NotificationsPage() {
  const { t } = useTranslation('master');
  const { search, change } = useAddress();
  const pages = usePages();
  const period = readPeriod(search, { kind: 'all' });
  const platformId = readPlatformId(search);
  const state = MAIL_STATES.find((known) => known === search.get('state')) ?? null;
  const words = readSearchText(search).trim();
  const isAddress = EMAIL.test(words);
  const query = useListQuery(listMails, {
    limit: PAGE_SIZE,
    ...(platformId && { platformId }),
    ...(state && { state }),
    ...(isAddress && { recipient: words.toLowerCase() }),
    ...(period.kind !== 'all' && toPeriod(period)),
    ...(pages.after && { after: pages.after }),
  });
  const mails = query.data?.items;
  // A changed filter begins at the first page.
  const filter = (changes: AddressChange, isReplaced = false) => change({ ...changes, after: null }, { isReplaced });
  return (
    <PageFrame
      title={t('mails.title')}
      filters={
        <search className="list-filters">
          <PeriodFilter hasAll choice={period} onChange={(next) => filter(writePeriod(next))} />
          <PlatformSelect platformId={platformId} onChange={(platform) => filter({ platform })} />
          <SelectBox
            label={t('mails.state')}
            options={MAIL_STATES}
            getValue={(known) => known}
            displayValue={(known) => t(`mails.states.${known}`)}
            value={state}
            onChange={(next) => filter({ state: next })}
            allLabel={t('mails.allStates')}
          />
          <SearchInput
            value={words}
            label={t('mails.search')}
            hint={t('mails.searchHint')}
            onSearch={(text) => filter({ search: text || null }, true)}
          />
        </search>
      }
    >
      {words && !isAddress && <p className="notice notice-info">{t('mails.searchWrong')}</p>}
      <Recent recent={query.data?.recent} />
      <PagedList
        query={query}
        pages={pages}
        count={mails?.length}
        pagerLabel={t('mails.pages')}
        empty={
          state || words || period.kind !== 'all' ? (
            <EmptyState icon="search" title={t('mails.noMatchTitle')} text={t('mails.noMatchText')}>
              <button type="button" className="button" onClick={() => filter(NO_FILTER)}>
                {t('mails.clear')}
              </button>
            </EmptyState>
          ) : (
            <EmptyState icon="mail" title={t('mails.emptyTitle')} text={t('mails.emptyText')} />
          )
        }
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
