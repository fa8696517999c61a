import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import register from './register.tsx';
import { UNBUILT_ROUTES } from './unbuilt-routes.ts';

/** Every address sellers were promised, below /platform. */
const ROUTE_TABLE = [
  '/dashboard',
  '/my-sales',
  '/financial',
  '/refunds',
  '/reports',
  '/my-products',
  '/create-product',
  '/co-production',
  '/integrations',
  '/integrations/:id',
  '/abandoned-cart',
  '/my-profile',
  '/marketplace',
  '/affiliates',
  '/my-affiliates',
  '/upsell-funnels',
  '/direct-checkout',
  '/subscriptions',
  '/my-products/product/:id',
  '/my-products/offers/:id',
  '/checkout-builder/:id',
];

/** Where the page of a route would stand: parts of the address without those that vary, joined. */
const folderOf = (route: string) =>
  path.join(import.meta.dirname, 'pages', route.replaceAll('/:id', '').slice(1).replaceAll('/', '-'));
const hasPage = (route: string) => {
  const folder = folderOf(route);
  return existsSync(path.join(route.endsWith(':id') ? `${folder}-item` : folder, 'page.tsx'));
};

describe('register', () => {
  it('answers every route of the table and no other', () => {
    expect(register.routes.map((route) => route.path).sort()).toEqual([...ROUTE_TABLE].sort());
  });

  it('lets only sellers in', () => {
    expect(register.routes.map((route) => route.access.roles)).toEqual(ROUTE_TABLE.map(() => ['seller']));
  });

  it('shows in the menu exactly the routes that are built and need no parameter', () => {
    const inMenu = register.routes.filter((route) => 'menu' in route).map((route) => route.path);

    const built = ROUTE_TABLE.filter((route) => !(UNBUILT_ROUTES as readonly string[]).includes(route));
    expect(inMenu).toEqual(built.filter((route) => !route.includes(':')));
  });
});

describe('UNBUILT_ROUTES', () => {
  it.each([...UNBUILT_ROUTES])('%s is of the table and has no page', (route) => {
    expect(ROUTE_TABLE).toContain(route);
    expect(hasPage(route)).toBe(false);
  });

  it('leaves out the routes that have a page', () => {
    const withPage = ROUTE_TABLE.filter(hasPage);

    expect(withPage).toEqual(['/dashboard', '/my-sales']);
    expect(UNBUILT_ROUTES.filter((route) => withPage.includes(route))).toEqual([]);
  });
});
