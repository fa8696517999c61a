import { perPeriod } from '../../components/per-period.ts';
import { pictureUrl } from '../../components/picture.ts';
import type { StaticProps } from './static-props.ts';

/** The price of each charge with its period, and the price of the first one where it differs. */
function RecurringPrice({ boot, t, money }: StaticProps) {
  const { price, recurrencePrice, frequencyInDays } = boot.checkout;
  const recurring = recurrencePrice ?? price;
  return (
    <p className="price">
      <b>{perPeriod(t, money(recurring), { frequencyInDays: frequencyInDays ?? 0, months: boot.months })}</b>
      {price !== recurring && (
        <>
          {' '}
          <small>{t('firstCharge', { amount: price ? money(price) : t('free') })}</small>
        </>
      )}
    </p>
  );
}

/** The price as it sells: by installments first where there are any, with both totals beside them. */
function Price({ boot, t, money }: StaticProps) {
  const { price, fakePrice, bestInstallment } = boot.checkout;
  const former = fakePrice ? <s>{money(fakePrice)}</s> : null;
  if (!bestInstallment)
    return (
      <p className="price">
        {former} <b>{price ? money(price) : t('free')}</b>
      </p>
    );
  const { installmentNumber: number, installmentValue, total, hasInterest } = bestInstallment;
  return (
    <p className="price">
      {former} <b>{t('priceInstallments', { number, amount: money(installmentValue) })}</b>{' '}
      <small>
        {t('priceAtOnce', { amount: money(price) })}
        {hasInterest && ` · ${t('priceTotal', { number, total: money(total) })}`}
      </small>
    </p>
  );
}

/** Leads back to the page on which the amount is typed: the address of this page without the amount. */
const amountUrl = ({ formAction }: StaticProps['boot']): string => formAction.replace(/amount=[^&]*&?/, '');

export function Product(props: StaticProps) {
  const { checkout } = props.boot;
  const picture = pictureUrl(checkout.product.image);
  return (
    <section className="product">
      {picture && <img src={picture} alt="" width="72" height="72" />}
      <div className="grow">
        <h1>{checkout.title}</h1>
        <p className="seller">{props.t('soldBy', { seller: checkout.sellerName })}</p>
      </div>
      {checkout.type === 'SUBSCRIPTION' && checkout.frequencyInDays ? (
        <RecurringPrice {...props} />
      ) : (
        <Price {...props} />
      )}
      {checkout.amountRange && <a href={amountUrl(props.boot)}>{props.t('amountChange')}</a>}
      {checkout.product.description && (
        <details className="about">
          <summary>{props.t('about')}</summary>
          <p>{checkout.product.description}</p>
        </details>
      )}
    </section>
  );
}
