import type { Output } from '@feira/schemas/procedure';
import { listSellerRevenue } from '@feira/schemas/procedures/reports';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { RankingPage } from '../../components/reports/ranking-page.tsx';
import { REPORT_FILTER } from '../../components/reports/report-filter.ts';

type Revenue = Output<typeof listSellerRevenue>['items'][number];
const AMOUNTS = ['gross', 'refunded', 'charged', 'net'] as const;

/** Shows the sales of each seller in a period, and the seller's part of them. */
export default function SellerRevenuePage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { locale } = useHost();
  const { input, ...shown } = useListFilter(REPORT_FILTER);
  const query = useListQuery(listSellerRevenue, input);
  const { data } = query;
  const money = (cents: number) => formatSigned(cents, data?.currency ?? 'BRL', locale);
  const totals = data?.totals;
  const columns: RecordColumn<Revenue>[] = [
    {
      key: 'sales',
      sortBy: ({ sales }) => sales,
      title: t('reports.sales'),
      isNumber: true,
      show: ({ sales }) => formatCount(sales, locale),
    },
    ...AMOUNTS.map((name) => ({
      key: name,
      sortBy: (record: Revenue) => record[name],
      title: t(`reports.${name}`),
      isNumber: true,
      show: (record: Revenue) => (name === 'net' ? <strong>{money(record[name])}</strong> : money(record[name])),
    })),
  ];
  return (
    <RankingPage
      {...shown}
      query={query}
      columns={columns}
      title={t('admin:sellerRevenue.title')}
      text={t('reports.revenueText')}
      figures={[
        {
          label: t('reports.gross'),
          value: totals && money(totals.gross),
          note: totals && t('reports.salesCount', { count: totals.sales, shown: formatCount(totals.sales, locale) }),
          isMain: true,
        },
        { label: t('reports.refunded'), value: totals && money(totals.refunded), note: t('reports.refundedNote') },
        { label: t('reports.charged'), value: totals && money(totals.charged), note: t('reports.chargedNote') },
        { label: t('reports.net'), value: totals && money(totals.net), note: t('reports.netNote') },
      ]}
      empty={{ title: t('reports.emptyRevenue'), text: t('reports.emptyRevenueText') }}
    />
  );
}
