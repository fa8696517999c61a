import type { HeldCardView } from '@feira/schemas/checkout';
import type { DeclineAdvice } from '@feira/schemas/declines';
import type { PageEventIds } from '@feira/schemas/pixels';
import type { startTrial as declaredTrial, tokenCreditCard } from '@feira/schemas/procedures/checkout';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { mutate } from '../api.ts';
import { missedLeast } from '../pages/checkout/choice.ts';
import { readAdConsent } from '../pixels/consent.ts';
import { applyCoupon } from './coupon.ts';
import { showFieldErrors } from './field-errors.ts';
import { readValues } from './form-values.ts';
import { type KeyKeeper, markCart, sessionStorageOrNone } from './idempotency-key.ts';
import { describeProblem } from './name-length.ts';
import { createPurchaseBody, type PurchaseBody } from './purchase-body.ts';
import { isDefiniteRefusal, type PurchaseAnswer, sendOrder, sendPurchase } from './send-purchase.ts';
import type { Session } from './session.ts';
import { isAddressIncomplete, validateBuyer } from './validate-buyer.ts';

export interface SubmitParts {
  session: Session;
  keys: KeyKeeper;
  cartId: () => string | undefined;
  /** The form is complete, and is about to be sent. */
  onPay: () => void;
  /** The ids of the events that pixels have reported. */
  eventIds: () => PageEventIds | undefined;
  /** The page is about to be left on purpose. */
  onLeave: () => void;
}

/** The card, and the buyer's device, as the provider knows them; undefined when the buyer has been told what is wrong. */
async function prepareCard(
  session: Session,
  body: PurchaseBody,
): Promise<Pick<PurchaseBody, 'creditCard' | 'secondCard' | 'fingerPrints'> | undefined> {
  const { boot, t, card } = session;
  if (!boot.checkout.card) {
    session.setNotice({ title: t('gatewayMissing') });
    return undefined;
  }
  const answer = card ? await card.tokenize(body.cpf) : { reason: 'failed' as const, message: t('cardUnavailable') };
  if (!('token' in answer)) {
    if (answer.reason === 'failed') session.setNotice({ title: answer.message || t('cardUnavailable') });
    card?.focus();
    return undefined;
  }
  const { token, receiverId, ...device } = answer;
  if (boot.checkout.type !== 'SUBSCRIPTION') {
    const { installment } = session.state();
    const installments = typeof installment === 'object' ? installment.installmentNumber : 1;
    return { creditCard: { token, installments }, ...device };
  }
  const { name, email, cpf, phone } = body;
  const saved = await mutate<typeof tokenCreditCard>(
    'checkout.tokenCreditCard',
    {
      checkoutId: boot.checkout.id,
      token,
      pageView: boot.pageView,
      name,
      email,
      ...(cpf && { cpf }),
      ...(phone && { phone }),
      ...(receiverId && { receiverId }),
    },
    { locale: boot.locale },
  );
  if (saved.ok) return { creditCard: { creditCardId: saved.data.creditCardId, installments: 1 }, ...device };
  session.setNotice({ title: t('refused'), detail: saved.error.message });
  return undefined;
}

const boughtPlace = (offerId: string): string => `feira:bought:${offerId}`;

/** Returns the page of the purchase that this tab made; other purchases of the buyer are behind a sign-in. */
function findPurchaseUrl({ checkout }: Session['boot']): string {
  const paymentId = sessionStorageOrNone()?.getItem(boughtPlace(checkout.id));
  return paymentId ? `/checkout/payment/${paymentId}${location.search}` : '/my-purchases';
}

/** Offers the next steps. Where their words cannot be loaded, the buyer is told at least that the card was refused. */
const explainDecline = (
  session: Session,
  advice: DeclineAdvice,
  cards?: readonly HeldCardView[] | null,
): Promise<void> =>
  import(/* webpackChunkName: "decline" */ './decline.tsx').then(
    ({ showDecline }) => showDecline(session, advice, cards),
    () => session.setNotice({ title: session.t('cardRefused') }),
  );

function showRefusal(session: Session, answer: Exclude<PurchaseAnswer, { ok: true }>): void {
  const { t } = session;
  const { code, message, details } = answer.error;
  if (code === 'ALREADY_PURCHASED') {
    session.setNotice({ title: t('alreadyBought'), detail: message, purchaseUrl: findPurchaseUrl(session.boot) });
    return;
  }
  const fields: Record<string, string> = {};
  for (const { field, message: text } of details ?? []) {
    const input = session.form.elements.namedItem(field);
    // A field shows its message where it is on the screen and has a place for it; other messages appear above the button.
    if (input instanceof HTMLElement && input.closest('.field') && !input.closest('[hidden]')) fields[field] = text;
  }
  if (Object.keys(fields).length) {
    showFieldErrors(session, fields);
    return;
  }
  const isUnknown = answer.status === 0 || answer.status >= 500 || code === 'IDEMPOTENCY_KEY_IN_USE';
  const detail = code === 'IDEMPOTENCY_KEY_REUSED' ? t('sentBefore') : isUnknown ? t('sameKeyAgain') : message;
  session.setNotice({ title: t('refused'), ...(detail && detail !== t('refused') && { detail }) });
}

/** The key was sent with another cart before: that one may be under way. */
const isSentBefore = (answer: PurchaseAnswer): boolean => !answer.ok && answer.error.code === 'IDEMPOTENCY_KEY_REUSED';

/** Nothing is paid, so that no payment's page follows but the subscription's. */
async function startTrial({ session, keys, onLeave }: SubmitParts, order: PurchaseBody, key: string): Promise<boolean> {
  const { locale } = session.boot;
  const answer = await sendOrder<typeof declaredTrial>('checkout.startTrial', order, key, locale);
  if (answer.ok) {
    keys.forget();
    onLeave();
    location.assign(answer.data.url);
    return true;
  }
  if (isDefiniteRefusal(answer)) keys.forget({ isRefused: !isSentBefore(answer) });
  showRefusal(session, answer);
  return false;
}

async function pay(parts: SubmitParts, body: PurchaseBody): Promise<boolean> {
  const { session, keys, cartId, eventIds, onLeave } = parts;
  const { boot } = session;
  const isCard = body.paymentMethod === 'CREDIT_CARD';
  const card = isCard ? await prepareCard(session, body) : undefined;
  if (isCard && !card) return false;
  const abandonedCartId = cartId();
  const adConsent = readAdConsent(boot.pixels);
  // The mark leaves token and device out: they are new at every try, while the purchase is still the same one.
  const key = keys.keyFor(await markCart({ ...body, installments: card?.creditCard?.installments }));
  const order = {
    ...body,
    pageView: boot.pageView,
    ...(abandonedCartId && { abandonedCartId }),
    ...(boot.referer && { referer: boot.referer }),
    ...(adConsent && { adConsent: { ...adConsent, eventIds: eventIds() } }),
    ...card,
  };
  if (boot.checkout.isTrialFree) return startTrial(parts, order, key);
  const answer = await sendPurchase(order, key, boot.locale);
  if (isDefiniteRefusal(answer)) keys.forget({ isRefused: !isSentBefore(answer) });
  if (!answer.ok) {
    if (isCard && answer.error.code === 'PAYMENT_REFUSED') await explainDecline(session, 'UNKNOWN');
    else showRefusal(session, answer);
    return false;
  }
  if (isDefiniteRefusal(answer)) {
    await explainDecline(session, answer.data.payment.decline ?? 'UNKNOWN', answer.data.payment.cards);
    return false;
  }
  keys.forget();
  try {
    sessionStorageOrNone()?.setItem(boughtPlace(boot.checkout.id), answer.data.paymentId);
  } catch {}
  onLeave();
  location.assign(`/checkout/payment/${answer.data.paymentId}${location.search}`);
  return true;
}

/**
 * Idle, then busy, then either the payment page or idle again with a message. One at a time. `isRepeat`: the buyer wants the same once
 * more.
 */
export function createSubmit(parts: SubmitParts): (isRepeat: boolean) => Promise<void> {
  const { session } = parts;
  let isBusy = false;
  const setBusy = (next: boolean) => {
    isBusy = next;
    session.setBusy(next);
  };
  // Back from the payment page through the browser's page cache: the page is as it was left, and must work again.
  window.addEventListener('pageshow', (event) => event.persisted && setBusy(false));
  return async (isRepeat) => {
    if (isBusy) return;
    const { choice, totals, installment } = session.state();
    if (choice.method === 'CREDIT_CARD' && installment === 'loading') return;
    const values = readValues(session.form);
    const found = validateBuyer(session.boot.checkout, choice, totals, values);
    const entries = Object.entries(found).map(
      ([name, key]) => [name, describeProblem(session.t, key, values[name])] as const,
    );
    session.setNotice(isAddressIncomplete(totals, found) ? { title: session.t('addressMissing') } : undefined);
    showFieldErrors(session, Object.fromEntries(entries));
    if (entries.length) return;
    setBusy(true);
    const isLeaving = await order(parts, values, isRepeat).catch(() => {
      session.setNotice({ title: session.t('refused'), detail: session.t('sameKeyAgain') });
      return false;
    });
    // The button stays busy while the next page loads.
    if (!isLeaving) setBusy(false);
  };
}

/** Prices the order once more and pays it. Returns whether the page is left; otherwise it says why not. */
async function order(parts: SubmitParts, values: ReturnType<typeof readValues>, isRepeat: boolean): Promise<boolean> {
  const { session } = parts;
  const { choice } = session.state();
  if (!(await applyCoupon(session))) return false;
  const { checkout, locale } = session.boot;
  const least = checkout.isTrialFree ? 0 : missedLeast(checkout, choice.method, session.state().totals.total);
  if (least) {
    session.setNotice({ title: session.t('amountTooSmall', { amount: formatCurrency(least, checkout.coin, locale) }) });
    return false;
  }
  const body = { ...createPurchaseBody(session, values), isRepeat };
  if (checkout.requiredDocumentAndPhone && !(body.cpf && body.phone)) {
    session.setNotice({ title: session.t('identityMissing') });
    return false;
  }
  parts.onPay();
  return pay(parts, body);
}
