import { usePage } from './page-context.ts';

/** Dates are written in the seller's time zone, so that server and browser agree on the day. */
function nextCharge(now: number, days: number, locale: string): string {
  const dateStyle = locale === 'en' ? 'medium' : 'short';
  return new Intl.DateTimeFormat(locale, { timeZone: 'America/Sao_Paulo', dateStyle }).format(now + days * 86_400_000);
}

/** Everything the total is made of, line by line. */
export function Receipt({ interest }: { interest: number }) {
  const { boot, t, money, choice, totals } = usePage();
  const { checkout } = boot;
  return (
    <section className="block receipt" aria-labelledby="receipt">
      <h2 id="receipt">{t('summary')}</h2>
      <dl>
        <div>
          <dt>{checkout.title}</dt>
          <dd>{money(checkout.price)}</dd>
        </div>
        {totals.bumps.map((bump) => (
          <div key={bump.id}>
            <dt>{bump.title}</dt>
            <dd>{money(bump.price)}</dd>
          </div>
        ))}
        {totals.isShipped && (
          <div>
            <dt>{t('freight')}</dt>
            <dd>{choice.hasZip ? (totals.freight ? money(totals.freight) : t('free')) : t('freightPending')}</dd>
          </div>
        )}
        {interest > 0 && (
          <div>
            <dt>{t('interest')}</dt>
            <dd>{money(interest)}</dd>
          </div>
        )}
        <div className="total">
          <dt>{t('total')}</dt>
          <dd>{money(totals.total + interest)}</dd>
        </div>
      </dl>
      {checkout.type === 'SUBSCRIPTION' && checkout.frequencyInDays ? (
        <p className="note">
          {t('subscription', {
            amount: money(checkout.recurrencePrice ?? checkout.price),
            count: checkout.frequencyInDays,
            date: nextCharge(boot.now, checkout.frequencyInDays, boot.locale),
          })}
        </p>
      ) : null}
      <p className="note">{t('soldBy', { seller: checkout.sellerName })}</p>
    </section>
  );
}
