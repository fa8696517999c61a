import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { DisputeDialog } from './dispute-dialog.tsx';
import { DisputeStatus } from './dispute-status.tsx';
import { Filters } from './filters.tsx';
import { NothingHere } from './nothing-here.tsx';
import type { RefundsShown } from './refunds-address.ts';
import { type Dispute, useDisputes } from './use-disputes.ts';

interface DisputesTabProps {
  shown: RefundsShown;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
  onDone: (message: string) => void;
}

/** Lists chargebacks and special returns of Pix, the nearest deadline first. */
export function DisputesTab({ shown, onChange, onDone }: DisputesTabProps) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const pages = usePages();
  const query = useDisputes(shown, pages.after);
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
        <button type="button" className="button" onClick={() => onChange({ dispute: id })}>
          {t(state === 'OPEN' ? 'disputes.answer' : 'requests.open')}
          <span className="visually-hidden"> {title}</span>
        </button>
      ),
    },
  ];
  return (
    <>
      <Filters shown={shown} onChange={onChange} />
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        empty={<NothingHere shown={shown} icon="dispute" onChange={onChange} />}
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
      {shown.disputeId && (
        <DisputeDialog
          disputeId={shown.disputeId}
          onDone={(what) => {
            onChange({ dispute: null });
            onDone(t(`disputes.done.${what}`));
          }}
          onClose={() => onChange({ dispute: null })}
        />
      )}
    </>
  );
}
