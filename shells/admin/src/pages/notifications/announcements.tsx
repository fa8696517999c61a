import type { Output } from '@feira/schemas/procedure';
import { endAnnouncement, listAnnouncements } from '@feira/schemas/procedures/announcements';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useChange } from '@feira/shell-kit/use-change';
import { usePages } from '@feira/shell-kit/use-pages';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnnounceDialog } from './announce-dialog.tsx';

export type Announcement = Output<typeof listAnnouncements>['items'][number];

const PAGE_SIZE = 20;
const LOOKS: Record<Announcement['state'], [StatusTone, IconName]> = {
  SCHEDULED: ['pending', 'clock'],
  ACTIVE: ['approved', 'check'],
  ENDED: ['canceled', 'close'],
};

/** Lists what the platform announced, with how many people have seen each, and announces more. */
export function Announcements() {
  const { t } = useTranslation('mailTexts');
  const pages = usePages();
  const query = useListQuery(listAnnouncements, { limit: PAGE_SIZE, ...(pages.after && { after: pages.after }) });
  const [isWriting, setIsWriting] = useState(false);
  const [ending, setEnding] = useState<Announcement | null>(null);
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setIsWriting(false);
    setEnding(null);
    setDone(message);
  };
  const write = (
    <button type="button" className="button button-primary" onClick={() => setIsWriting(true)}>
      {t('news.write')}
    </button>
  );
  const announcements = query.data?.items;
  return (
    <>
      <div className="news-head">
        <p className="muted mail-lead">{t('news.lead')}</p>
        {announcements?.length !== 0 && write}
      </div>
      <DoneNote text={done} />
      <PagedList
        query={query}
        pages={pages}
        count={announcements?.length}
        pagerLabel={t('news.pages')}
        empty={
          <EmptyState icon="mail" title={t('news.emptyTitle')} text={t('news.emptyText')}>
            {write}
          </EmptyState>
        }
      >
        <AnnouncementList announcements={announcements} onEnd={setEnding} />
      </PagedList>
      {isWriting && <AnnounceDialog onDone={finish} onClose={() => setIsWriting(false)} />}
      {ending && <EndDialog announcement={ending} onDone={finish} onClose={() => setEnding(null)} />}
    </>
  );
}

interface AnnouncementListProps {
  announcements: Announcement[] | undefined;
  onEnd: (announcement: Announcement) => void;
}

function AnnouncementList({ announcements, onEnd }: AnnouncementListProps) {
  const { t } = useTranslation('mailTexts');
  const { locale } = useHost();
  const time = (at: string) => `${formatDate(at, locale)}, ${formatTime(at, locale)}`;
  const columns: RecordColumn<Announcement>[] = [
    {
      key: 'title',
      title: t('news.announcement'),
      isHead: true,
      show: (announcement) => (
        <TwoLines
          first={<span className="list-name">{wordsOf(announcement, locale).title}</span>}
          second={announcement.audience.map((one) => t(`news.audiences.${one}`)).join(', ')}
        />
      ),
    },
    {
      key: 'state',
      title: t('news.state'),
      show: ({ state, isMailed }) => (
        <TwoLines
          first={<StatusBadge tone={LOOKS[state][0]} icon={LOOKS[state][1]} label={t(`news.states.${state}`)} />}
          second={isMailed ? t('news.mailed') : null}
        />
      ),
    },
    {
      key: 'time',
      title: t('news.time'),
      show: ({ startsAt, endsAt, endedAt }) => (
        <TwoLines
          first={<time dateTime={startsAt}>{time(startsAt)}</time>}
          second={t('news.until', { time: time(endedAt ?? endsAt) })}
        />
      ),
    },
    {
      key: 'seen',
      title: t('news.seen'),
      isNumber: true,
      isNamed: true,
      show: ({ seen, told }) => t('news.seenOf', { seen: formatCount(seen, locale), told: formatCount(told, locale) }),
    },
    { key: 'author', title: t('news.author'), isNamed: true, show: ({ authorName }) => authorName },
    {
      key: 'act',
      title: t('news.act'),
      isAction: true,
      show: (announcement) =>
        announcement.state !== 'ENDED' && (
          <button type="button" className="button" onClick={() => onEnd(announcement)}>
            {t('news.end')}
            <span className="visually-hidden"> {wordsOf(announcement, locale).title}</span>
          </button>
        ),
    },
  ];
  return (
    <RecordList
      isCompact
      label={t('news.title')}
      columns={columns}
      records={announcements}
      keyOf={({ id }) => id}
      skeletonCount={4}
    />
  );
}

/** Returns the words in the language of the page, else in the one that there is. */
function wordsOf({ texts }: Announcement, locale: 'pt-BR' | 'en') {
  return texts[locale] ?? texts['pt-BR'] ?? texts.en ?? { title: '', text: '' };
}

interface EndDialogProps {
  announcement: Announcement;
  onDone: (message: string) => void;
  onClose: () => void;
}

function EndDialog({ announcement, onDone, onClose }: EndDialogProps) {
  const { t } = useTranslation('mailTexts');
  const { locale } = useHost();
  return (
    <ConfirmChange
      isDanger
      title={t('news.endTitle', { title: wordsOf(announcement, locale).title })}
      text={t('news.endText')}
      action={t('news.end')}
      change={useChange(endAnnouncement, listAnnouncements)}
      input={{ announcementId: announcement.id }}
      onDone={() => onDone(t('news.ended'))}
      onClose={onClose}
    />
  );
}
