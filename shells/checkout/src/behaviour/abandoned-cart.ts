import type { putAbandonedCart } from '@feira/schemas/procedures/checkout';
import { isEmail } from '@feira/schemas/rules/email';
import { mutate } from '../api.ts';
import { readValues } from './form-values.ts';
import type { Session } from './session.ts';

const FULL_PHONE = 11;
/** The pause is long enough that an unfinished address is not saved letter by letter. */
const SETTLE_MS = 800;

/** Saves the cart when the e-mail becomes valid and again when the phone is complete, where the offer keeps carts. */
export function startAbandonedCart(session: Session): () => string | undefined {
  const { form, boot } = session;
  let cartId: string | undefined;
  let saved = '';
  let sending = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = async () => {
    const { name, cpf, email, phone } = readValues(form);
    const digits = (phone ?? '').replace(/\D/g, '');
    if (!email || !isEmail(email)) return;
    const mark = `${email} ${digits.length >= FULL_PHONE ? digits : ''}`;
    if (mark === saved) return;
    saved = mark;
    const answer = await mutate<typeof putAbandonedCart>(
      'checkout.putAbandonedCart',
      {
        offerId: boot.checkout.id,
        email,
        ...(cartId && { cartId }),
        ...(name && { name }),
        ...(cpf && { document: cpf }),
        ...(digits && { phone: digits.slice(0, FULL_PHONE) }),
        cartAmt: session.state().totals.total,
        ...(Object.keys(boot.utmQuery).length > 0 && { utmQuery: boot.utmQuery }),
      },
      { locale: boot.locale },
    );
    if (answer.ok) cartId = answer.data.cartId;
  };
  if (boot.isAbandonedCartEnabled) {
    const onInput = () => {
      clearTimeout(timer);
      // The saves run one after the other: the second needs the id that the first returned.
      timer = setTimeout(() => {
        sending = sending.then(save);
      }, SETTLE_MS);
    };
    form.addEventListener('input', onInput);
    onInput();
  }
  return () => cartId;
}
