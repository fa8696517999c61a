import type { Output } from '@feira/schemas/procedure';
import { listReleased } from '@feira/schemas/procedures/reports';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { useHoldWords } from '@feira/shell-desk/money/use-hold-words.ts';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { ListTotal } from '../../components/money/list-total.tsx';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import { REPORT_FILTER } from '../../components/reports/report-filter.ts';

type Released = Output<typeof listReleased>['items'][number];

/** Lists money that became available because its days and its guarantee had passed. */
export default function GaranteeReleasedPage() {
  const { t } = useTranslation(['adminMoney', 'admin', 'money']);
  const { locale } = useHost();
  const words = useHoldWords();
  const { filter, input, onChange, ...list } = useListFilter(REPORT_FILTER);
  const query = useListQuery(listReleased, input);
  const { data } = query;
  const columns: RecordColumn<Released>[] = [
    {
      key: 'person',
      sortBy: ({ person }) => person.name,
      title: t('person'),
      isHead: true,
      show: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'sale',
      title: t('released.sale'),
      show: (released) => <TwoLines first={<SaleTitle sale={released} />} second={released.paymentId} />,
    },
    {
      key: 'amount',
      sortBy: ({ amount }) => amount,
      title: t('amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount }) => <strong>{formatCurrency(amount, data?.currency ?? 'BRL', locale)}</strong>,
    },
    {
      key: 'since',
      sortBy: ({ heldSince }) => heldSince,
      title: t('released.heldSince'),
      isNamed: true,
      show: ({ heldSince }) => formatDate(heldSince, locale),
    },
    {
      key: 'at',
      sortBy: ({ releasedAt }) => releasedAt,
      title: t('released.at'),
      isNamed: true,
      show: ({ releasedAt }) => <Moment at={releasedAt} />,
    },
    {
      key: 'rule',
      title: t('released.rule'),
      show: (record) => <TwoLines first={t(`money:holds.reasons.${record.reason}`)} second={words.rule(record)} />,
    },
  ];
  const title = t('admin:garanteeReleased.title');
  return (
    <PageFrame
      title={title}
      filters={<MoneyFilters filter={filter} onChange={onChange} hasAllDays={false} currency={data?.currency} />}
    >
      <p className="muted money-page-note">{t('released.text')}</p>
      <ListTotal data={data} name="released" />
      <MoneyList
        {...list}
        isCompact
        query={query}
        columns={columns}
        label={title}
        keyOf={({ id }) => id}
        empty={{ icon: 'clock', title: t('released.emptyTitle'), text: t('released.emptyText') }}
      />
    </PageFrame>
  );
}
