import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { ROLES } from '@feira/schemas/procedure';
import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { describe, expect, it } from 'vitest';
import { DASHBOARDS, findDashboard, findHome, listDashboards } from './dashboards.ts';
import { findStart } from './resolve-route.ts';

const loadRegister = async (remote: string): Promise<DashboardRegister> =>
  (await import(`../../${remote}/src/register.tsx`)).default;

describe('DASHBOARDS', () => {
  it.each(DASHBOARDS.map((dashboard) => [dashboard.remote, dashboard] as const))(
    '%s says of itself what its register says',
    async (remote, { basePath, roles }) => {
      const register = await loadRegister(remote);

      expect({ remote: register.name, basePath: register.basePath }).toEqual({ remote, basePath });
      const inRegister = new Set(register.routes.flatMap(({ access }) => access.roles));
      expect([...roles].sort()).toEqual([...inRegister].sort());
    },
  );

  it.each(ROLES)('have a page where a %s lands', async (role) => {
    const dashboard = DASHBOARDS.find(({ basePath }) => basePath === findHome([role]))!;
    const session = { roles: [role], permissions: [...ADMIN_PERMISSIONS] } as unknown as Session;

    expect(findStart(await loadRegister(dashboard.remote), session)).toMatch(dashboard.basePath);
  });

  it('have addresses of which none stands inside another', () => {
    for (const { remote, basePath } of DASHBOARDS) expect(findDashboard(`${basePath}/x`)?.remote).toBe(remote);
  });
});

describe('findDashboard', () => {
  it.each([
    ...['/platform', '/platform/', '/platform/my-sales'].map((path) => [path, 'seller']),
    ...['/my-purchases', '/my-purchases/access-purchases'].map((path) => [path, 'customer']),
    ['/master-root/platforms/1', 'master'],
  ])('finds the dashboard of %s', (path, remote) => {
    expect(findDashboard(path!)?.remote).toBe(remote);
  });

  it.each(['/', '/platformer', '/admin-root-login', '/manager-login', '/my-purchases-list'])(
    'finds none for %s',
    (path) => {
      expect(findDashboard(path)).toBeUndefined();
    },
  );
});

describe('findHome', () => {
  it('leads to the first dashboard of a role, or nowhere', () => {
    expect(findHome(['customer', 'seller'])).toBe('/platform');
    expect(findHome(['affiliate'])).toBe('/platform');
    expect(findHome(['customer'])).toBe('/my-purchases');
    expect(findHome([])).toBeUndefined();
  });
});

describe('listDashboards', () => {
  it('names every dashboard of several roles once', () => {
    const dashboards = listDashboards(['customer', 'master', 'co-producer', 'seller']);

    expect(dashboards.map(({ remote }) => remote)).toEqual(['seller', 'master', 'customer']);
  });
});
