import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { type Ratios, useRatios } from './use-risk.ts';

type Row = Omit<Ratios['sellers'][number], 'seller'> & { seller: Ratios['sellers'][number]['seller'] | null };

const LOOKS = {
  OK: ['approved', 'check'],
  WARNING: ['pending', 'alert'],
  OVER: ['rejected', 'stop'],
} as const;

/** Shows how many card payments were charged back within 30 days: of the platform first, then by seller. */
export function RatiosTab() {
  const { t } = useTranslation('adminRisk');
  const { locale } = useHost();
  const { data, error, refetch } = useRatios();
  if (!data) return error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height={200} />;
  const percent = (basisPoints: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000);
  const columns: RecordColumn<Row>[] = [
    {
      key: 'who',
      title: t('ratioWho'),
      isHead: true,
      show: ({ seller }) =>
        seller ? (
          <TwoLines
            first={<PageLink to={`${DASHBOARD_PATHS.admin}/manage-users/${seller.id}`}>{seller.name}</PageLink>}
            second={seller.email}
          />
        ) : (
          t('ratioPlatform')
        ),
    },
    { key: 'chargebacks', title: t('ratioChargebacks'), show: ({ chargebacks }) => String(chargebacks) },
    { key: 'payments', title: t('ratioPayments'), show: ({ payments }) => String(payments) },
    { key: 'share', title: t('ratioShare'), show: ({ basisPoints }) => percent(basisPoints) },
    {
      key: 'level',
      title: t('ratioLevel'),
      show: ({ level }) => {
        const [tone, icon] = LOOKS[level];
        return <StatusBadge tone={tone} icon={icon} label={t(`ratioLevels.${level}`)} />;
      },
    },
  ];
  const records: Row[] = [{ seller: null, ...data.platform }, ...data.sellers];
  return (
    <>
      <p className="muted">{t('ratiosLead')}</p>
      <RecordList
        label={t('tabs.ratios')}
        columns={columns}
        records={records}
        keyOf={({ seller }) => seller?.id ?? 'platform'}
      />
    </>
  );
}
