/**
 * Finds the route of an address and decides whether the person may open it. The functions are pure, so that every case has a
 * test.
 */
import { HOST_PATHS } from '@feira/schemas/addresses';
import type { AdminPermission } from '@feira/schemas/options';
import { permissionsOf } from '@feira/schemas/procedure';
import type { DashboardRegister, DashboardRoute, RouteAccess, Session } from '@feira/shell-kit/dashboard';

export type Resolved =
  | { kind: 'page'; route: DashboardRoute; params: Record<string, string> }
  /** `permission`: the one that would open the page to this administrator. */
  | { kind: 'forbidden'; permission?: AdminPermission | undefined }
  | { kind: 'missing' };

/** Returns the parameters of the path; null when the pattern does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const found = path.replace(/\/$/, '').split('/');
  if (wanted.length !== found.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = found[index]!;
    if (!part.startsWith(':')) {
      if (part !== actual) return null;
      continue;
    }
    const value = decodePart(actual);
    if (!value) return null;
    params[part.slice(1)] = value;
  }
  return params;
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Applies the server's rule: a permission narrows administrators alone; a person whom another role lets in needs none. */
export const isAllowed = (access: RouteAccess, session: Session): boolean => {
  const wanted = permissionsOf({ kind: 'role', ...access });
  const isFlagged = wanted.length === 0 || wanted.some((permission) => session.permissions.includes(permission));
  return access.roles.filter((role) => session.roles.includes(role)).some((role) => role !== 'admin' || isFlagged);
};

/** Returns the first route whose pattern the path matches, and the parameters of the path. */
export function findRoute({ basePath, routes }: DashboardRegister, path: string) {
  for (const route of routes) {
    const params = matchPath(basePath + route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

/** A page that exists is refused as such; an address without a page is missing. */
export function resolveRoute(register: DashboardRegister, path: string, session: Session): Resolved {
  const found = findRoute(register, path);
  if (!found) return { kind: 'missing' };
  const { access } = found.route;
  if (isAllowed(access, session)) return { kind: 'page', ...found };
  const isAdmin = access.roles.includes('admin') && session.roles.includes('admin');
  return { kind: 'forbidden', permission: isAdmin ? permissionsOf({ kind: 'role', ...access })[0] : undefined };
}

/** Returns the start page of the dashboard: the first page of the menu, else any that the person may open. */
export function findStart(register: DashboardRegister, session: Session): string | undefined {
  const open = register.routes.filter(({ path, access }) => !path.includes(':') && isAllowed(access, session));
  const start = open.find(({ menu }) => menu) ?? open[0];
  return start && register.basePath + start.path;
}

/** Returns the key of a route's title with its namespace. */
export const toTitleKey = (
  { name }: Pick<DashboardRegister, 'name'>,
  { title }: Pick<DashboardRoute, 'title'>,
): string => (title.includes(':') ? title : `${name}:${title}`);

export interface MenuGroup {
  /** Undefined for a page outside of every group. */
  title: string | undefined;
  routes: DashboardRoute[];
}

/** Returns the menu of this person by group: groups in the order of their first page. */
export function listMenuGroups({ routes }: Pick<DashboardRegister, 'routes'>, session: Session): MenuGroup[] {
  const groups: MenuGroup[] = [];
  for (const route of routes) {
    if (!route.menu || !isAllowed(route.access, session)) continue;
    const known = groups.find(({ title }) => title === route.menu?.group);
    if (known) known.routes.push(route);
    else groups.push({ title: route.menu.group, routes: [route] });
  }
  return groups;
}

const SIGNED_OUT_PATHS = Object.values<string>(HOST_PATHS).filter((path) => path !== HOST_PATHS.account);

/** Returns where to go after signing in: only a page of this platform, never an address that leads away. */
export function readNext(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return undefined;
  const base = 'https://feira.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
  // A normalised path may begin with two slashes, which browsers read as another host.
  if (url?.pathname.startsWith('//')) return undefined;
  // A sign-in page that leads to a sign-in page would redirect without end.
  if (url?.origin !== base || SIGNED_OUT_PATHS.includes(url.pathname.replace(/\/$/, ''))) return undefined;
  return url.pathname + url.search + url.hash;
}
