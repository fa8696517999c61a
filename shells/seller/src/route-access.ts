import type { RouteAccess } from '@feira/shell-kit/dashboard';

const seller: RouteAccess = { roles: ['seller'] };
const affiliate: RouteAccess = { roles: ['seller', 'affiliate'] };
const everybody: RouteAccess = { roles: ['seller', 'affiliate', 'co-producer'] };

/** Every address of those who sell, and of those who earn with them. */
export const ROUTE_ACCESS = {
  '/dashboard': everybody,
  '/my-sales': seller,
  '/my-sales/:id': everybody,
  '/questions': seller,
  '/shipments': seller,
  '/invoices': seller,
  '/financial': everybody,
  '/receivers': everybody,
  '/refunds': seller,
  '/reports': everybody,
  '/my-products': seller,
  '/create-product': seller,
  '/import': seller,
  '/import/:id': seller,
  '/co-production': everybody,
  '/integrations': seller,
  '/integrations/:id': seller,
  '/abandoned-cart': seller,
  '/my-profile': everybody,
  '/marketplace': affiliate,
  '/affiliates': seller,
  '/my-affiliates': affiliate,
  '/upsell-funnels': seller,
  '/payment-links': seller,
  '/direct-checkout': seller,
  '/store': seller,
  '/embed': seller,
  '/subscriptions': seller,
  '/subscriptions/:id': seller,
  '/my-products/product/:id': seller,
  '/my-products/offers/:id': seller,
  '/checkout-builder/:id': seller,
} as const satisfies Record<string, RouteAccess>;
