import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { ROUTE_ACCESS } from './route-access.ts';
import './texts.ts';

/** The masters' dashboard, as data. */
export default {
  name: 'master',
  basePath: '/master-root',
  routes: [
    {
      path: '/dashboard',
      title: 'dashboard.title',
      access: ROUTE_ACCESS['/dashboard'],
      menu: { icon: 'dashboard' },
      page: () => import(/* webpackChunkName: "dashboard" */ './pages/dashboard/page.tsx'),
    },
    {
      path: '/status',
      title: 'status.title',
      access: ROUTE_ACCESS['/status'],
      menu: { icon: 'devices' },
      page: () => import(/* webpackChunkName: "status" */ './pages/status/page.tsx'),
    },
    {
      path: '/platforms',
      title: 'platforms.title',
      access: ROUTE_ACCESS['/platforms'],
      menu: { icon: 'platforms' },
      page: () => import(/* webpackChunkName: "platforms" */ './pages/platforms/page.tsx'),
    },
    {
      path: '/platforms/:id',
      title: 'platform.title',
      access: ROUTE_ACCESS['/platforms/:id'],
      page: () => import(/* webpackChunkName: "platforms-item" */ './pages/platforms-item/page.tsx'),
    },
    {
      path: '/platforms/:id/connections/new',
      title: 'platform.newConnection',
      access: ROUTE_ACCESS['/platforms/:id/connections/new'],
      page: () =>
        import(/* webpackChunkName: "platforms-connections-new" */ './pages/platforms-connections-new/page.tsx'),
    },
    {
      path: '/platforms/:id/connections/:connectionId',
      title: 'platform.connection',
      access: ROUTE_ACCESS['/platforms/:id/connections/:connectionId'],
      page: () =>
        import(/* webpackChunkName: "platforms-connections-item" */ './pages/platforms-connections-item/page.tsx'),
    },
    {
      path: '/marketplace',
      title: 'marketplace.title',
      access: ROUTE_ACCESS['/marketplace'],
      menu: { icon: 'package' },
      page: () => import(/* webpackChunkName: "marketplace" */ './pages/marketplace/page.tsx'),
    },
    {
      path: '/marketplace/:id',
      title: 'marketplace.item',
      access: ROUTE_ACCESS['/marketplace/:id'],
      page: () => import(/* webpackChunkName: "marketplace-item" */ './pages/marketplace-item/page.tsx'),
    },
    {
      path: '/administrators',
      title: 'administrators.title',
      access: ROUTE_ACCESS['/administrators'],
      menu: { icon: 'shield' },
      page: () => import(/* webpackChunkName: "administrators" */ './pages/administrators/page.tsx'),
    },
    {
      path: '/session-logs',
      title: 'sessionLogs.title',
      access: ROUTE_ACCESS['/session-logs'],
      menu: { icon: 'history' },
      page: () => import(/* webpackChunkName: "session-logs" */ './pages/session-logs/page.tsx'),
    },
    {
      path: '/webhook-logs',
      title: 'webhookLogs.title',
      access: ROUTE_ACCESS['/webhook-logs'],
      menu: { icon: 'link' },
      page: () => import(/* webpackChunkName: "webhook-logs" */ './pages/webhook-logs/page.tsx'),
    },
    {
      path: '/subscription-logs',
      title: 'subscriptionLogs.title',
      access: ROUTE_ACCESS['/subscription-logs'],
      menu: { icon: 'retry' },
      page: () => import(/* webpackChunkName: "subscription-logs" */ './pages/subscription-logs/page.tsx'),
    },
    {
      path: '/charges',
      title: 'charges.title',
      access: ROUTE_ACCESS['/charges'],
      menu: { icon: 'card' },
      page: () => import(/* webpackChunkName: "charges" */ './pages/charges/page.tsx'),
    },
    {
      path: '/notifications',
      title: 'mails.title',
      access: ROUTE_ACCESS['/notifications'],
      menu: { icon: 'mail' },
      page: () => import(/* webpackChunkName: "notifications" */ './pages/notifications/page.tsx'),
    },
  ],
  locales: {
    'pt-BR': () => import(/* webpackChunkName: "pt-BR" */ './locales/pt-BR.json'),
    en: () => import(/* webpackChunkName: "en" */ './locales/en.json'),
  },
  providers: () => import(/* webpackChunkName: "providers" */ '@feira/shell-kit/components/app-providers'),
} satisfies DashboardRegister;
