import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { createUnbuiltRoutes } from '@feira/shell-kit/unbuilt';
import { ROUTE_ACCESS } from './route-access.ts';
import './texts.ts';
import { UNBUILT_ROUTES } from './unbuilt-routes.ts';

/** The administrators' dashboard, as data. */
export default {
  name: 'admin',
  basePath: '/admin-root',
  routes: [
    {
      path: '/dashboard',
      title: 'start.title',
      access: ROUTE_ACCESS['/dashboard'],
      menu: { icon: 'dashboard' },
      page: () => import(/* webpackChunkName: "dashboard" */ './pages/dashboard/page.tsx'),
    },
    {
      path: '/manage-users',
      title: 'users.title',
      access: ROUTE_ACCESS['/manage-users'],
      menu: { icon: 'people' },
      page: () => import(/* webpackChunkName: "manage-users" */ './pages/manage-users/page.tsx'),
    },
    {
      path: '/manage-products',
      title: 'products.title',
      access: ROUTE_ACCESS['/manage-products'],
      menu: { icon: 'package' },
      page: () => import(/* webpackChunkName: "manage-products" */ './pages/manage-products/page.tsx'),
    },
    {
      path: '/manage-sales/:id',
      title: 'sale.title',
      access: ROUTE_ACCESS['/manage-sales/:id'],
      page: () => import(/* webpackChunkName: "sale" */ './pages/manage-sales-item/page.tsx'),
    },
    {
      path: '/manage-functionaries',
      title: 'functionaries.title',
      access: ROUTE_ACCESS['/manage-functionaries'],
      menu: { icon: 'shield' },
      page: () => import(/* webpackChunkName: "manage-functionaries" */ './pages/manage-functionaries/page.tsx'),
    },
    {
      path: '/manage-managers',
      title: 'managers.title',
      access: ROUTE_ACCESS['/manage-managers'],
      menu: { icon: 'suitcase' },
      page: () => import(/* webpackChunkName: "manage-managers" */ './pages/manage-managers/page.tsx'),
    },
    {
      path: '/platform-settings',
      title: 'settings.title',
      access: ROUTE_ACCESS['/platform-settings'],
      menu: { icon: 'settings' },
      page: () => import(/* webpackChunkName: "platform-settings" */ './pages/platform-settings/page.tsx'),
    },
    {
      path: '/platform-settings/acquirings',
      title: 'acquirings.title',
      access: ROUTE_ACCESS['/platform-settings/acquirings'],
      menu: { icon: 'card' },
      page: () => import(/* webpackChunkName: "acquirings" */ './pages/platform-settings-acquirings/page.tsx'),
    },
    {
      path: '/customization',
      title: 'customization.title',
      access: ROUTE_ACCESS['/customization'],
      menu: { icon: 'brush' },
      page: () => import(/* webpackChunkName: "customization" */ './pages/customization/page.tsx'),
    },
    {
      path: '/domains',
      title: 'domains.title',
      access: ROUTE_ACCESS['/domains'],
      menu: { icon: 'globe' },
      page: () => import(/* webpackChunkName: "domains" */ './pages/domains/page.tsx'),
    },
    {
      path: '/manage-withdraws',
      title: 'withdraws.title',
      access: ROUTE_ACCESS['/manage-withdraws'],
      menu: { icon: 'withdrawal', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "manage-withdraws" */ './pages/manage-withdraws/page.tsx'),
    },
    {
      path: '/manage-managers-withdraws',
      title: 'managersWithdraws.title',
      access: ROUTE_ACCESS['/manage-managers-withdraws'],
      menu: { icon: 'withdrawal', group: 'menu.money' },
      page: () =>
        import(/* webpackChunkName: "manage-managers-withdraws" */ './pages/manage-managers-withdraws/page.tsx'),
    },
    {
      path: '/paid-withdrawals',
      title: 'paidWithdrawals.title',
      access: ROUTE_ACCESS['/paid-withdrawals'],
      menu: { icon: 'check', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "paid-withdrawals" */ './pages/paid-withdrawals/page.tsx'),
    },
    {
      path: '/paid-managers-withdraws',
      title: 'paidManagersWithdraws.title',
      access: ROUTE_ACCESS['/paid-managers-withdraws'],
      menu: { icon: 'check', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "paid-managers-withdraws" */ './pages/paid-managers-withdraws/page.tsx'),
    },
    {
      path: '/manage-anticipations',
      title: 'anticipations.title',
      access: ROUTE_ACCESS['/manage-anticipations'],
      menu: { icon: 'history', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "manage-anticipations" */ './pages/manage-anticipations/page.tsx'),
    },
    {
      path: '/manage-paid-anticipations',
      title: 'paidAnticipations.title',
      access: ROUTE_ACCESS['/manage-paid-anticipations'],
      menu: { icon: 'check', group: 'menu.money' },
      page: () =>
        import(/* webpackChunkName: "manage-paid-anticipations" */ './pages/manage-paid-anticipations/page.tsx'),
    },
    {
      path: '/charges',
      title: 'charges.title',
      access: ROUTE_ACCESS['/charges'],
      menu: { icon: 'dispute', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "charges" */ './pages/charges/page.tsx'),
    },
    {
      path: '/manage-bank-accounts',
      title: 'bankAccounts.title',
      access: ROUTE_ACCESS['/manage-bank-accounts'],
      menu: { icon: 'bank', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "manage-bank-accounts" */ './pages/manage-bank-accounts/page.tsx'),
    },
    {
      path: '/manage-receivers',
      title: 'receivers.title',
      access: ROUTE_ACCESS['/manage-receivers'],
      menu: { icon: 'join', group: 'menu.money' },
      page: () => import(/* webpackChunkName: "manage-receivers" */ './pages/manage-receivers/page.tsx'),
    },
    {
      path: '/seller-revenue',
      title: 'sellerRevenue.title',
      access: ROUTE_ACCESS['/seller-revenue'],
      menu: { icon: 'sales', group: 'menu.reports' },
      page: () => import(/* webpackChunkName: "seller-revenue" */ './pages/seller-revenue/page.tsx'),
    },
    {
      path: '/seller-profit',
      title: 'sellerProfit.title',
      access: ROUTE_ACCESS['/seller-profit'],
      menu: { icon: 'chart', group: 'menu.reports' },
      page: () => import(/* webpackChunkName: "seller-profit" */ './pages/seller-profit/page.tsx'),
    },
    {
      path: '/seller-negative',
      title: 'sellerNegative.title',
      access: ROUTE_ACCESS['/seller-negative'],
      menu: { icon: 'arrowDown', group: 'menu.reports' },
      page: () => import(/* webpackChunkName: "seller-negative" */ './pages/seller-negative/page.tsx'),
    },
    {
      path: '/garantee-released',
      title: 'garanteeReleased.title',
      access: ROUTE_ACCESS['/garantee-released'],
      menu: { icon: 'clock', group: 'menu.reports' },
      page: () => import(/* webpackChunkName: "garantee-released" */ './pages/garantee-released/page.tsx'),
    },
    {
      path: '/export-accounting',
      title: 'exportAccounting.title',
      access: ROUTE_ACCESS['/export-accounting'],
      menu: { icon: 'table', group: 'menu.reports' },
      page: () => import(/* webpackChunkName: "export-accounting" */ './pages/export-accounting/page.tsx'),
    },
    ...createUnbuiltRoutes(UNBUILT_ROUTES, ROUTE_ACCESS),
  ],
  locales: {
    'pt-BR': () => import(/* webpackChunkName: "pt-BR" */ './locales/pt-BR.json'),
    en: () => import(/* webpackChunkName: "en" */ './locales/en.json'),
  },
  providers: () => import(/* webpackChunkName: "providers" */ '@feira/shell-kit/components/app-providers'),
} satisfies DashboardRegister;
