import { formatCurrency } from '@feira/schemas/rules/currency';
import { SaleMethod, SaleStatus } from '@feira/shell-desk/sale/sale-words.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatDate, formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { Picture } from './picture.tsx';
import type { Purchase } from './use-purchases.ts';

/** Shows one purchase: its product, seller, price and status, with a link to its payment. */
export function PurchaseCard({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation(['customer', 'kit']);
  const { locale } = useHost();
  const { paymentId, createdAt, title, image, sellerName, method, amount, currency, status } = purchase;
  const { extras, freight, interest, address, hasReceipt, renewableUntil } = purchase;
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  // A card that is still being looked at wants nothing more from its owner.
  const isOpen = status === 'PENDING' && method !== 'CREDIT_CARD';
  return (
    <li className="panel purchase">
      <Picture image={image} />
      <div className="purchase-what">
        <h2>{title}</h2>
        {extras.length > 0 && <p>{t('purchases.extras', { titles: extras.join(', ') })}</p>}
        <p className="muted">{t('purchases.soldBy', { name: sellerName })}</p>
        <p className="muted">
          <time dateTime={createdAt}>{t('purchases.boughtOn', { date: formatDate(createdAt, locale) })}</time>
        </p>
        {address && <p className="muted">{t('purchases.sentTo', { address })}</p>}
        {purchase.tracking && <Parcel tracking={purchase.tracking} title={title} />}
      </div>
      <div className="purchase-money">
        <strong className="number">{money(amount)}</strong>
        {freight > 0 && <span className="muted">{t('purchases.withFreight', { amount: money(freight) })}</span>}
        {interest > 0 && <span className="muted">{t('purchases.withInterest', { amount: money(interest) })}</span>}
        <SaleMethod method={method} />
      </div>
      <div className="purchase-state">
        <div>
          <SaleStatus status={status} />
          <p className="muted">{t(`purchases.meaning.${status}`)}</p>
          {renewableUntil && (
            <p className="muted">{t('purchases.keptUntil', { date: formatDate(renewableUntil, locale) })}</p>
          )}
        </div>
        {hasReceipt && (
          <a href={`/checkout/payment/${paymentId}/receipt.pdf?lang=${locale}`}>
            {t('purchases.receipt')}
            <span className="visually-hidden"> {title}</span>
          </a>
        )}
        {renewableUntil && method !== 'CREDIT_CARD' && (
          <form method="post" action={`/checkout/payment/${paymentId}/renew?lang=${locale}`}>
            <button type="submit" className="button button-primary">
              {t(`purchases.renew${method}`)}
              <span className="visually-hidden"> {title}</span>
            </button>
          </form>
        )}
        <a className={isOpen ? 'button button-primary' : 'button'} href={`/checkout/payment/${paymentId}`}>
          {t(isOpen ? 'purchases.pay' : 'purchases.see')}
          <span className="visually-hidden"> {title}</span>
        </a>
      </div>
    </li>
  );
}

/** Tells where the parcel is, and leads to the carrier's page. */
function Parcel({ tracking, title }: { tracking: NonNullable<Purchase['tracking']>; title: string }) {
  const { t } = useTranslation(['customer', 'kit']);
  const { locale } = useHost();
  const { state, shipUntil, carrier, trackingCode, trackingUrl, shippedAt, deliveredAt, returnedAt } = tracking;
  const step = { TO_SHIP: null, SHIPPED: shippedAt, DELIVERED: deliveredAt, RETURNED: returnedAt }[state];
  const day = step ? formatDate(step, locale) : formatDay(shipUntil, locale);
  return (
    <div className="purchase-parcel">
      <Icon name="truck" size={18} />
      <div>
        <p>{t(`purchases.tracking.states.${state}`, { day })}</p>
        {carrier && (
          <p className="muted">
            {trackingCode ? t('purchases.tracking.parcel', { carrier, code: trackingCode }) : carrier}
          </p>
        )}
        {trackingUrl && (
          <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
            {t('purchases.tracking.track')}
            <span className="visually-hidden">
              {' '}
              {title} {t('kit:newTab')}
            </span>
          </a>
        )}
      </div>
    </div>
  );
}
