import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { EventActor, EventOrigin, EventStory, EventTime, type ToPage } from './event-words.tsx';
import { type AuditEvents, useEvents } from './use-events.ts';

export { useEvents };

interface EventsListProps {
  log: AuditEvents | undefined;
  toPage?: ToPage | undefined;
  skeletonCount?: number;
}

export function EventsList({ log, toPage, skeletonCount = 8 }: EventsListProps) {
  const { t } = useTranslation('auditLog');
  const columns: RecordColumn<AuditEvents['events'][number]>[] = [
    { key: 'who', title: t('who'), isHead: true, show: (event) => <EventActor event={event} toPage={toPage} /> },
    {
      key: 'what',
      title: t('what'),
      isText: true,
      show: (event) => <EventStory event={event} currency={log!.currency} toPage={toPage} />,
    },
    { key: 'where', title: t('where'), show: (event) => <EventOrigin event={event} /> },
    { key: 'when', title: t('when'), isHead: true, show: ({ createdAt }) => <EventTime at={createdAt} /> },
  ];
  return (
    <RecordList
      isCompact
      label={t('title')}
      columns={columns}
      records={log?.events}
      keyOf={({ id }) => id}
      skeletonCount={skeletonCount}
    />
  );
}
