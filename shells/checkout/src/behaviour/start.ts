import type { CheckoutPixels } from '../pixels/checkout-pixels.ts';
import { startAbandonedCart } from './abandoned-cart.ts';
import { startCountdown } from './countdown.ts';
import { applyCoupon } from './coupon.ts';
import { readValues } from './form-values.ts';
import { createKeyKeeper, sessionStorageOrNone } from './idempotency-key.ts';
import { startLeaving } from './leaving.ts';
import { describeProblem, watchNameLength } from './name-length.ts';
import { pressAgain } from './press-again.ts';
import type { Behaviour, Session } from './session.ts';
import { createContinue, PAYMENT_STEP } from './steps.ts';
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
  startCountdown(document);
  const continueStep = createContinue(session, startZipLookup(session));
  const freight =
    checkout.hasFreightQuotes &&
    import(/* webpackChunkName: "freight" */ './freight.ts').then(
      ({ startFreight }) => startFreight(session),
      () => undefined,
    );
  watchNameLength(session);
  pressAgain('declineCart', 'pause');
  const { pixels } = boot;
  let measured: CheckoutPixels | undefined;
  const measuring =
    pixels &&
    import(/* webpackChunkName: "pixels" */ '../pixels/checkout-pixels.ts').then(
      ({ startCheckoutPixels }) => {
        measured = startCheckoutPixels(session, pixels);
      },
      () => undefined,
    );
  const onPay = () => void measuring?.then(() => measured?.reportPaymentInfo());
  const eventIds = () => measured?.eventIds();
  const pay = createSubmit({ session, keys, cartId, onLeave, onPay, eventIds });
  return {
    async submit(button) {
      const { name } = (button ?? {}) as { name?: string };
      if (name === 'applyCoupon') return applyCoupon(session);
      // The price that is paid has the freight.
      if (freight) await (await freight)?.ready();
      const { steps } = session.state();
      // Enter in a field of an earlier step goes on to the next one.
      return steps && steps.current !== PAYMENT_STEP ? continueStep() : pay(name === 'isRepeat');
    },
    leaveField(name) {
      const values = readValues(form);
      // An empty field is no problem before the submit, and what is wrong with a coupon only the server says.
      if (!values[name] || name === 'coupon') return;
      const { choice, totals } = session.state();
      const key = validateBuyer(checkout, choice, totals, values)[name];
      // Typing takes a message away. What a look-up said about the zip code stays.
      if (key) session.setFieldError(name, describeProblem(t, key, values[name]));
    },
  };
}
