import { describe, expect, it } from 'vitest';
import { testRegister } from '../../kit/src/test-register.ts';
import register from './register.tsx';

/** Every address promised below /platform. */
const ROUTE_TABLE = [
  '/dashboard',
  '/my-sales',
  '/my-sales/:id',
  '/questions',
  '/shipments',
  '/invoices',
  '/financial',
  '/receivers',
  '/refunds',
  '/reports',
  '/my-products',
  '/create-product',
  '/import',
  '/import/:id',
  '/co-production',
  '/integrations',
  '/integrations/:id',
  '/abandoned-cart',
  '/my-profile',
  '/marketplace',
  '/affiliates',
  '/my-affiliates',
  '/upsell-funnels',
  '/payment-links',
  '/direct-checkout',
  '/store',
  '/embed',
  '/subscriptions',
  '/subscriptions/:id',
  '/my-products/product/:id',
  '/my-products/offers/:id',
  '/checkout-builder/:id',
];

testRegister(register, { folder: import.meta.dirname, routes: ROUTE_TABLE });

describe('access', () => {
  const routesOf = (role: string) =>
    register.routes.filter(({ access }) => (access.roles as readonly string[]).includes(role)).map(({ path }) => path);

  it('opens every route to sellers', () => {
    expect(routesOf('seller').sort()).toEqual([...ROUTE_TABLE].sort());
  });

  it('opens to affiliates and co-producers only what is theirs too', () => {
    const shared = [
      '/co-production',
      '/dashboard',
      '/financial',
      '/my-profile',
      '/my-sales/:id',
      '/receivers',
      '/reports',
    ];
    expect(routesOf('affiliate').sort()).toEqual([...shared, '/marketplace', '/my-affiliates'].sort());
    expect(routesOf('co-producer').sort()).toEqual(shared);
  });

  it('knows nobody else', () => {
    const roles = new Set<string>(register.routes.flatMap(({ access }) => access.roles));
    expect([...roles].sort()).toEqual(['affiliate', 'co-producer', 'seller']);
  });
});
