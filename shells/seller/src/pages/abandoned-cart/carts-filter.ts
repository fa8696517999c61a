import { CART_STATES } from '@feira/schemas/procedures/abandoned-carts';
import { days, defineFilter, id, oneOf, words } from '@feira/shell-kit/filter';

/** The states, and the carts whose seller is to write by WhatsApp. */
export const CART_CHOICES = [...CART_STATES, 'CONTACT'] as const;

export const CART_FILTER = defineFilter({
  period: days(),
  state: oneOf('state', CART_CHOICES),
  productId: id('product'),
  search: words(),
});

/** Returns the input as the list and the download take it. */
export const toCartsInput = <I>({ state, ...input }: I & { state?: (typeof CART_CHOICES)[number] }) => ({
  ...input,
  ...(state && (state === 'CONTACT' ? { isToContact: true } : { state })),
});
