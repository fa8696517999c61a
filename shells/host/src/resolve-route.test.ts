import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { describe, expect, it } from 'vitest';
import {
  findStart,
  isAllowed,
  listMenuGroups,
  matchPath,
  readNext,
  resolveRoute,
  toTitleKey,
} from './resolve-route.ts';
import { toSignIn } from './routes.ts';

const session = (roles: Session['roles'], permissions: Session['permissions'] = []): Session => ({
  person: { id: '01930000-0000-7000-8000-000000000011', name: 'Maria', email: 'maria@example.com' },
  state: 'ACTIVE',
  roles,
  heldRoles: roles,
  permissions,
  platformName: 'Feira',
  impersonator: null,
  isFactorRequired: true,
});
const page = async () => ({ default: () => null });
const register = {
  name: 'seller',
  basePath: '/platform',
  routes: [
    { path: '/my-sales', title: 'sales', access: { roles: ['seller'] }, page },
    { path: '/my-products/offers/:id', title: 'offer', access: { roles: ['seller'] }, page },
    { path: '/sales', title: 'all', access: { roles: ['admin'], permission: 'isSalesAvailable' }, page },
  ],
  locales: { 'pt-BR': page, en: page },
  providers: page,
} satisfies DashboardRegister;

describe('matchPath', () => {
  it('names the parts that vary', () => {
    expect(matchPath('/platform/my-products/offers/:id', '/platform/my-products/offers/a%20b/')).toEqual({ id: 'a b' });
  });

  it.each(['/platform', '/platform/my-sales/1', '/platform/my-sale', '/other/my-sales'])('does not take %s', (path) => {
    expect(matchPath('/platform/my-sales', path)).toBeNull();
  });

  it.each(['/offers/', '/offers/%E0%A4%A'])('does not take the empty or broken part of %s', (path) => {
    expect(matchPath('/offers/:id', path)).toBeNull();
  });
});

describe('isAllowed', () => {
  const access = { roles: ['admin', 'master'], permission: 'isSalesAvailable' } as const;

  it('asks for one of the roles, and administrators for the permission beside it', () => {
    expect(isAllowed(access, session(['seller'], ['isSalesAvailable']))).toBe(false);
    expect(isAllowed(access, session(['admin']))).toBe(false);
    expect(isAllowed(access, session(['customer', 'admin'], ['isSalesAvailable']))).toBe(true);
  });

  it('asks nobody else for the permission', () => {
    expect(isAllowed(access, session(['master']))).toBe(true);
    expect(isAllowed(access, session(['admin', 'master']))).toBe(true);
    expect(isAllowed({ roles: ['seller'], permission: 'isSalesAvailable' }, session(['seller', 'admin']))).toBe(true);
  });
});

describe('resolveRoute', () => {
  it('finds the page and its parameters', () => {
    expect(resolveRoute(register, '/platform/my-products/offers/7', session(['seller']))).toMatchObject({
      kind: 'page',
      route: { title: 'offer' },
      params: { id: '7' },
    });
  });

  it('tells a page that is closed from one that is not there', () => {
    expect(resolveRoute(register, '/platform/my-sales', session(['customer']))).toEqual({ kind: 'forbidden' });
    expect(resolveRoute(register, '/platform/sales', session(['admin']))).toEqual({
      kind: 'forbidden',
      permission: 'isSalesAvailable',
    });
    expect(resolveRoute(register, '/platform/sales', session(['customer']))).toEqual({ kind: 'forbidden' });
    expect(resolveRoute(register, '/platform/nothing', session(['seller']))).toEqual({ kind: 'missing' });
  });
});

describe('listMenuGroups', () => {
  it('keeps groups together in the order of their first page, without what cannot be opened', () => {
    const add = (path: `/${string}`, group?: string, roles: Session['roles'] = ['seller']) => ({
      path,
      title: path,
      access: { roles },
      page,
      menu: { icon: 'dot', ...(group && { group }) } as const,
    });
    const routes = [
      add('/start'),
      add('/sales', 'money'),
      add('/products', 'shop'),
      add('/balance', 'money'),
      add('/staff', 'team', ['admin']),
      { path: '/hidden', title: 'hidden', access: { roles: ['seller'] }, page },
      add('/profile'),
    ] satisfies DashboardRegister['routes'];

    const groups = listMenuGroups({ routes }, session(['seller']));

    expect(groups.map(({ title, routes: own }) => [title, own.map(({ path }) => path)])).toEqual([
      [undefined, ['/start', '/profile']],
      ['money', ['/sales', '/balance']],
      ['shop', ['/products']],
    ]);
  });
});

describe('findStart', () => {
  const withRoutes = (...routes: DashboardRegister['routes']): DashboardRegister => ({ ...register, routes });
  const forSeller = { title: 'x', access: { roles: ['seller'] }, page } as const;
  const forAdmin = { title: 'x', access: { roles: ['admin'], permission: 'isSalesAvailable' }, page } as const;
  const menu = { icon: 'sales' } as const;

  it('prefers what stands in the menu of this person', () => {
    const routes = [
      { ...forSeller, path: '/plain' },
      { ...forAdmin, path: '/closed', menu },
      { ...forSeller, path: '/in-menu', menu },
    ] as const;

    expect(findStart(withRoutes(...routes), session(['seller', 'admin']))).toBe('/platform/in-menu');
    expect(findStart(withRoutes(routes[0]), session(['seller']))).toBe('/platform/plain');
  });

  it('leads nowhere that is closed or wants a parameter', () => {
    expect(findStart(withRoutes({ ...forSeller, path: '/item/:id', menu }), session(['seller']))).toBeUndefined();
    expect(findStart(withRoutes({ ...forSeller, path: '/x', menu }), session(['admin']))).toBeUndefined();
  });

  it('knows a page at the base path itself', () => {
    const routes = withRoutes({ ...forSeller, path: '', menu });

    expect(findStart(routes, session(['seller']))).toBe('/platform');
    expect(resolveRoute(routes, '/platform/', session(['seller']))).toMatchObject({ kind: 'page' });
    expect(resolveRoute(register, '/platform', session(['seller']))).toEqual({ kind: 'missing' });
  });
});

describe('toTitleKey', () => {
  it('looks among the texts of the dashboard, or where the title says', () => {
    const [route] = register.routes;

    expect(toTitleKey(register, route!)).toBe('seller:sales');
    expect(toTitleKey(register, { ...route!, title: 'kit:loadFailed' })).toBe('kit:loadFailed');
  });
});

describe('readNext', () => {
  it('reads back where somebody wanted to go', () => {
    const address = '/platform/my-sales?status=APPROVED&search=pão';

    const next = readNext(new URL(toSignIn(address), 'https://feira.example').search);

    expect(next).toBe('/platform/my-sales?status=APPROVED&search=p%C3%A3o');
  });

  it.each([
    ...['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'platform', ''],
    ...['/login', '/login?next=/x', '/admin-root-login', '/register/', '/magic-link', '/\t/evil.example'],
    ...['/.//evil.example', '/..//evil.example', '/%2e//evil.example', '/a/..//evil.example'],
  ])('does not follow %j', (next) => {
    expect(readNext(`?next=${encodeURIComponent(next)}`)).toBeUndefined();
  });
});
