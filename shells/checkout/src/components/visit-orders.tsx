import type { Locale } from '@feira/schemas/common';
import type { VisitOrder } from '@feira/schemas/documents';
import type { TextKey, Translate } from '../texts.ts';
import { cardText } from './card-text.ts';

interface VisitOrdersProps {
  t: Translate;
  locale: Locale;
  money: (cents: number) => string;
  orders: VisitOrder[];
}

const WAITING: Record<VisitOrder['method'], TextKey> = {
  PIX: 'orderPix',
  BILLET: 'orderBillet',
  CREDIT_CARD: 'orderCard',
};

function stateOf({ status, isConfirming, method }: VisitOrder): TextKey {
  if (status !== 'PENDING') return `order${status}`;
  return isConfirming ? 'orderConfirming' : WAITING[method];
}

function OrderLine({ t, money, order }: Omit<VisitOrdersProps, 'orders' | 'locale'> & { order: VisitOrder }) {
  return (
    <>
      <p className="visit-line">
        <b className="grow">{order.title}</b>
        <b>{money(order.amount)}</b>
      </p>
      <p className="note">
        {t(stateOf(order))} · {t('orderCode', { code: order.orderCode })}
      </p>
    </>
  );
}

/** Says on the page of another offer what was ordered so far, and what of it is paid. */
export function OrderedSoFar({ orders, ...props }: VisitOrdersProps) {
  return (
    <ul className="visit-orders ordered" aria-label={props.t('visitOrders', { count: orders.length })}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderLine {...props} order={order} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the amounts that were charged to each card. */
function listCardCharges(t: Translate, orders: readonly VisitOrder[]): [string, number[]][] {
  const charges = new Map<string, number[]>();
  const note = (card: string, amount: number) => charges.set(card, [...(charges.get(card) ?? []), amount]);
  for (const order of orders) {
    if (order.method !== 'CREDIT_CARD' || order.status !== 'APPROVED') continue;
    if (!order.cards) note(cardText(t, order.cardBrand, order.cardLastDigits), order.amount);
    else
      for (const { brand, lastDigits, amount, state } of order.cards)
        if (state === 'CHARGED') note(cardText(t, brand, lastDigits), amount);
  }
  return [...charges];
}

/** Lists all orders of the visit at its end, with the charges that will stand on each card's bill. */
export function VisitOrders({ orders, ownId, ...props }: VisitOrdersProps & { ownId: string }) {
  const { t, locale, money } = props;
  const language = locale === 'en' ? '?lang=en' : '';
  const paid = orders.filter(({ status }) => status === 'APPROVED').reduce((sum, { amount }) => sum + amount, 0);
  const listed = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (
    <section className="block receipt" aria-labelledby="visit-orders">
      <h2 id="visit-orders">{t('visitOrders', { count: orders.length })}</h2>
      <ul className="visit-orders">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderLine {...props} order={order} />
            {(order.accessUrl || order.id !== ownId) && (
              <p className="visit-links">
                {order.accessUrl && (
                  <a href={order.accessUrl}>
                    {t('orderAccess')} <span className="hidden-text">{order.title}</span>
                  </a>
                )}
                {order.id !== ownId && (
                  <a href={`/checkout/payment/${order.id}${language}`}>
                    {t('orderOpen')} <span className="hidden-text">{order.orderCode}</span>
                  </a>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
      <dl>
        {listCardCharges(t, orders).map(([card, amounts]) => (
          <div key={card}>
            <dt>{card}</dt>
            <dd>{t('cardCharges', { count: amounts.length, amounts: listed.format(amounts.map(money)) })}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{t('visitPaid')}</dt>
          <dd>{money(paid)}</dd>
        </div>
      </dl>
    </section>
  );
}
