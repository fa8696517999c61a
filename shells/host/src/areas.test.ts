import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { ROLES } from '@feira/schemas/procedure';
import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { describe, expect, it } from 'vitest';
import { AREAS, findArea, findHome, listAreas } from './areas.ts';
import { findStart } from './resolve-route.ts';

const loadRegister = async (remote: string): Promise<DashboardRegister> =>
  (await import(`../../${remote}/src/register.tsx`)).default;

describe('AREAS', () => {
  it.each(AREAS.map((area) => [area.remote, area] as const))(
    '%s says of itself what its register says',
    async (remote, { basePath, roles }) => {
      const register = await loadRegister(remote);

      expect({ remote: register.name, basePath: register.basePath }).toEqual({ remote, basePath });
      const inRegister = new Set(register.routes.flatMap(({ access }) => access.roles));
      expect([...roles].sort()).toEqual([...inRegister].sort());
    },
  );

  it.each(ROLES)('have a page where a %s lands', async (role) => {
    const area = AREAS.find(({ basePath }) => basePath === findHome([role]))!;
    const session = { roles: [role], permissions: [...ADMIN_PERMISSIONS] } as unknown as Session;

    expect(findStart(await loadRegister(area.remote), session)).toMatch(area.basePath);
  });

  it('have addresses of which none stands inside another', () => {
    for (const { remote, basePath } of AREAS) expect(findArea(`${basePath}/x`)?.remote).toBe(remote);
  });
});

describe('findArea', () => {
  it.each([
    ...['/platform', '/platform/', '/platform/my-sales'].map((path) => [path, 'seller']),
    ...['/my-purchases', '/my-purchases/access-purchases'].map((path) => [path, 'customer']),
    ['/master-root/platforms/1', 'master'],
  ])('finds the dashboard of %s', (path, remote) => {
    expect(findArea(path!)?.remote).toBe(remote);
  });

  it.each(['/', '/platformer', '/admin-root-login', '/manager-login', '/my-purchases-list'])(
    'finds none for %s',
    (path) => {
      expect(findArea(path)).toBeUndefined();
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

describe('listAreas', () => {
  it('names every dashboard of several roles once', () => {
    const areas = listAreas(['customer', 'master', 'co-producer', 'seller']);

    expect(areas.map(({ remote }) => remote)).toEqual(['seller', 'master', 'customer']);
  });
});
