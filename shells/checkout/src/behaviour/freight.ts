import type { Checkout } from '@feira/schemas/checkout';
import type { quoteFreight } from '@feira/schemas/procedures/checkout';
import { mutate } from '../api.ts';
import { afterDrawn } from './after-drawn.ts';
import type { Session } from './session.ts';

const DEBOUNCE_MS = 300;
/** The server gives up on the carrier earlier. */
const LONGEST_MS = 10_000;
/** A quote holds for half an hour at least. */
const RENEWED_MS = 20 * 60_000;
const LOOK_MS = 60_000;

export interface Freight {
  /** Resolves once the deliveries of what is typed and chosen now are shown. */
  ready(): Promise<void>;
}

/** Asks for the deliveries of the typed zip code and the chosen extras, and shows them in the place of the former ones. */
export function startFreight(session: Session): Freight {
  const { boot, form } = session;
  const { checkout } = boot;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let asking: Promise<void> | undefined;

  const typed = () => {
    const data = new FormData(form);
    const cep = String(data.get('cep') ?? '').replace(/\D/g, '');
    return {
      cep,
      quantity: Number(data.get('quantity') ?? 1),
      orderBumpsIds: data.getAll('orderBumpsIds').map(String),
    };
  };
  const keyOf = (order: ReturnType<typeof typed>) => (order.cep.length === 8 ? JSON.stringify(order) : '');
  // The server has drawn the deliveries of a zip code that it knew.
  const { cep = '', quantity = 1, orderBumpsIds = [] } = boot.values;
  const known = { cep: cep.replace(/\D/g, ''), quantity, orderBumpsIds };
  let shown = keyOf(known);
  let shownAt = Date.now();

  function show(options: Checkout['deliveryOptions']) {
    const before = new FormData(form).get('deliveryOptionId');
    const former = checkout.deliveryOptions.find(({ id }) => id === before);
    checkout.deliveryOptions = options;
    // Draws the form, which reads the deliveries of the checkout.
    session.setFieldError('deliveryOptionId', undefined);
    afterDrawn(() => {
      const chosen =
        options.find(({ id }) => id === before) ??
        options.find(({ description }) => description === former?.description) ??
        options.find(({ preSelected }) => preSelected) ??
        options[0];
      const radio = chosen && document.getElementById(chosen.id);
      if (!radio) return;
      (radio as HTMLInputElement).checked = true;
      radio.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  async function ask(order: ReturnType<typeof typed>, key: string) {
    running?.abort();
    const current = new AbortController();
    running = current;
    const late = setTimeout(() => current.abort(), LONGEST_MS);
    const input = {
      checkoutId: checkout.id,
      cep: order.cep,
      ...(order.quantity > 1 && { quantity: order.quantity }),
      ...(order.orderBumpsIds.length > 0 && { orderBumpsIds: order.orderBumpsIds }),
      ...(checkout.amountRange && { chosenAmount: checkout.price }),
    };
    const options = { locale: boot.locale, signal: current.signal };
    const answer = await mutate<typeof quoteFreight>('checkout.quoteFreight', input, options);
    clearTimeout(late);
    if (running !== current || !answer.ok) return;
    shown = key;
    shownAt = Date.now();
    show(answer.data.deliveryOptions);
    await new Promise<void>((resolve) => afterDrawn(() => afterDrawn(resolve)));
  }

  const askNow = () => {
    clearTimeout(timer);
    timer = undefined;
    const order = typed();
    asking = ask(order, keyOf(order));
    return asking;
  };
  const onInput = () => {
    const key = keyOf(typed());
    clearTimeout(timer);
    timer = key && key !== shown ? setTimeout(askNow, DEBOUNCE_MS) : undefined;
  };
  /** Asks again before the quotes expire, so that the price is seen before it is paid. */
  const renew = () => {
    if (!document.hidden && shown && shown === keyOf(typed()) && Date.now() - shownAt >= RENEWED_MS) askNow();
  };
  setInterval(renew, LOOK_MS);
  document.addEventListener('visibilitychange', renew);
  form.addEventListener('input', onInput);
  onInput();
  return {
    async ready() {
      await asking;
      const key = keyOf(typed());
      if (key && key !== shown) await askNow();
    },
  };
}
