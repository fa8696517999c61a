import { EVENT_TYPE_NAMES } from '@feira/schemas/event-types';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { defineFilter, isId, oneOf, text } from '@feira/shell-kit/filter';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { DeliveryStatus, formatMoment, Words } from '../deliveries/delivery-words.tsx';
import { toIntegrations, useOwner } from './owner.ts';
import { type ListedEvent, useEvent, useEvents } from './use-events.ts';
import { useEventName } from './webhook-words.tsx';
import './webhooks.css';

const LONGEST_ID = 100;
const EVENT_FILTER = defineFilter(
  { type: oneOf('type', EVENT_TYPE_NAMES), subjectId: text('subject', LONGEST_ID) },
  null,
);

/** Lists what other systems heard, or could have heard, in the last 30 days, with what became of it at each webhook. */
export function EventsList() {
  const { t } = useTranslation('webhooks');
  const owner = useOwner();
  const opened = useOpened();
  const nameOf = useEventName();
  const { filter, input, onChange, pages } = useListFilter(EVENT_FILTER);
  const { type, subjectId: typed } = filter;
  const isWrong = typed !== null && !isId(typed);
  const query = useEvents(owner, isWrong ? { ...input, subjectId: undefined } : input);
  return (
    <>
      <p className="muted">
        {t(`eventsText.${owner}`)} <a href="/docs">{t('documentation')}</a>
      </p>
      <search className="list-filters">
        <FilterSelect
          name="type"
          label={t('eventType')}
          all={t('allTypes')}
          choices={EVENT_TYPE_NAMES.map((value) => ({ value, label: nameOf(value) }))}
          value={type}
          onChange={onChange}
        />
        <SearchInput
          value={typed ?? ''}
          label={t('subject')}
          hint={t('subjectHint')}
          onSearch={(words) => onChange({ subject: words.trim().toLowerCase() || null }, true)}
        />
      </search>
      {isWrong ? (
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
