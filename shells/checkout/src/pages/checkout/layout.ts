import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';

/** The layouts of the checkout. The remote exposes each under this name, so that a page loads only its own. */
const LAYOUTS = { DEFAULT: 'default', VEGA: 'vega', DROPSHIPPING: 'dropshipping' } as const;
export type Layout = (typeof LAYOUTS)[keyof typeof LAYOUTS];

export const layoutOf = ({ template = 'DEFAULT' }: CheckoutBuilderConfig): Layout => LAYOUTS[template];
