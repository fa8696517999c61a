import { announceCheckout } from '../events.ts';
import { startAbandonedCart } from './abandoned-cart.ts';
import { applyCoupon } from './coupon.ts';
import { readValues } from './form-values.ts';
import { createKeyKeeper, randomKey, sessionStorageOrNone } from './idempotency-key.ts';
import { startLeaving } from './leaving.ts';
import type { Behaviour, Session } from './session.ts';
import { createSubmit } from './submit.ts';
import { keepTyped } from './typed-values.ts';
import { validateBuyer } from './validate-buyer.ts';
import { startZipLookup } from './zip-lookup.ts';

/** Starts everything besides the display; it arrives after the form already takes input. */
export function startBehaviour(session: Session): Behaviour {
  const { boot, form, t } = session;
  const { checkout } = boot;
  const keys = createKeyKeeper(checkout.id, boot.idempotencyKey, sessionStorageOrNone());
  keepTyped(form, checkout.id);
  const onLeave = startLeaving(session);
  // The other language shows what was typed.
  document.querySelector('.languages')?.addEventListener('click', onLeave);
  const cartId = startAbandonedCart(session);
  startZipLookup(session);
  const pay = createSubmit({ session, keys, cartId, onLeave });
  announceCheckout({
    offerId: checkout.id,
    value: session.state().totals.total,
    currency: checkout.coin,
    eventId: randomKey(),
  });
  return {
    submit: (button) => ((button as HTMLButtonElement | null)?.name ? applyCoupon(session) : pay()),
    leaveField(name) {
      const values = readValues(form);
      // An empty field is no problem before the submit, and what is wrong with a coupon only the server says.
      if (!values[name] || name === 'coupon') return;
      const { choice, totals } = session.state();
      const key = validateBuyer(checkout, choice, totals, values)[name];
      session.setFieldError(name, key && t(key));
    },
  };
}
