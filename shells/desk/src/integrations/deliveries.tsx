import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Locale } from '@feira/schemas/common';
import { EVENT_TYPES } from '@feira/schemas/event-types';
import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import { DELIVERY_STATES, type DeliveryState } from '@feira/schemas/seller-webhook';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import type { useOpened } from '@feira/shell-kit/use-opened';
import { usePages } from '@feira/shell-kit/use-pages';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryStatus } from './integration-words.tsx';
import { type Delivery, useDeliveries, useDelivery, useResending } from './use-integrations.ts';

interface DeliveriesProps {
  kind: IntegrationOwner;
  connectionId: string;
  /** The delivery that a dialog shows. */
  opened: ReturnType<typeof useOpened>;
}

/** Lists what was sent to a connected system, and opens one with its requests and its answer. */
export function Deliveries({ kind, connectionId, opened }: DeliveriesProps) {
  const { t } = useTranslation('integrations');
  const id = useId();
  const pages = usePages();
  const { search, change } = useAddress();
  const state = DELIVERY_STATES.find((known) => known === search.get('state')) ?? null;
  const query = useDeliveries(connectionId, state, pages.after);
  return (
    <section className="panel form integration-part" aria-labelledby={id}>
      <h2 id={id}>{t('deliveries')}</h2>
      <p className="muted">{t('deliveriesText')}</p>
      <SelectField<DeliveryState | ''>
        label={t('filter')}
        value={state ?? ''}
        options={[
          { value: '', label: t('all') },
          ...DELIVERY_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
        onChange={(chosen) => change({ state: chosen || null, after: null })}
      />
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        pagerLabel={t('pages')}
        empty={<EmptyState icon="inbox" title={t('deliveriesEmptyTitle')} text={t('deliveriesEmptyText')} />}
      >
        <DeliveryList deliveries={query.data?.items} onOpen={opened.open} />
      </PagedList>
      {opened.id && (
        <DialogEntry value={false}>
          <DeliveryDialog key={opened.id} kind={kind} deliveryId={opened.id} onClose={opened.close} />
        </DialogEntry>
      )}
    </section>
  );
}

interface DeliveryListProps {
  deliveries: Delivery[] | undefined;
  onOpen: (id: string) => void;
}

function DeliveryList({ deliveries, onOpen }: DeliveryListProps) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const columns: RecordColumn<Delivery>[] = [
    {
      key: 'event',
      title: t('delivery.event'),
      isHead: true,
      show: (delivery) => (
        <TwoLines first={<EventName {...delivery} />} second={formatMoment(delivery.createdAt, locale)} />
      ),
    },
    {
      key: 'state',
      title: t('delivery.state'),
      show: ({ state, problem }) => (
        <TwoLines first={<DeliveryStatus state={state} />} second={problem && t(`problems.${problem}`)} />
      ),
    },
    {
      key: 'attempts',
      title: t('delivery.attempts'),
      isNumber: true,
      show: ({ attempts }) => formatCount(attempts, locale),
    },
    {
      key: 'answer',
      title: t('delivery.answer'),
      show: ({ answerStatus }) => (answerStatus ? t('status', { status: answerStatus }) : t('delivery.none')),
    },
    {
      key: 'next',
      title: t('delivery.next'),
      show: ({ nextAttemptAt }) => (nextAttemptAt ? formatMoment(nextAttemptAt, locale) : '—'),
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
  return <RecordList label={t('deliveries')} columns={columns} records={deliveries} keyOf={({ id }) => id} />;
}

function EventName({ event, isTest }: Pick<Delivery, 'event' | 'isTest'>) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const name = EVENT_TYPES[event][locale];
  return isTest ? `${name} (${t('isTest')})` : name;
}

interface DeliveryDialogProps {
  kind: IntegrationOwner;
  deliveryId: string;
  onClose: () => void;
}

/** The page of a sale in the dashboard of the owner. */
const SALE_PAGES: Record<IntegrationOwner, string> = {
  SELLER: `${DASHBOARD_PATHS.seller}/my-sales`,
  PLATFORM: `${DASHBOARD_PATHS.admin}/manage-sales`,
};

function DeliveryDialog({ kind, deliveryId, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const { data, error, refetch } = useDelivery(deliveryId);
  const resending = useResending();
  const date = (at: string | null) => (at ? formatMoment(at, locale) : '—');
  return (
    <ModalDialog
      isWide
      title={data ? t('detailTitle', { event: EVENT_TYPES[data.event][locale] }) : t('deliveries')}
      onClose={onClose}
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <div className="integration-part">
          <div role="status">
            <DeliveryStatus state={data.state} /> {data.problem && t(`problems.${data.problem}`)}
          </div>
          <FactList
            facts={[
              [
                t('delivery.answer'),
                data.answerStatus ? t('status', { status: data.answerStatus }) : t('delivery.none'),
              ],
              [t('delivery.attempts'), formatCount(data.attempts, locale)],
              [t('createdAt'), date(data.createdAt)],
              [t('attemptedAt'), date(data.attemptedAt)],
              [t('delivery.next'), date(data.nextAttemptAt)],
              [
                t('id'),
                <code key="id" className="integration-code">
                  {data.id}
                </code>,
              ],
            ]}
          />
          {data.saleId && <PageLink to={`${SALE_PAGES[kind]}/${data.saleId}`}>{t('sale')}</PageLink>}
          {data.answer && <Words label={t('answerText')} text={data.answer} />}
          {data.requests.length === 0 && <p>{t('requestsNone')}</p>}
          {data.requests.map(({ method, host, path, body }) => (
            <Words
              key={`${method} ${host}${path}`}
              label={t('request')}
              text={[`${method} https://${host}${path}`, body && indent(body)].filter(Boolean).join('\n\n')}
            />
          ))}
        </div>
      )}
      <Refusal error={resending.error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
        {data && data.state !== 'WAITING' && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={resending.isBusy}
            onClick={() => !resending.isBusy && resending.run({ deliveryId })}
          >
            {t('resend')}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}

/** Retries are minutes apart, so the day alone says too little. */
const formatMoment = (iso: string, locale: Locale): string => `${formatDate(iso, locale)} ${formatTime(iso, locale)}`;

const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

function Words({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <>
      <h3 id={id}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it. */}
      <section className="integration-body" aria-labelledby={id} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
