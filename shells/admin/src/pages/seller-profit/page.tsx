import type { Output } from '@feira/schemas/procedure';
import { listSellerProfit } from '@feira/schemas/procedures/reports';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { RankingPage } from '../../components/reports/ranking-page.tsx';
import { REPORT_FILTER } from '../../components/reports/report-filter.ts';

type Profit = Output<typeof listSellerProfit>['items'][number];
type Amounts = Omit<Profit, 'person'>;

const earned = ({ fees, interest, anticipations }: Amounts) => fees + interest + anticipations;
const spent = ({ providerCosts, commissions, losses }: Amounts) => providerCosts + commissions + losses;

/** Shows the platform's earnings and costs by seller. */
export default function SellerProfitPage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { locale } = useHost();
  const { input, ...shown } = useListFilter(REPORT_FILTER);
  const query = useListQuery(listSellerProfit, input);
  const { data } = query;
  const money = (cents: number) => formatSigned(cents, data?.currency ?? 'BRL', locale);
  const totals = data?.totals;
  const amount = (key: string, title: string, read: (record: Amounts) => number): RecordColumn<Profit> => ({
    key,
    title,
    isNumber: true,
    sortBy: read,
    show: (record) => (key === 'profit' ? <strong>{money(read(record))}</strong> : money(read(record))),
  });
  const columns: RecordColumn<Profit>[] = [
    {
      key: 'sales',
      sortBy: ({ sales }) => sales,
      title: t('reports.sales'),
      isNumber: true,
      show: ({ sales }) => formatCount(sales, locale),
    },
    amount('gross', t('reports.gross'), ({ gross }) => gross),
    amount('fees', t('reports.fees'), ({ fees }) => fees),
    amount('interest', t('reports.interest'), ({ interest, anticipations }) => interest + anticipations),
    amount('costs', t('reports.providerCosts'), ({ providerCosts }) => providerCosts),
    amount('others', t('reports.commissions'), ({ commissions, losses }) => commissions + losses),
    amount('profit', t('reports.profit'), ({ profit }) => profit),
  ];
  return (
    <RankingPage
      {...shown}
      query={query}
      columns={columns}
      title={t('admin:sellerProfit.title')}
      text={t('reports.profitText')}
      figures={[
        {
          label: t('reports.profit'),
          value: totals && money(totals.profit),
          note: t('reports.profitNote'),
          isMain: (totals?.profit ?? 0) >= 0,
        },
        {
          label: t('reports.earned'),
          value: totals && money(earned(totals)),
          note: totals && t('reports.earnedNote', { fees: money(totals.fees) }),
        },
        {
          label: t('reports.spent'),
          value: totals && money(spent(totals)),
          note: totals && t('reports.spentNote', { costs: money(totals.providerCosts) }),
        },
        {
          label: t('reports.gross'),
          value: totals && money(totals.gross),
          note: totals && t('reports.salesCount', { count: totals.sales, shown: formatCount(totals.sales, locale) }),
        },
      ]}
      empty={{ title: t('reports.emptyRevenue'), text: t('reports.emptyRevenueText') }}
    />
  );
}
