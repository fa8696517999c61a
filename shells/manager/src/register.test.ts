import { describe, expect, it } from 'vitest';
import { testRegister } from '../../kit/src/test-register.ts';
import register from './register.tsx';

/** Every address promised below /manager-root. */
const ROUTE_TABLE = ['/inbox', '/dashboard', '/manager-users', '/manager-users/:id', '/financial'];

testRegister(register, { folder: import.meta.dirname, routes: ROUTE_TABLE });

describe('access', () => {
  it('is open to the role of this dashboard alone', () => {
    expect(register.routes.map(({ access }) => access)).toEqual(ROUTE_TABLE.map(() => ({ roles: ['manager'] })));
  });
});
