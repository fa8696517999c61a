import { describe, expect, it } from 'vitest';
import { AGREED_UNBUILT, describeUnbuilt, findRouteProblems, listUnbuiltRoutes } from './unbuilt-routes.ts';

const agreed = { seller: ['/financial', '/refunds'], manager: ['/dashboard'] };

describe('findRouteProblems', () => {
  it('accepts exactly what was agreed, in any order', () => {
    expect(findRouteProblems({ manager: ['/dashboard'], seller: ['/refunds', '/financial'] }, agreed)).toEqual([]);
  });

  it.each([
    ['of a dashboard that has some', { ...agreed, seller: [...agreed.seller, '/reports'] }, 'seller: "/reports"'],
    ['of a dashboard that had none', { ...agreed, customer: [''] }, 'customer: ""'],
  ])('refuses one route more %s', (_, unbuilt, start) => {
    expect(findRouteProblems(unbuilt, agreed)).toEqual([
      `${start} has no screen; every new route comes with its page.`,
    ]);
  });

  it('wants a built route taken off, so that it cannot be given up again', () => {
    const off = 'take it off AGREED_UNBUILT in tools/src/unbuilt-routes.ts.';

    expect(findRouteProblems({ ...agreed, seller: ['/refunds'] }, agreed)).toEqual([
      `seller: "/financial" is built; ${off}`,
    ]);
    expect(findRouteProblems({ seller: agreed.seller }, agreed)).toEqual([`manager: "/dashboard" is built; ${off}`]);
  });

  it('is told of every dashboard, and notices one name more in a list', async () => {
    const unbuilt = await listUnbuiltRoutes();

    expect(Object.keys(unbuilt).sort()).toEqual(Object.keys(AGREED_UNBUILT).sort());
    expect(findRouteProblems({ ...unbuilt, seller: [...unbuilt.seller!, '/planted'] }, unbuilt)).toHaveLength(1);
  });
});

describe('describeUnbuilt', () => {
  it('counts and names them', () => {
    expect(describeUnbuilt({ ...agreed, customer: [''], admin: [] })).toEqual([
      '4 routes have no screen yet:',
      '  seller (2): /financial /refunds',
      '  manager (1): /dashboard',
      '  customer (1): (start)',
    ]);
  });
});
