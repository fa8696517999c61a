import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { useTranslation } from 'react-i18next';
import { EventActor, EventOrigin, EventStory, EventTime } from './event-words.tsx';
import type { AuditEvent } from './use-events.ts';

interface EventsListProps {
  events: AuditEvent[] | undefined;
  /** Names the columns that are left out. */
  without?: readonly string[];
  skeletonCount?: number;
}

export function EventsList({ events, without = [], skeletonCount = 8 }: EventsListProps) {
  const { t } = useTranslation('master');
  const columns: RecordColumn<AuditEvent>[] = [
    { key: 'who', title: t('logs.who'), isHead: true, show: (event) => <EventActor event={event} /> },
    { key: 'what', title: t('logs.what'), isText: true, show: (event) => <EventStory event={event} /> },
    { key: 'where', title: t('logs.where'), show: (event) => <EventOrigin event={event} /> },
    { key: 'when', title: t('logs.when'), isHead: true, show: ({ createdAt }) => <EventTime at={createdAt} /> },
  ];
  return (
    <RecordList
      label={t('logs.title')}
      columns={columns.filter(({ key }) => !without.includes(key))}
      records={events}
      keyOf={({ id }) => id}
      skeletonCount={skeletonCount}
    />
  );
}
