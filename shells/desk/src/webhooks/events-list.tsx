import { EVENT_TYPE_NAMES, type EventType } from '@feira/schemas/event-types';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useOpened } from '@feira/shell-kit/use-opened';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DeliveryStatus, formatMoment, Words } from '../deliveries/delivery-words.tsx';
import { toIntegrations, useOwner } from './owner.ts';
import { type ListedEvent, useEvent, useEvents } from './use-events.ts';
import { useEventName } from './webhook-words.tsx';
import './webhooks.css';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lists what other systems heard, or could have heard, in the last 30 days, with what became of it at each webhook. */
export function EventsList() {
  const { t } = useTranslation('webhooks');
  const owner = useOwner();
  const pages = usePages();
  const opened = useOpened();
  const nameOf = useEventName();
  const { search, change } = useAddress();
  const type = EVENT_TYPE_NAMES.find((known) => known === search.get('type')) ?? null;
  const typed = search.get('subject') ?? '';
  const subjectId = ID.test(typed) ? typed : null;
  const query = useEvents(owner, { type, subjectId, after: pages.after });
  return (
    <>
      <p className="muted">
        {t(`eventsText.${owner}`)} <a href="/docs">{t('documentation')}</a>
      </p>
      <search className="list-filters">
        <SelectBox<{ value: EventType; label: string }, EventType>
          label={t('eventType')}
          options={EVENT_TYPE_NAMES.map((value) => ({ value, label: nameOf(value) }))}
          getValue={({ value }) => value}
          displayValue={({ label }) => label}
          value={type}
          onChange={(chosen) => change({ type: chosen, after: null })}
          allLabel={t('allTypes')}
        />
        <SearchInput
          value={typed}
          label={t('subject')}
          hint={t('subjectHint')}
          onSearch={(text) => change({ subject: text.trim().toLowerCase() || null, after: null }, { isReplaced: true })}
        />
      </search>
      {typed && !subjectId ? (
        <EmptyState icon="search" title={t('subjectWrongTitle')} text={t('subjectWrongText')} />
      ) : (
        <PagedList
          query={query}
          pages={pages}
          count={query.data?.items.length}
          pagerLabel={t('eventPages')}
          empty={<EmptyState icon="inbox" title={t('eventsEmptyTitle')} text={t('eventsEmptyText')} />}
        >
          <Rows events={query.data?.items} onOpen={opened.open} />
        </PagedList>
      )}
      {opened.id && (
        <DialogEntry value={false}>
          <EventDialog key={opened.id} eventId={opened.id} onClose={opened.close} />
        </DialogEntry>
      )}
    </>
  );
}

function Rows({ events, onOpen }: { events: ListedEvent[] | undefined; onOpen: (id: string) => void }) {
  const { t } = useTranslation('webhooks');
  const { locale } = useHost();
  const nameOf = useEventName();
  const columns: RecordColumn<ListedEvent>[] = [
    {
      key: 'event',
      title: t('delivery.event'),
      isHead: true,
      show: ({ type }) => <TwoLines first={nameOf(type)} second={<code>{type}</code>} />,
    },
    { key: 'at', title: t('happenedAt'), show: ({ createdAt }) => formatMoment(createdAt, locale) },
    {
      key: 'subject',
      title: t('subject'),
      show: ({ subjectId }) => <code className="delivery-code">{subjectId}</code>,
    },
    {
      key: 'open',
      title: t('delivery.open'),
      isAction: true,
      show: ({ id }) => (
        <button type="button" className="button" onClick={() => onOpen(id)}>
          {t('delivery.open')}
        </button>
      ),
    },
  ];
  return <RecordList label={t('eventsTitle')} columns={columns} records={events} keyOf={({ id }) => id} />;
}

function EventDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const { locale } = useHost();
  const owner = useOwner();
  const nameOf = useEventName();
  const { data, error, refetch } = useEvent(owner, eventId);
  return (
    <ModalDialog isWide title={data ? nameOf(data.type) : t('eventsTitle')} onClose={onClose}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <div className="delivery-part">
          <FactList
            facts={[
              [t('eventType'), <code key="type">{data.type}</code>],
              [t('happenedAt'), formatMoment(data.createdAt, locale)],
              [
                t('eventId'),
                <code key="id" className="delivery-code">
                  {data.id}
                </code>,
              ],
            ]}
          />
          <h3>{t('eventDeliveries')}</h3>
          {data.deliveries.length === 0 ? (
            <p>{t('eventUnheard')}</p>
          ) : (
            <ul className="webhook-heard">
              {data.deliveries.map(({ id, webhookId, webhookName, state, answerStatus }) => (
                <li key={id}>
                  <PageLink to={`${toIntegrations(owner, webhookId)}?open=${id}`}>{webhookName}</PageLink>
                  <DeliveryStatus texts="webhooks" state={state} />
                  {answerStatus && <span className="muted">{t('status', { status: answerStatus })}</span>}
                </li>
              ))}
            </ul>
          )}
          {data.data ? (
            <Words label={t('eventData')} text={JSON.stringify(data.data, null, 2)} />
          ) : (
            <p>{t('bodyErased')}</p>
          )}
        </div>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}
