import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DashboardRegister, DashboardRoute } from './dashboard.ts';

interface PromisedRoutes {
  /** The folder of the register. */
  folder: string;
  /** Every address of this dashboard that people were promised, below the base path. */
  routes: readonly string[];
  unbuilt: readonly string[];
}

/** What every register is held to: all routes and no other, and a list of unbuilt ones that cannot lie. */
export function testRegister(register: DashboardRegister, { folder, routes, unbuilt }: PromisedRoutes): void {
  /** Where the page of a route would stand: parts of the address without those that vary, joined. */
  const hasPage = (route: string) => {
    const name = (route || register.basePath)
      .replaceAll(/\/:\w+/g, '')
      .slice(1)
      .replaceAll('/', '-');
    return existsSync(path.join(folder, 'pages', /:\w+$/.test(route) ? `${name}-item` : name, 'page.tsx'));
  };
  const listPaths = (isWanted: (route: DashboardRoute) => boolean) =>
    register.routes.filter(isWanted).map(({ path }) => path);

  describe('register', () => {
    it('answers every route of the table and no other', () => {
      expect(listPaths(() => true).sort()).toEqual([...routes].sort());
    });

    it('opens each route to somebody', () => {
      expect(listPaths(({ access }) => access.roles.length === 0)).toEqual([]);
    });

    it('shows in the menu exactly the routes that are built and need no parameter', () => {
      const built = routes.filter((route) => !unbuilt.includes(route));
      expect(listPaths(({ menu }) => menu !== undefined).sort()).toEqual(
        built.filter((route) => !route.includes(':')).sort(),
      );
    });
  });

  describe('UNBUILT_ROUTES', () => {
    it('names exactly the routes of the table that have no page', () => {
      expect([...unbuilt].sort()).toEqual(routes.filter((route) => !hasPage(route)).sort());
    });
  });
}
