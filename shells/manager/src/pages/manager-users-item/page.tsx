import type { Output } from '@feira/schemas/procedure';
import type { getManagedSeller } from '@feira/schemas/procedures/figures';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { formatPhone } from '@feira/schemas/rules/phone';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { RecordList } from '@feira/shell-kit/components/record-list';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { SalesFigures } from '../../components/sales-figures.tsx';
import { useChosenPeriod, useManagedSeller } from '../../components/use-figures.ts';

type Seller = Output<typeof getManagedSeller>;

/** One seller in the manager's care: what was sold, how it grew, and what the manager earned of it. */
export default function ManagedSellerPage({ params }: PageProps) {
  const { t } = useTranslation('manager');
  const { change } = useAddress();
  const { choice, period } = useChosenPeriod();
  const { data, error, isPlaceholderData, refetch } = useManagedSeller(params.id!, period);
  const seller = isPlaceholderData ? undefined : data;
  const known = data?.person.id === params.id ? data : undefined;
  return (
    <PageFrame
      title={known?.person.name ?? t('users.item')}
      filters={
        <search className="list-filters">
          <PeriodFilter choice={choice} onChange={(next) => change(writePeriod(next))} />
        </search>
      }
    >
      <BackLink to="/manager-root/manager-users">{t('users.back')}</BackLink>
      {error && !known ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <>
          <SalesFigures sums={seller} />
          {known && <About seller={known} />}
          {seller && <Groups seller={seller} />}
        </>
      )}
    </PageFrame>
  );
}

function About({ seller }: { seller: Seller }) {
  const { t } = useTranslation('manager');
  const { locale } = useHost();
  const { person, phone, status, createdAt, refunded, charged, currency } = seller;
  const facts: Fact[] = [
    [t('users.status'), <ActiveStatus key="status" status={status} />],
    [
      t('users.email'),
      <a key="email" href={`mailto:${person.email}`}>
        {person.email}
      </a>,
    ],
    [t('users.phone'), phone ? formatPhone(phone) : t('users.noPhone')],
    [t('users.since'), formatDate(createdAt, locale)],
    [t('figures.refunded'), formatSigned(refunded, currency, locale)],
    [t('figures.charged'), formatSigned(charged, currency, locale)],
  ];
  return (
    <section className="panel">
      <FactList facts={facts} />
    </section>
  );
}

function Groups({ seller: { currency, methods, products } }: { seller: Seller }) {
  const { t } = useTranslation(['manager', 'kit']);
  const { locale } = useHost();
  const rows = [
    {
      title: t('figures.methods'),
      items: methods.map(({ method, ...sums }) => ({ name: t(`kit:method.${method}`), ...sums })),
    },
    { title: t('figures.products'), items: products },
  ];
  return rows.map(({ title, items }) => (
    <section key={title} className="page">
      <h2>{title}</h2>
      {items.length === 0 ? (
        <p className="muted">{t('figures.nothingSold')}</p>
      ) : (
        <RecordList
          label={title}
          columns={[
            { key: 'name', title: t('users.name'), isHead: true, show: ({ name }) => name },
            {
              key: 'sales',
              title: t('figures.sales'),
              isNumber: true,
              show: ({ sales }) => formatCount(sales, locale),
            },
            {
              key: 'gross',
              title: t('figures.gross'),
              isNumber: true,
              show: ({ gross }) => formatCurrency(gross, currency, locale),
            },
          ]}
          records={items}
          keyOf={({ name, gross }) => `${name} ${gross}`}
        />
      )}
    </section>
  ));
}
