import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';

/** A dashboard that the host can mount: its remote, its base path, and its roles. */
export interface Dashboard {
  remote: keyof typeof DASHBOARD_PATHS;
  /** The sign-in leads here; the dashboard leads on to the first page that the person may open. */
  basePath: `/${string}`;
  roles: readonly Role[];
}

/** The host knows this before it loads any remote, so it loads only the one in use. */
export const DASHBOARDS: readonly Dashboard[] = [
  { remote: 'seller', basePath: DASHBOARD_PATHS.seller, roles: ['seller', 'affiliate', 'co-producer'] },
  { remote: 'admin', basePath: DASHBOARD_PATHS.admin, roles: ['admin'] },
  { remote: 'master', basePath: DASHBOARD_PATHS.master, roles: ['master'] },
  { remote: 'manager', basePath: DASHBOARD_PATHS.manager, roles: ['manager'] },
  { remote: 'customer', basePath: DASHBOARD_PATHS.customer, roles: ['customer'] },
];

export const findDashboard = (path: string): Dashboard | undefined =>
  DASHBOARDS.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));

/** Returns the dashboards of these roles, the most likely one first. */
export const listDashboards = (roles: readonly Role[]): Dashboard[] =>
  DASHBOARDS.filter((dashboard) => dashboard.roles.some((role) => roles.includes(role)));

/** Returns the first dashboard of these roles. */
export const findHome = (roles: readonly Role[]): string | undefined => listDashboards(roles)[0]?.basePath;
