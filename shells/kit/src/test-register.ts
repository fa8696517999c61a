import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DashboardRegister, DashboardRoute } from './dashboard.ts';

interface PromisedRoutes {
  /** The folder of the register. */
  folder: string;
  /** The promised addresses of this dashboard, below the base path. */
  routes: readonly string[];
}

/** Tests a register: it holds all promised routes and no other, and each has its page. */
export function testRegister(register: DashboardRegister, { folder, routes }: PromisedRoutes): void {
  /** Says whether a route has a page, in the folder named by the fixed parts of its address. */
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

    it('shows in the menu exactly the routes that need no parameter', () => {
      expect(listPaths(({ menu }) => menu !== undefined).sort()).toEqual(
        routes.filter((route) => !route.includes(':')).sort(),
      );
    });

    it('has a page for every route', () => {
      expect(routes.filter((route) => !hasPage(route))).toEqual([]);
    });
  });
}
