import type { RouteAccess } from '@feira/shell-kit/dashboard';

const access: RouteAccess = { roles: ['customer'] };

/** Every address of customers; the list of purchases stands at the base path itself. */
export const ROUTE_ACCESS = {
  '': access,
  '/access-purchases': access,
} as const satisfies Record<string, RouteAccess>;
