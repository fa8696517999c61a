import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { ROUTE_ACCESS } from './route-access.ts';
import './texts.ts';

/** The customers' dashboard, as data. */
export default {
  name: 'customer',
  basePath: '/my-purchases',
  routes: [
    {
      path: '',
      title: 'purchases.title',
      access: ROUTE_ACCESS[''],
      menu: { icon: 'bag' },
      page: () => import(/* webpackChunkName: "my-purchases" */ './pages/my-purchases/page.tsx'),
    },
    {
      path: '/access-purchases',
      title: 'access.title',
      access: ROUTE_ACCESS['/access-purchases'],
      menu: { icon: 'download' },
      page: () => import(/* webpackChunkName: "access-purchases" */ './pages/access-purchases/page.tsx'),
    },
  ],
  locales: {
    'pt-BR': () => import(/* webpackChunkName: "pt-BR" */ './locales/pt-BR.json'),
    en: () => import(/* webpackChunkName: "en" */ './locales/en.json'),
  },
  providers: () => import(/* webpackChunkName: "providers" */ '@feira/shell-kit/components/app-providers'),
} satisfies DashboardRegister;
