/**
 * Routes of the platform whose screens are not built yet. Each answers with a page that says so, and none is in the menu.
 * A test keeps the list honest: a route leaves it when its page is written.
 */
export const UNBUILT_ROUTES = [
  '/integrations',
  '/integrations/:id',
  '/abandoned-cart',
  '/upsell-funnels',
  '/direct-checkout',
  '/subscriptions',
  '/checkout-builder/:id',
] as const;
