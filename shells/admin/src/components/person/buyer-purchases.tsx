import type { Output } from '@feira/schemas/procedure';
import type { getBuyer } from '@feira/schemas/procedures/profiles';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleStatus } from '@feira/shell-desk/sale/sale-words.tsx';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './person-head.css';

export type Buyer = Output<typeof getBuyer>;

/** Shows what a buyer bought on the platform: the sums, and the newest purchases. */
export function BuyerPurchases({ buyer: { totals, requests, purchases } }: { buyer: Buyer }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  const facts: Fact[] = totals.flatMap(({ currency, purchases: all, paid, spent, refunds, refunded, disputes }) => [
    [t('purchases.spent'), formatCurrency(spent, currency, locale)],
    [t('purchases.count'), t('purchases.countWords', { paid, purchases: all })],
    [t('purchases.refunds'), `${formatCount(refunds, locale)} (${formatCurrency(refunded, currency, locale)})`],
    [t('purchases.disputes'), formatCount(disputes, locale)],
  ]);
  return (
    <>
      <FactList facts={[...facts, [t('purchases.requests'), formatCount(requests, locale)]]} />
      <ul className="profile-lines" aria-label={t('purchases.title')}>
        {purchases.map(({ id, title, sellerName, createdAt, amount, currency, status }) => (
          <li key={id}>
            <TwoLines
              first={<PageLink to={`/admin-root/manage-sales/${id}`}>{title}</PageLink>}
              second={`${sellerName}, ${formatDate(createdAt, locale)}, ${formatCurrency(amount, currency, locale)}`}
            />
            <span className="profile-end">
              <SaleStatus status={status} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
