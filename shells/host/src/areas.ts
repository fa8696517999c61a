import type { Role } from '@feira/schemas/procedure';

/** A dashboard that the host can mount: a remote, where it lives, and whom it is for. */
export interface Area {
  remote: string;
  basePath: `/${string}`;
  /** Where people land. */
  home: `/${string}`;
  roles: readonly Role[];
}

/** Known before any remote is loaded, so that only the one in use has to be. */
export const AREAS: readonly Area[] = [
  { remote: 'seller', basePath: '/platform', home: '/platform/dashboard', roles: ['seller'] },
];

export const findArea = (path: string): Area | undefined =>
  AREAS.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));

/** The first dashboard that one of the roles may open. */
export const findHome = (roles: readonly Role[]): string | undefined =>
  AREAS.find((area) => area.roles.some((role) => roles.includes(role)))?.home;
