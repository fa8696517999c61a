import type { Output } from '@feira/schemas/procedure';
import type { listSellerRevenue } from '@feira/schemas/procedures/reports';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useTranslation } from 'react-i18next';
import { useMoneyFilter } from '../../components/money/use-money-filter.ts';
import { RankingPage } from '../../components/reports/ranking-page.tsx';
import { MONTH, NO_STATES } from '../../components/reports/report-filter.ts';
import { useSellerRevenue } from './use-seller-revenue.ts';

type Revenue = Output<typeof listSellerRevenue>['items'][number];
const AMOUNTS = ['gross', 'refunded', 'charged', 'net'] as const;

/** Shows the sales of each seller in a period, and the seller's part of them. */
export default function SellerRevenuePage() {
  const { t } = useTranslation(['adminMoney', 'admin']);
  const { locale } = useHost();
  const shown = useMoneyFilter(NO_STATES, MONTH);
  const query = useSellerRevenue(shown.filter, shown.pages.after);
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
