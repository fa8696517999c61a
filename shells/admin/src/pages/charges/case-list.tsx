import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleBuyer } from '@feira/shell-desk/sale/sale-words.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ListState } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import { CaseStatus, Deadline, isUndecided } from './case-words.tsx';
import type { Case, useCases } from './use-cases.ts';

interface CaseListProps extends ListState {
  query: ReturnType<typeof useCases>;
  onRead: (dispute: Case) => void;
}

export function CaseList({ onRead, ...list }: CaseListProps) {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { locale } = useHost();
  const columns: RecordColumn<Case>[] = [
    {
      key: 'seller',
      sortBy: ({ seller }) => seller.name,
      title: t('cases.seller'),
      isHead: true,
      show: ({ seller }) => <PersonCell person={seller} />,
    },
    // Before what may be scrolled to: it says what is urgent.
    { key: 'due', sort: 'dueAt', title: t('cases.dueAt'), show: (dispute) => <Deadline dispute={dispute} /> },
    {
      key: 'sale',
      title: t('cases.sale'),
      show: (dispute) => <TwoLines first={<SaleTitle sale={dispute} />} second={<SaleBuyer sale={dispute} />} />,
    },
    {
      key: 'kind',
      title: t('cases.kind'),
      show: ({ kind, reason }) => <TwoLines first={t(`cases.kinds.${kind}`)} second={reason} />,
    },
    {
      key: 'amount',
      sort: 'amount',
      title: t('cases.amount'),
      isNumber: true,
      show: ({ amount, heldAmount, currency, state }) => (
        <TwoLines
          first={<strong>{formatCurrency(amount, currency, locale)}</strong>}
          second={
            isUndecided({ state }) &&
            heldAmount > 0 &&
            t('cases.held', { amount: formatCurrency(heldAmount, currency, locale) })
          }
        />
      ),
    },
    { key: 'state', title: t('state'), show: (dispute) => <CaseStatus state={dispute.state} /> },
    {
      key: 'opened',
      sort: 'openedAt',
      title: t('cases.openedAt'),
      show: ({ openedAt }) => <span className="money-mask">{formatDate(openedAt, locale)}</span>,
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (dispute) => (
        <MoneyAction label={t('cases.read')} name={dispute.seller.name} onClick={() => onRead(dispute)} />
      ),
    },
  ];
  return (
    <MoneyList
      {...list}
      label={t('admin:charges.title')}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ icon: 'dispute', title: t('cases.emptyTitle'), text: t('cases.emptyText') }}
    />
  );
}
