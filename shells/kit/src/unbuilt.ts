import type { DashboardRoute, RouteAccess } from './dashboard.ts';

/** Routes without a screen: they have the access of their future screens, and show a page that says so. */
export const createUnbuiltRoutes = <P extends DashboardRoute['path']>(
  paths: readonly P[],
  access: Record<P, RouteAccess>,
): DashboardRoute[] =>
  paths.map((path) => ({
    path,
    title: 'kit:unavailable.title',
    access: access[path],
    page: () => import(/* webpackChunkName: "unavailable" */ './components/unavailable-page.tsx'),
  }));
