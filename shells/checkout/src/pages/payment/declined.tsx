import { declineStepLabel, declineWords, listDeclineSteps } from '@feira/schemas/rules/declines';
import type { SceneProps } from './scene-props.ts';

/** Says why the card was refused and offers the ways to pay for the same order: by PIX with one click, or in the form, which is still filled in. */
export function Declined({ t, locale, payment, money, pageView }: SceneProps) {
  const { decline, mayBeCharged } = payment;
  const pixAmount = payment.pixAmount ?? null;
  const advice = decline ?? 'UNKNOWN';
  const words = declineWords(advice, locale);
  const [first, ...others] = listDeclineSteps(advice, {
    pix: pixAmount !== null,
    installments: payment.installments > 1,
  });
  const isPixFirst = first === 'PIX';
  const card = isPixFirst ? others[0] : first;
  const query = new URLSearchParams({ method: 'CREDIT_CARD', ...(locale === 'en' && { lang: 'en' }) });
  const cardLink = card && (
    <a className={isPixFirst ? 'secondary' : 'primary'} href={`/checkout/${payment.offerId}?${query}`}>
      {declineStepLabel(card, locale, '')}
    </a>
  );
  return (
    <section className="block" aria-labelledby="decline">
      <h2 id="decline">{mayBeCharged ? t('payOtherwise') : words.title}</h2>
      {!mayBeCharged && <p>{words.text}</p>}
      <form
        className="actions"
        method="post"
        action={`/checkout/payment/${payment.id}/pix${locale === 'en' ? '?lang=en' : ''}`}
      >
        <input type="hidden" name="pageView" value={pageView} />
        {!isPixFirst && cardLink}
        {pixAmount !== null && (
          <button className={isPixFirst ? 'primary' : 'secondary'} type="submit">
            {declineStepLabel('PIX', locale, money(pixAmount))}
          </button>
        )}
        {isPixFirst && cardLink}
      </form>
    </section>
  );
}
