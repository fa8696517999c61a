import type { DashboardRegister, RouteAccess } from '@feira/shell-kit/dashboard';
import './texts.ts';
import { UNBUILT_ROUTES } from './unbuilt-routes.ts';

const access: RouteAccess = { roles: ['seller'] };

/** The seller's dashboard, as data. */
export default {
  name: 'seller',
  basePath: '/platform',
  routes: [
    {
      path: '/dashboard',
      title: 'dashboard.title',
      access,
      menu: { icon: 'dashboard' },
      page: () => import(/* webpackChunkName: "dashboard" */ './pages/dashboard/page.tsx'),
    },
    {
      path: '/my-sales',
      title: 'sales.title',
      access,
      menu: { icon: 'sales' },
      page: () => import(/* webpackChunkName: "my-sales" */ './pages/my-sales/page.tsx'),
    },
    ...UNBUILT_ROUTES.map((path) => ({
      path,
      title: 'unavailable.title',
      access,
      page: () => import(/* webpackChunkName: "unavailable" */ './pages/unavailable/page.tsx'),
    })),
  ],
  locales: {
    'pt-BR': () => import(/* webpackChunkName: "pt-BR" */ './locales/pt-BR.json'),
    en: () => import(/* webpackChunkName: "en" */ './locales/en.json'),
  },
  providers: () => import(/* webpackChunkName: "providers" */ '@feira/shell-kit/components/app-providers'),
} satisfies DashboardRegister;
