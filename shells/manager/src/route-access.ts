import type { RouteAccess } from '@feira/shell-kit/dashboard';

const access: RouteAccess = { roles: ['manager'] };

/** Every address of managers. */
export const ROUTE_ACCESS = {
  '/inbox': access,
  '/dashboard': access,
  '/manager-users': access,
  '/manager-users/:id': access,
  '/financial': access,
} as const satisfies Record<string, RouteAccess>;
