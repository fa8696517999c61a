import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Role } from '@feira/schemas/procedure';

/** A dashboard that the host can mount: a remote, where it lives, and whom it is for. */
export interface Dashboard {
  remote: keyof typeof DASHBOARD_PATHS;
  /** People land here; the dashboard itself leads on to the first page that they may open. */
  basePath: `/${string}`;
  roles: readonly Role[];
}

/** Known before any remote is loaded, so that only the one in use has to be. */
export const DASHBOARDS: readonly Dashboard[] = [
  { remote: 'seller', basePath: DASHBOARD_PATHS.seller, roles: ['seller', 'affiliate', 'co-producer'] },
  { remote: 'admin', basePath: DASHBOARD_PATHS.admin, roles: ['admin'] },
  { remote: 'master', basePath: DASHBOARD_PATHS.master, roles: ['master'] },
  { remote: 'manager', basePath: DASHBOARD_PATHS.manager, roles: ['manager'] },
  { remote: 'customer', basePath: DASHBOARD_PATHS.customer, roles: ['customer'] },
];

export const findDashboard = (path: string): Dashboard | undefined =>
  DASHBOARDS.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));

/** The dashboards that one of the roles may open, the one people most likely came for first. */
export const listDashboards = (roles: readonly Role[]): Dashboard[] =>
  DASHBOARDS.filter((dashboard) => dashboard.roles.some((role) => roles.includes(role)));

/** The first dashboard that one of the roles may open. */
export const findHome = (roles: readonly Role[]): string | undefined => listDashboards(roles)[0]?.basePath;
