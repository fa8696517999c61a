import type { RouteAccess } from '@feira/shell-kit/dashboard';

const access: RouteAccess = { roles: ['master'] };

/** Every address of masters. Their own role is all they need. */
export const ROUTE_ACCESS = {
  '/dashboard': access,
  '/status': access,
  '/notifications': access,
  '/webhook-logs': access,
  '/session-logs': access,
  '/subscription-logs': access,
  '/administrators': access,
  '/charges': access,
  '/platforms': access,
  '/platforms/:id': access,
  '/platforms/:id/connections/new': access,
  '/platforms/:id/connections/:connectionId': access,
  '/marketplace': access,
  '/marketplace/:id': access,
} as const satisfies Record<string, RouteAccess>;
