import type { Role } from '@feira/schemas/procedure';
import type { Session } from '@feira/shell-kit/dashboard';
import { describe, expect, it } from 'vitest';
import { DASHBOARDS, findDashboard } from './dashboards.ts';
import {
  chooseHome,
  decideSignIn,
  findHostPage,
  findSignIn,
  listSwitchTargets,
  toSignIn,
  type Visit,
} from './routes.ts';

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
const visit = (part: Partial<Visit>) =>
  decideSignIn({
    entrance: 'platform',
    session: undefined,
    isNew: false,
    next: undefined,
    lastRemote: null,
    ...part,
  });

describe('findHostPage', () => {
  it('knows the pages outside of dashboards, with and without a slash at the end', () => {
    expect([findHostPage('/login'), findHostPage('/admin-root-login/'), findHostPage('/account')]).toEqual([
      'platform',
      'admin',
      'account',
    ]);
    expect(findHostPage('/')).toBe('start');
    expect([findHostPage('/login/x'), findHostPage('/platform')]).toEqual([undefined, undefined]);
  });
});

describe('findSignIn', () => {
  it.each([
    ['/platform/my-sales', '/login'],
    ['/admin-root', '/admin-root-login'],
    ['/master-root/x', '/master-root-login'],
    ['/manager-root', '/manager-login'],
    ['/my-purchases', '/customer-login'],
    ['/account', '/login'],
  ])('of %s is %s', (address, signIn) => {
    expect(findSignIn(findDashboard(address))).toBe(signIn);
  });

  it('is named together with the way back', () => {
    expect(toSignIn('/admin-root/manage-users?search=a&b')).toBe(
      '/admin-root-login?next=%2Fadmin-root%2Fmanage-users%3Fsearch%3Da%26b',
    );
  });
});

describe('chooseHome', () => {
  it('prefers where somebody was last, as long as it is open', () => {
    expect(chooseHome(DASHBOARDS, 'manager')).toBe('/manager-root');
    expect(chooseHome(DASHBOARDS, 'gone')).toBe(DASHBOARDS[0]?.basePath);
    expect(chooseHome([], 'manager')).toBeUndefined();
  });
});

describe('decideSignIn', () => {
  it('shows the form to nobody in particular', () => {
    expect(visit({})).toEqual({ kind: 'form' });
  });

  it('asks for what is still missing, whatever somebody wanted', () => {
    const half = { heldRoles: ['admin' as const], roles: [] };

    expect(visit({ session: session([], { ...half, state: 'CODE_REQUIRED' }), next: '/admin-root' })).toEqual({
      kind: 'code',
    });
    expect(visit({ session: session([], { ...half, state: 'ENROLLMENT_REQUIRED' }), isNew: true })).toEqual({
      kind: 'enrolment',
    });
  });

  it('leads to where somebody wanted to go', () => {
    const seller = session(['seller']);

    expect(visit({ session: seller, next: '/platform/my-sales?x=1' })).toEqual({
      kind: 'go',
      to: '/platform/my-sales?x=1',
    });
    expect(visit({ session: seller, next: '/account' })).toEqual({ kind: 'go', to: '/account' });
  });

  it('leads to a dashboard of the roles of an entrance, or to the one of them visited last', () => {
    const both = session(['seller', 'customer', 'manager']);

    expect(visit({ session: both, isNew: true })).toEqual({ kind: 'go', to: '/platform' });
    expect(visit({ session: both, isNew: true, lastRemote: 'customer' })).toEqual({ kind: 'go', to: '/my-purchases' });
    expect(visit({ session: both, isNew: true, entrance: 'manager', lastRemote: 'seller' })).toEqual({
      kind: 'go',
      to: '/manager-root',
    });
  });

  it('leads home whoever is signed in already to where they were last, in any role', () => {
    const both = session(['seller', 'manager']);

    expect(visit({ session: both, lastRemote: 'manager' })).toEqual({ kind: 'go', to: '/manager-root' });
    expect(visit({ session: both })).toEqual({ kind: 'go', to: '/platform' });
    expect(visit({ session: both, entrance: 'manager', lastRemote: 'seller' })).toEqual({
      kind: 'go',
      to: '/manager-root',
    });
  });

  it('lets whoever just signed in go home where the wanted page is closed', () => {
    expect(visit({ session: session(['customer']), isNew: true, next: '/platform/my-sales' })).toEqual({
      kind: 'go',
      to: '/my-purchases',
    });
  });

  it('asks a visitor to sign in again at an entrance that is not theirs, and offers the way back', () => {
    const seller = session(['seller']);

    expect(visit({ session: seller, entrance: 'admin' })).toEqual({ kind: 'again', home: '/platform', isHeld: false });
    expect(visit({ session: seller, entrance: 'admin', next: '/admin-root' })).toMatchObject({ kind: 'again' });
  });

  it('keeps the sign-in page of customers for customers', () => {
    expect(visit({ session: session(['seller']), entrance: 'customer' })).toMatchObject({ kind: 'again' });
    expect(visit({ session: session(['seller', 'customer']), entrance: 'customer' })).toEqual({
      kind: 'go',
      to: '/my-purchases',
    });
  });

  it('asks for a stronger sign-in where the person holds the role', () => {
    const linked = session(['customer'], { heldRoles: ['customer', 'seller', 'admin'] });

    expect(visit({ session: linked, next: '/platform' })).toMatchObject({ kind: 'again', isHeld: true });
    expect(visit({ session: linked, entrance: 'admin' })).toMatchObject({ kind: 'again', isHeld: true });
    expect(visit({ session: linked })).toEqual({ kind: 'go', to: '/my-purchases' });
  });

  it('says so to whoever has no dashboard at all', () => {
    expect(visit({ session: session([]), isNew: true })).toEqual({ kind: 'noDashboard' });
    expect(visit({ session: session([]) })).toEqual({ kind: 'noDashboard' });
    expect(visit({ session: session([]), entrance: 'admin' })).toMatchObject({ kind: 'again' });
  });

  it('takes nobody who is signed in as somebody else for the holder of the role', () => {
    const seen = session(['seller'], {
      heldRoles: ['seller', 'manager'],
      impersonator: { name: 'A', email: 'a@b.com' },
    });

    expect(visit({ session: seen, entrance: 'manager' })).toMatchObject({ kind: 'again', isHeld: false });
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
