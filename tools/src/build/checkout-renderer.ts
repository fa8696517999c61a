/** Chooses the library that draws the checkout, for its build and for its tests. */

/**
 * The libraries that can draw the checkout, and the names that each answers to. React does, as everywhere; with CHECKOUT_RENDERER=preact
 * builds and tests use Preact, which weighs a tenth (docs/decisions/0062-react-at-the-checkout.md).
 */
const RENDERERS = {
  react: {},
  preact: {
    'react/jsx-runtime': 'preact/jsx-runtime',
    'react-dom/client': 'preact/compat/client',
    'react-dom/server': 'preact-render-to-string',
    react: 'preact/compat',
  },
};
export type CheckoutRenderer = keyof typeof RENDERERS;

export function readCheckoutRenderer(name = process.env.CHECKOUT_RENDERER || 'react'): CheckoutRenderer {
  if (name in RENDERERS) return name as CheckoutRenderer;
  throw new Error(`CHECKOUT_RENDERER is "${name}". It must be one of: ${Object.keys(RENDERERS).join(', ')}.`);
}

export const checkoutAliases = (renderer: CheckoutRenderer): Record<string, string> => RENDERERS[renderer];
