import { describe, expect, it } from 'vitest';
import { testRegister } from '../../kit/src/test-register.ts';
import register from './register.tsx';

/** Every address promised below /master-root. */
const ROUTE_TABLE = [
  '/dashboard',
  '/status',
  '/notifications',
  '/webhook-logs',
  '/session-logs',
  '/subscription-logs',
  '/administrators',
  '/charges',
  '/platforms',
  '/platforms/:id',
  '/platforms/:id/connections/new',
  '/platforms/:id/connections/:connectionId',
  '/marketplace',
  '/marketplace/:id',
];

testRegister(register, { folder: import.meta.dirname, routes: ROUTE_TABLE });

describe('access', () => {
  it('is open to the role of this dashboard alone', () => {
    expect(register.routes.map(({ access }) => access)).toEqual(ROUTE_TABLE.map(() => ({ roles: ['master'] })));
  });
});
