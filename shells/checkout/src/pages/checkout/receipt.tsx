import { priceRenewal } from '@feira/schemas/rules/order-price';
import type { ReactNode } from 'react';
import { usePage } from './page-context.ts';

/** Lists line by line what the total is made of, as soon as that is more than the price of the product. */
export function PriceLines() {
  const { boot, t, money, initial, choice, totals, coupon, interest } = usePage();
  const { checkout } = boot;
  const recurring = checkout.recurrencePrice ?? checkout.price;
  const reduced = priceRenewal(recurring, coupon, checkout);
  const amount = (cents: number, sign = '') => <span translate="no">{`${sign}${money(cents)}`}</span>;
  const line = (name: string, value: ReactNode, key = name) => (
    <div key={key}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <>
      <dl>
        {checkout.maxQuantity &&
          line(
            t('quantity'),
            <select name="quantity" aria-label={t('quantity')} defaultValue={initial.quantity}>
              {Array.from({ length: checkout.maxQuantity }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the numbers stay where they are.
                <option key={index} value={index + 1}>{`${index + 1} × ${money(checkout.price)}`}</option>
              ))}
            </select>,
          )}
        {line(checkout.title, amount(checkout.price * choice.quantity))}
        {totals.discount > 0 && line(t('coupon'), amount(totals.discount, '−'))}
        {totals.methodDiscount > 0 &&
          line(t(choice.method === 'PIX' ? 'pixDiscount' : 'billetDiscount'), amount(totals.methodDiscount, '−'))}
        {totals.bumps.map((bump) => line(bump.title, amount(bump.price), bump.id))}
        {totals.isShipped &&
          line(
            t('freight'),
            choice.hasZip && (!checkout.hasFreightQuotes || totals.deliveryOption)
              ? totals.freight
                ? amount(totals.freight)
                : t('free')
              : t('freightPending'),
          )}
        {interest > 0 && line(t('interest'), amount(interest))}
        <div className="total">
          <dt>{t('total')}</dt>
          <dd>{amount(totals.total + interest)}</dd>
        </div>
      </dl>
      {checkout.type === 'SUBSCRIPTION' && checkout.frequencyInDays ? (
        <p className="note">
          {[
            checkout.trialDays &&
              t(checkout.isTrialFree ? 'trialFree' : 'trial', {
                count: checkout.trialDays,
                amount: money(checkout.price - totals.discount),
              }),
            (choice.method === 'PIX' && reduced === recurring && boot.pixAgreement) ||
              t(
                boot.months === null ? 'subscription' : boot.months === 12 ? 'subscriptionYear' : 'subscriptionMonths',
                {
                  amount: money(coupon?.cycles ? recurring : reduced),
                  count: boot.months ?? checkout.frequencyInDays,
                  date: boot.nextCharge,
                },
              ),
            coupon?.cycles &&
              reduced < recurring &&
              t('couponCharges', { amount: money(reduced), count: coupon.cycles }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      ) : null}
    </>
  );
}

export function Receipt() {
  const { t } = usePage();
  return (
    <section className="block receipt" aria-labelledby="receipt">
      <h2 id="receipt">{t('summary')}</h2>
      <PriceLines />
    </section>
  );
}
