import { formatPhone } from '@feira/schemas/rules/phone';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useTranslation } from 'react-i18next';
import { type Buyer, BuyerPurchases } from '../../components/person/buyer-purchases.tsx';
import { usePermission } from '../../components/use-permission.ts';
import { useBuyer } from './use-buyer.ts';

/** The buyer of a sale, who needs no account. The address names the sale, so that no e-mail stands in it. */
export default function SaleBuyerPage({ params }: PageProps) {
  const { t } = useTranslation('profile');
  const saleId = params.id!;
  const { data, error, refetch } = useBuyer(saleId);
  return (
    <PageFrame title={data ? data.name : t('buyer.title')}>
      <BackLink to={`/admin-root/manage-sales/${saleId}`}>{t('buyer.back')}</BackLink>
      {data ? (
        <>
          <section className="panel" aria-labelledby="buyer-facts">
            <h2 id="buyer-facts">{t('buyer.details')}</h2>
            <BuyerFacts buyer={data} />
          </section>
          <section className="panel" aria-labelledby="buyer-purchases">
            <h2 id="buyer-purchases">{t('purchases.title')}</h2>
            <BuyerPurchases buyer={data} />
          </section>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div className="panel" aria-busy="true">
          <Skeleton height={320} />
        </div>
      )}
    </PageFrame>
  );
}

function BuyerFacts({ buyer }: { buyer: Buyer }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  const can = usePermission();
  const { email, phone, document, firstAt, personId, otherEmails } = buyer;
  const facts: Fact[] = [[t('buyer.email'), email]];
  if (phone) facts.push([t('buyer.phone'), formatPhone(phone)]);
  if (document) facts.push([t('document'), document]);
  facts.push([t('buyer.first'), formatDate(firstAt, locale)]);
  if (otherEmails.length > 0) facts.push([t('buyer.otherEmails'), otherEmails.join(', ')]);
  return (
    <>
      <FactList facts={facts} />
      {personId === null && <p className="muted">{t('buyer.noAccount')}</p>}
      {personId !== null && can('isUsersAvailable') && (
        <PageLink to={`/admin-root/manage-users/${personId}`}>{t('buyer.account')}</PageLink>
      )}
    </>
  );
}
