import { describe, expect, it } from 'vitest';
import { isStaff, mayBeEntered } from './user-rules.ts';

describe('isStaff', () => {
  it('means administrators and masters, whatever else they are', () => {
    expect(isStaff({ roles: ['seller', 'admin'] })).toBe(true);
    expect(isStaff({ roles: ['master'] })).toBe(true);
    expect(isStaff({ roles: ['seller', 'manager'] })).toBe(false);
  });
});

describe('mayBeEntered', () => {
  it('lets an administrator in as an active user who is no staff', () => {
    expect(mayBeEntered({ roles: ['seller', 'manager'], status: 'ACTIVE' })).toBe(true);
  });

  it('refuses staff, the disabled, and people without a role', () => {
    expect(mayBeEntered({ roles: ['seller', 'admin'], status: 'ACTIVE' })).toBe(false);
    expect(mayBeEntered({ roles: ['seller'], status: 'DISABLED' })).toBe(false);
    expect(mayBeEntered({ roles: [], status: 'ACTIVE' })).toBe(false);
  });
});
