import type { HeldCardView } from '@feira/schemas/checkout';
import type { DeclineAdvice } from '@feira/schemas/declines';
import { formatCurrency } from '@feira/schemas/rules/currency';
import {
  type DeclineStep,
  declineStepLabel,
  declineWords,
  listDeclineSteps,
  refusedCardText,
} from '@feira/schemas/rules/declines';
import type { Session } from './session.ts';

/** Advices that agree with the plain message: not enough money, or wrong details. */
const PLAIN: readonly DeclineAdvice[] = ['FUNDS', 'SECURITY_CODE', 'CARD_DATA', 'EXPIRED', 'UNKNOWN'];

/** Switches the form to another method, as a click of the buyer's would, and returns whether it has that method. */
function chooseMethod({ form }: Session, method: 'PIX' | 'CREDIT_CARD'): boolean {
  const radio = form.querySelector<HTMLInputElement>(`input[name="paymentMethod"][value="${method}"]`);
  radio?.click();
  return radio !== null;
}

function takeStep(session: Session, step: DeclineStep): void {
  const { form, card, setNotice } = session;
  if (step === 'PIX') {
    // The order is sent once the page shows it: the price by PIX has no interest.
    if (chooseMethod(session, 'PIX')) setTimeout(() => form.requestSubmit());
    return;
  }
  setNotice(undefined);
  chooseMethod(session, 'CREDIT_CARD');
  const twoCards = form.querySelector<HTMLElement>('.two-cards [aria-expanded=false]');
  if (step === 'TWO_CARDS' && twoCards) {
    twoCards.focus();
    twoCards.click();
    return;
  }
  const installments = form.querySelector<HTMLElement>('[name="cardInstallment"]');
  if (step === 'INSTALLMENTS' && installments) installments.focus();
  else card?.focus();
}

/** Says why the card was refused and offers what may work; the form stays as it was filled in. Loaded after a refusal alone. */
export function showDecline(
  session: Session,
  advice: DeclineAdvice,
  cards: readonly HeldCardView[] | null = null,
): void {
  const { boot, t, setNotice } = session;
  const { checkout, locale } = boot;
  const { totals, installment } = session.state();
  const words = declineWords(advice, locale);
  const isCounted = typeof installment === 'object' && installment.installmentNumber > 1;
  // Two cards are offered where one was refused.
  const twoCards = !cards && session.form.querySelector('.two-cards [aria-expanded=false]') !== null;
  const steps = listDeclineSteps(advice, { pix: checkout.pixEnabled, installments: isCounted, twoCards });
  const refused = cards?.find(({ state }) => state === 'REFUSED')?.lastDigits;
  const amount = formatCurrency(totals.total, checkout.coin, locale);
  const isPlain = PLAIN.includes(advice);
  setNotice({
    title: isPlain ? t('cardRefused') : words.title,
    detail: [refused && refusedCardText(refused, locale), isPlain && `${words.title}.`, words.text]
      .filter(Boolean)
      .join(' '),
    actions: (
      <p className="actions">
        {steps.map((step, index) => (
          <button
            key={step}
            type="button"
            className={index === 0 ? 'primary' : 'secondary'}
            onClick={() => takeStep(session, step)}
          >
            {declineStepLabel(step, locale, amount)}
          </button>
        ))}
      </p>
    ),
  });
}
