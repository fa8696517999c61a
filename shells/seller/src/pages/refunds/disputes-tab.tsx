import { DISPUTE_STATES } from '@feira/schemas/procedures/disputes';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { id } from '@feira/shell-kit/filter';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { DisputeDialog } from './dispute-dialog.tsx';
import { DisputeStatus } from './dispute-status.tsx';
import { Filters } from './filters.tsx';
import { DISPUTE_FILTER } from './refunds-address.ts';
import { type Dispute, useDisputes } from './use-disputes.ts';

interface DisputesTabProps {
  onDone: (message: string) => void;
}

/** Lists chargebacks and special returns of Pix, the nearest deadline first. */
export function DisputesTab({ onDone }: DisputesTabProps) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const { filter, input, onChange, ...list } = useListFilter(DISPUTE_FILTER, () => onDone(''));
  const query = useDisputes(input);
  const { search, change } = useAddress();
  const disputeId = id('dispute').read(search);
  const columns: RecordColumn<Dispute>[] = [
    {
      key: 'sale',
      title: t('sale'),
      isHead: true,
      show: (dispute) => <TwoLines first={<strong>{dispute.title}</strong>} second={<SaleBuyer sale={dispute} />} />,
    },
    {
      key: 'kind',
      title: t('disputes.kind'),
      show: ({ kind, openedAt }) => (
        <TwoLines
          first={t(`disputes.kinds.${kind}`)}
          second={t('disputes.openedAt', { date: formatDate(openedAt, locale) })}
        />
      ),
    },
    { key: 'state', title: t('state'), show: (dispute) => <DisputeStatus dispute={dispute} /> },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount, heldAmount, currency }) => (
        <TwoLines
          first={<strong>{formatCurrency(amount, currency, locale)}</strong>}
          second={heldAmount > 0 && t('disputes.held', { amount: formatCurrency(heldAmount, currency, locale) })}
        />
      ),
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: ({ id, state, title }) => (
        <button type="button" className="button" onClick={() => change({ dispute: id })}>
          {t(state === 'OPEN' ? 'disputes.answer' : 'requests.open')}
          <span className="visually-hidden"> {title}</span>
        </button>
      ),
    },
  ];
  return (
    <>
      <Filters tab="disputes" filter={filter} states={DISPUTE_STATES} onChange={onChange} />
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="dispute" title={t('empty.disputes.title')} text={t('empty.disputes.text')} />}
        pagerLabel={t('pages')}
      >
        <RecordList
          isCompact
          label={t('tabs.disputes')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
        />
      </PagedList>
      {disputeId && (
        <DisputeDialog
          disputeId={disputeId}
          onDone={(what) => {
            change({ dispute: null });
            onDone(t(`disputes.done.${what}`));
          }}
          onClose={() => change({ dispute: null })}
        />
      )}
    </>
  );
}
