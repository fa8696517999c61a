import { DELIVERY_STATES, type DeliveryState } from '@feira/schemas/seller-webhook';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import type { useListFilter } from '@feira/shell-kit/use-list-filter';
import type { useOpened } from '@feira/shell-kit/use-opened';
import type { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryTexts } from './delivery.ts';
import { DeliveryStatus, formatMoment } from './delivery-words.tsx';

interface DeliveryPanelProps<E extends string> extends Pick<ReturnType<typeof useListFilter>, 'pages' | 'onChange'> {
  texts: DeliveryTexts;
  filter: { state: DeliveryState | null };
  query: Pick<ReturnType<typeof useProcedureQuery>, 'error' | 'isPlaceholderData' | 'refetch'> & {
    list: ReturnType<typeof useListQuery>['list'];
    data: { items: Delivery<E>[]; next: string | null } | undefined;
  };
  nameOf: (event: E) => string;
  /** The delivery that a dialog shows. */
  opened: ReturnType<typeof useOpened>;
  show: (deliveryId: string) => ReactNode;
}

/** Lists what was sent to a system outside, and opens one delivery. */
export function DeliveryPanel<E extends string>(props: DeliveryPanelProps<E>) {
  const { texts, filter, query, pages, onChange, nameOf, opened, show } = props;
  const { t } = useTranslation(texts);
  const { locale } = useHost();
  const id = useId();
  const columns: RecordColumn<Delivery<E>>[] = [
    {
      key: 'event',
      title: t('delivery.event'),
      isHead: true,
      show: ({ event, isTest, createdAt }) => (
        <TwoLines
          first={isTest ? `${nameOf(event)} (${t('isTest')})` : nameOf(event)}
          second={formatMoment(createdAt, locale)}
        />
      ),
    },
    {
      key: 'state',
      title: t('delivery.state'),
      show: ({ state, problem }) => (
        <TwoLines
          first={<DeliveryStatus texts={texts} state={state} />}
          second={problem && t(`problems.${problem}` as 'problems.REFUSED')}
        />
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
      show: (delivery) => (
        <button type="button" className="button" onClick={() => opened.open(delivery.id)}>
          {t('delivery.open')}
        </button>
      ),
    },
  ];
  return (
    <section className="panel form delivery-part" aria-labelledby={id}>
      <h2 id={id}>{t('deliveries')}</h2>
      <p className="muted">{t('deliveriesText')}</p>
      <SelectField<DeliveryState | ''>
        label={t('filter')}
        value={filter.state ?? ''}
        options={[
          { value: '', label: t('all') },
          ...DELIVERY_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
        onChange={(chosen) => onChange({ state: chosen || null })}
      />
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        pagerLabel={t('pages')}
        empty={<EmptyState icon="inbox" title={t('deliveriesEmptyTitle')} text={t('deliveriesEmptyText')} />}
      >
        <RecordList
          label={t('deliveries')}
          columns={columns}
          records={query.data?.items}
          keyOf={(delivery) => delivery.id}
        />
      </PagedList>
      {opened.id && <DialogEntry value={false}>{show(opened.id)}</DialogEntry>}
    </section>
  );
}
