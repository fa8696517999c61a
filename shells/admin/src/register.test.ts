import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { permissionsOf } from '@feira/schemas/procedure';
import type { DashboardRoute } from '@feira/shell-kit/dashboard';
import { describe, expect, it } from 'vitest';
import { testRegister } from '../../kit/src/test-register.ts';
import register from './register.tsx';

/** Every address promised below /admin-root. */
const ROUTE_TABLE = [
  '/inbox',
  '/dashboard',
  '/manage-users',
  '/manage-users/:id',
  '/manage-products',
  '/manage-functionaries',
  '/audit-log',
  '/manage-withdraws',
  '/manage-managers-withdraws',
  '/paid-withdrawals',
  '/paid-managers-withdraws',
  '/manage-bank-accounts',
  '/manage-receivers',
  '/export-accounting',
  '/manage-anticipations',
  '/manage-paid-anticipations',
  '/manage-sales',
  '/manage-sales/:id',
  '/manage-sales/:id/buyer',
  '/platform-settings',
  '/money-rules',
  '/platform-pixels',
  '/document-validation',
  '/platform-settings/connections',
  '/platform-settings/connections/:connectionId',
  '/platform-settings/acquirings',
  '/manage-managers',
  '/risk',
  '/privacy-requests',
  '/charges',
  '/notifications',
  '/integrations',
  '/integrations/:id',
  '/domains',
  '/customization',
  '/seller-revenue',
  '/seller-profit',
  '/seller-negative',
  '/garantee-released',
  '/subscriptions',
  '/subscriptions/:id',
];

testRegister(register, { folder: import.meta.dirname, routes: ROUTE_TABLE });

const ROUTES: readonly DashboardRoute[] = register.routes;

describe('access', () => {
  it('asks every administrator for a permission, which is one that exists', () => {
    // The inbox holds what each one's permissions show.
    for (const { path, access } of ROUTES.filter(({ path }) => path !== '/inbox')) {
      expect([path, access.roles]).toEqual([path, ['admin']]);
      const wanted = permissionsOf({ kind: 'role', ...access });
      expect([path, wanted.length > 0 && wanted.every((one) => ADMIN_PERMISSIONS.includes(one))]).toEqual([path, true]);
    }
  });

  it('leaves no permission that opens a screen without one', () => {
    const actions = ['isUsersLoginAvailable', 'isExportUsersAvailable', 'isUserDocumentsAvailable'];
    const used = new Set(ROUTES.flatMap(({ access }) => permissionsOf({ kind: 'role', ...access })));
    expect(ADMIN_PERMISSIONS.filter((permission) => !used.has(permission))).toEqual(actions);
  });
});
