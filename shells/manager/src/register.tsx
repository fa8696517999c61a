import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { ROUTE_ACCESS } from './route-access.ts';
import './texts.ts';

/** The managers' dashboard, as data. */
export default {
  name: 'manager',
  basePath: '/manager-root',
  routes: [
    {
      path: '/inbox',
      title: 'inbox.title',
      access: ROUTE_ACCESS['/inbox'],
      menu: { icon: 'inbox', work: 'ALL' },
      page: () => import(/* webpackChunkName: "inbox" */ './pages/inbox/page.tsx'),
    },
    {
      path: '/dashboard',
      title: 'dashboard.title',
      access: ROUTE_ACCESS['/dashboard'],
      menu: { icon: 'dashboard' },
      page: () => import(/* webpackChunkName: "dashboard" */ './pages/dashboard/page.tsx'),
    },
    {
      path: '/manager-users',
      title: 'users.title',
      access: ROUTE_ACCESS['/manager-users'],
      menu: { icon: 'people' },
      page: () => import(/* webpackChunkName: "manager-users" */ './pages/manager-users/page.tsx'),
    },
    {
      path: '/manager-users/:id',
      title: 'users.item',
      access: ROUTE_ACCESS['/manager-users/:id'],
      page: () => import(/* webpackChunkName: "managed-seller" */ './pages/manager-users-item/page.tsx'),
    },
    {
      path: '/financial',
      title: 'financial.title',
      access: ROUTE_ACCESS['/financial'],
      menu: { icon: 'wallet' },
      page: () => import(/* webpackChunkName: "financial" */ './pages/financial/page.tsx'),
    },
  ],
  locales: {
    'pt-BR': () => import(/* webpackChunkName: "pt-BR" */ './locales/pt-BR.json'),
    en: () => import(/* webpackChunkName: "en" */ './locales/en.json'),
  },
  providers: () => import(/* webpackChunkName: "providers" */ '@feira/shell-kit/components/app-providers'),
} satisfies DashboardRegister;
