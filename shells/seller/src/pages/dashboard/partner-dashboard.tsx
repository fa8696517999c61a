import { getBalance } from '@feira/schemas/procedures/balances';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { BalanceFigures } from '@feira/shell-desk/money/balance-figures.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { Period } from '@feira/shell-kit/period';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import '../../components/partners/add-texts.ts';
import { PartnerStatus } from '../../components/partners/partner-status.tsx';
import { useEarnedPeriod } from '../../components/partners/use-earned-period.ts';
import {
  type OwnAffiliation,
  type ReceivedContract,
  useOwnAffiliations,
  useReceivedContracts,
} from '../../components/partners/use-partners.ts';
import { BannerList } from './banner-list.tsx';

/** The first page of affiliates and co-producers: their money, what each product brought, and what waits for their answer. */
export function PartnerDashboard() {
  const { t } = useTranslation('seller');
  const { session } = useHost();
  const { choice, period, choose } = useEarnedPeriod();
  const balance = useProcedureQuery(getBalance, {});
  const isAffiliate = session.roles.includes('affiliate');
  return (
    <PageFrame title={t('dashboard.title')} filters={isAffiliate && <PeriodFilter choice={choice} onChange={choose} />}>
      <BalanceFigures balance={balance.data} />
      {isAffiliate && <Affiliations period={period} />}
      <Contracts />
      <BannerList />
    </PageFrame>
  );
}

function Affiliations({ period }: { period: Period }) {
  const { t } = useTranslation('partners');
  const { t: seller } = useTranslation('seller');
  const { locale } = useHost();
  const { data } = useOwnAffiliations(period, null);
  const columns: RecordColumn<OwnAffiliation>[] = [
    {
      key: 'product',
      title: t('product'),
      isHead: true,
      show: ({ product, sellerName }) => <ProductName image={product.image} name={product.name} second={sellerName} />,
    },
    { key: 'status', title: t('status'), show: ({ status }) => <PartnerStatus status={status} /> },
    {
      key: 'share',
      title: t('share'),
      isNumber: true,
      show: ({ basisPoints }) => formatBasisPoints(basisPoints, locale),
    },
    {
      key: 'earned',
      title: t('earned.title'),
      isNumber: true,
      show: ({ earned }) => (
        <TwoLines
          first={formatCurrency(earned.commission, earned.currency, locale)}
          second={t('earned.sales', { count: earned.sales })}
        />
      ),
    },
  ];
  return (
    <section className="dashboard-section" aria-labelledby="affiliations">
      <h2 id="affiliations">{seller('myAffiliates.title')}</h2>
      {data?.items.length === 0 ? (
        <EmptyState icon="link" title={t('mine.empty')} text={t('mine.emptyText')}>
          <LinkButton to="/platform/marketplace">{t('mine.find')}</LinkButton>
        </EmptyState>
      ) : (
        <>
          <RecordList
            label={seller('myAffiliates.title')}
            columns={columns}
            records={data?.items}
            keyOf={({ id }) => id}
            skeletonCount={3}
          />
          <p>
            <PageLink to="/platform/my-affiliates">{seller('dashboard.toLinks')}</PageLink>
          </p>
        </>
      )}
    </section>
  );
}

/** The contracts that are in force or wait for an answer; nothing where there are none. */
function Contracts() {
  const { t } = useTranslation('partners');
  const { t: seller } = useTranslation('seller');
  const { locale } = useHost();
  const { data } = useReceivedContracts(null);
  const open = data?.items.filter(({ status }) => status === 'OFFERED' || status === 'ACTIVE');
  if (!open?.length) return null;
  const columns: RecordColumn<ReceivedContract>[] = [
    {
      key: 'product',
      title: t('product'),
      isHead: true,
      show: ({ product, seller: owner }) => (
        <ProductName image={product.image} name={product.name} second={owner.name} />
      ),
    },
    { key: 'status', title: t('status'), show: ({ status }) => <PartnerStatus isOwn status={status} /> },
    {
      key: 'share',
      title: t('share'),
      isNumber: true,
      show: ({ basisPoints }) => formatBasisPoints(basisPoints, locale),
    },
  ];
  return (
    <section className="dashboard-section" aria-labelledby="contracts">
      <h2 id="contracts">{seller('coProduction.title')}</h2>
      <RecordList label={seller('coProduction.title')} columns={columns} records={open} keyOf={({ id }) => id} />
      <p>
        <PageLink to="/platform/co-production">{seller('dashboard.toContracts')}</PageLink>
      </p>
    </section>
  );
}
