import type { Input } from '@feira/schemas/procedure';
import type { deleteAbandonedCart, putAbandonedCart } from '@feira/schemas/procedures/checkout';
import { isEmail } from '@feira/schemas/rules/email';
import { normalizePhone } from '@feira/schemas/rules/phone';
import { mutate } from '../api.ts';
import { readValues } from './form-values.ts';
import { sessionStorageOrNone } from './idempotency-key.ts';
import type { Session } from './session.ts';

type Cart = Input<typeof putAbandonedCart>;

const FULL_PHONE = 11;
/** The pause is long enough that an unfinished address is not saved letter by letter. */
const SETTLE_MS = 800;
/** Fields that are filled in later are saved in longer steps. */
const LATER_MS = 4_000;
const ADDRESS = ['cep', 'street', 'number', 'complement', 'district', 'city', 'state'] as const;

/** Returns what is saved; null before the e-mail is valid. */
function readCart({ boot, form, state }: Session): Cart | null {
  const { name, cpf, email, phone, ...values } = readValues(form);
  const digits = normalizePhone(phone ?? '');
  if (!email || !isEmail(email)) return null;
  const { choice, totals, coupon } = state();
  const address = Object.fromEntries(ADDRESS.flatMap((field) => (values[field] ? [[field, values[field]]] : [])));
  return {
    offerId: boot.checkout.id,
    email,
    ...(name && { name }),
    ...(cpf && { document: cpf }),
    ...(/^\d{1,11}$/.test(digits) && { phone: digits }),
    cartAmt: totals.total,
    ...(Object.keys(boot.utmQuery).length > 0 && { utmQuery: boot.utmQuery }),
    ...address,
    ...(choice.method && { paymentMethod: choice.method }),
    ...(choice.quantity > 1 && { quantity: choice.quantity }),
    ...(choice.bumps.length > 0 && { orderBumpsIds: choice.bumps }),
    ...(totals.deliveryOption && { deliveryOptionId: totals.deliveryOption.id }),
    ...(coupon && { coupon: coupon.code }),
    ...(boot.affiliateId && { affiliateId: boot.affiliateId }),
  };
}

/** Lets the button at the e-mail end that the form is kept. */
function watchNotice({ form, t }: Session, isDeclined: boolean, onDecline: () => void): void {
  const notice = form.querySelector('.cart-note');
  if (!notice) return;
  if (isDeclined) notice.textContent = t('cartDeclined');
  notice.querySelector('button')?.addEventListener('click', () => {
    notice.textContent = t('cartDeclined');
    onDecline();
  });
}

/**
 * Saves the cart when the e-mail becomes valid and again when the phone is complete, where the offer keeps carts and the buyer does not
 * decline; later changes follow in longer steps, so that a link back fills everything.
 */
export function startAbandonedCart(session: Session): () => string | undefined {
  const { form, boot } = session;
  const storage = sessionStorageOrNone();
  const place = `feira-no-cart:${boot.checkout.id}`;
  let cartId: string | undefined;
  let saved = '';
  let mark = '';
  let isDeclined = boot.cartKeptDays === null || storage?.getItem(place) === '1';
  let sending: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const markOf = ({ email, phone }: Cart) => `${email} ${phone?.length === FULL_PHONE ? phone : ''}`;
  const save = async () => {
    const cart = isDeclined ? null : readCart(session);
    const body = JSON.stringify(cart);
    if (!cart || body === saved) return;
    saved = body;
    mark = markOf(cart);
    const input = { ...cart, ...(cartId && { cartId }) };
    const answer = await mutate<typeof putAbandonedCart>('checkout.putAbandonedCart', input, { locale: boot.locale });
    if (answer.ok) cartId = answer.data.cartId;
  };
  // The saves run one after the other: the second needs the id that the first returned.
  const enqueue = () => {
    clearTimeout(timer);
    sending = sending.then(save);
  };
  const onInput = () => {
    clearTimeout(timer);
    const cart = isDeclined ? null : readCart(session);
    if (cart) timer = setTimeout(enqueue, markOf(cart) === mark ? LATER_MS : SETTLE_MS);
  };
  watchNotice(session, isDeclined, () => {
    isDeclined = true;
    cartId = undefined;
    clearTimeout(timer);
    try {
      storage?.setItem(place, '1');
    } catch {}
    const input = { offerId: boot.checkout.id };
    sending = sending.then(() =>
      mutate<typeof deleteAbandonedCart>('checkout.deleteAbandonedCart', input, { locale: boot.locale }),
    );
  });
  if (!isDeclined) {
    form.addEventListener('input', onInput);
    document.addEventListener('visibilitychange', () => document.hidden && enqueue());
    onInput();
  }
  return () => cartId;
}
