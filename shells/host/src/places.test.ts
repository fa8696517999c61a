import type { Role } from '@feira/schemas/procedure';
import type { Session } from '@feira/shell-kit/dashboard';
import { describe, expect, it } from 'vitest';
import { AREAS, findArea } from './areas.ts';
import { chooseHome, decideArrival, findDoor, findHostPage, listSwitchTargets, toDoor, type Visit } from './places.ts';

const session = (roles: Role[], changes: Partial<Session> = {}): Session => ({
  person: { id: '01930000-0000-7000-8000-000000000011', name: 'Maria', email: 'maria@example.com' },
  state: 'ACTIVE',
  roles,
  heldRoles: roles,
  permissions: [],
  platformName: 'Feira',
  impersonator: null,
  isFactorRequired: true,
  ...changes,
});
const arrive = (visit: Partial<Visit>) =>
  decideArrival({
    entrance: 'platform',
    session: undefined,
    isNew: false,
    next: undefined,
    lastRemote: null,
    ...visit,
  });

describe('findHostPage', () => {
  it('knows the pages outside of dashboards, with and without a slash at the end', () => {
    expect([findHostPage('/login'), findHostPage('/admin-root-login/'), findHostPage('/account')]).toEqual([
      'platform',
      'admin',
      'account',
    ]);
    expect([findHostPage('/'), findHostPage('/login/x'), findHostPage('/platform')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('findDoor', () => {
  it.each([
    ['/platform/my-sales', '/login'],
    ['/admin-root', '/admin-root-login'],
    ['/master-root/x', '/master-root-login'],
    ['/manager-root', '/manager-login'],
    ['/my-purchases', '/customer-login'],
    ['/account', '/login'],
  ])('of %s is %s', (address, door) => {
    expect(findDoor(findArea(address))).toBe(door);
  });

  it('is named together with the way back', () => {
    expect(toDoor('/admin-root/manage-users?search=a&b')).toBe(
      '/admin-root-login?next=%2Fadmin-root%2Fmanage-users%3Fsearch%3Da%26b',
    );
  });
});

describe('chooseHome', () => {
  it('prefers where somebody was last, as long as it is open', () => {
    expect(chooseHome(AREAS, 'manager')).toBe('/manager-root');
    expect(chooseHome(AREAS, 'gone')).toBe(AREAS[0]?.basePath);
    expect(chooseHome([], 'manager')).toBeUndefined();
  });
});

describe('decideArrival', () => {
  it('shows the form to nobody in particular', () => {
    expect(arrive({})).toEqual({ kind: 'form' });
  });

  it('asks for what is still missing, whatever somebody wanted', () => {
    const half = { heldRoles: ['admin' as const], roles: [] };

    expect(arrive({ session: session([], { ...half, state: 'CODE_REQUIRED' }), next: '/admin-root' })).toEqual({
      kind: 'code',
    });
    expect(arrive({ session: session([], { ...half, state: 'ENROLLMENT_REQUIRED' }), isNew: true })).toEqual({
      kind: 'enrolment',
    });
  });

  it('leads to where somebody wanted to go', () => {
    const seller = session(['seller']);

    expect(arrive({ session: seller, next: '/platform/my-sales?x=1' })).toEqual({
      kind: 'go',
      to: '/platform/my-sales?x=1',
    });
    expect(arrive({ session: seller, next: '/account' })).toEqual({ kind: 'go', to: '/account' });
  });

  it('leads home through the door of a role, or to where somebody was last behind it', () => {
    const both = session(['seller', 'customer', 'manager']);

    expect(arrive({ session: both, isNew: true })).toEqual({ kind: 'go', to: '/platform' });
    expect(arrive({ session: both, isNew: true, lastRemote: 'customer' })).toEqual({ kind: 'go', to: '/my-purchases' });
    expect(arrive({ session: both, isNew: true, entrance: 'manager', lastRemote: 'seller' })).toEqual({
      kind: 'go',
      to: '/manager-root',
    });
  });

  it('leads home whoever is inside already to where they were last, in any role', () => {
    const both = session(['seller', 'manager']);

    expect(arrive({ session: both, lastRemote: 'manager' })).toEqual({ kind: 'go', to: '/manager-root' });
    expect(arrive({ session: both })).toEqual({ kind: 'go', to: '/platform' });
    expect(arrive({ session: both, entrance: 'manager', lastRemote: 'seller' })).toEqual({
      kind: 'go',
      to: '/manager-root',
    });
  });

  it('lets whoever just signed in go home where the wanted page is closed', () => {
    expect(arrive({ session: session(['customer']), isNew: true, next: '/platform/my-sales' })).toEqual({
      kind: 'go',
      to: '/my-purchases',
    });
  });

  it('asks a visitor to sign in again at a door they cannot pass, and offers the way back', () => {
    const seller = session(['seller']);

    expect(arrive({ session: seller, entrance: 'admin' })).toEqual({ kind: 'again', home: '/platform', isHeld: false });
    expect(arrive({ session: seller, entrance: 'admin', next: '/admin-root' })).toMatchObject({ kind: 'again' });
  });

  it('keeps the door of customers for customers', () => {
    expect(arrive({ session: session(['seller']), entrance: 'customer' })).toMatchObject({ kind: 'again' });
    expect(arrive({ session: session(['seller', 'customer']), entrance: 'customer' })).toEqual({
      kind: 'go',
      to: '/my-purchases',
    });
  });

  it('asks for a stronger sign-in where the person holds the role', () => {
    const linked = session(['customer'], { heldRoles: ['customer', 'seller', 'admin'] });

    expect(arrive({ session: linked, next: '/platform' })).toMatchObject({ kind: 'again', isHeld: true });
    expect(arrive({ session: linked, entrance: 'admin' })).toMatchObject({ kind: 'again', isHeld: true });
    expect(arrive({ session: linked })).toEqual({ kind: 'go', to: '/my-purchases' });
  });

  it('says so to whoever has no dashboard at all', () => {
    expect(arrive({ session: session([]), isNew: true })).toEqual({ kind: 'noArea' });
    expect(arrive({ session: session([]) })).toEqual({ kind: 'noArea' });
    expect(arrive({ session: session([]), entrance: 'admin' })).toMatchObject({ kind: 'again' });
  });

  it('takes nobody who is signed in as somebody else for the holder of the role', () => {
    const seen = session(['seller'], {
      heldRoles: ['seller', 'manager'],
      impersonator: { name: 'A', email: 'a@b.com' },
    });

    expect(arrive({ session: seen, entrance: 'manager' })).toMatchObject({ kind: 'again', isHeld: false });
  });
});

describe('listSwitchTargets', () => {
  it('lists what is open, then what another sign-in opens', () => {
    const targets = listSwitchTargets(session(['seller'], { heldRoles: ['admin', 'seller'] }));

    expect(targets.map(({ to, isLocked }) => [to, isLocked])).toEqual([
      ['/platform', false],
      ['/admin-root-login?next=%2Fadmin-root', true],
    ]);
  });

  it('offers no other sign-in while somebody looks at another account', () => {
    const impersonator = { name: 'A', email: 'a@b.com' };

    const targets = listSwitchTargets(session(['seller'], { heldRoles: ['seller', 'manager'], impersonator }));

    expect(targets.map(({ to }) => to)).toEqual(['/platform']);
  });
});
