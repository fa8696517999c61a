/**
 * Routes of the platform whose screens are not built yet. Each answers with a page that says so, and none is in the menu.
 * A test keeps the list honest: a route leaves it when its page is written.
 */
export const UNBUILT_ROUTES = [
  '/manage-products',
  '/manage-withdraws',
  '/manage-managers-withdraws',
  '/paid-withdrawals',
  '/paid-managers-withdraws',
  '/export-accounting',
  '/manage-sales',
  '/platform-pixels',
  '/document-validation',
  '/charges',
  '/notifications',
  '/integrations',
  '/subscriptions',
] as const;
