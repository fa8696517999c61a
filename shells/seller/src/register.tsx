import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { createUnbuiltRoutes } from '@feira/shell-kit/unbuilt';
import { ROUTE_ACCESS } from './route-access.ts';
import './texts.ts';
import { UNBUILT_ROUTES } from './unbuilt-routes.ts';

/** The seller's dashboard, as data. */
export default {
  name: 'seller',
  basePath: '/platform',
  routes: [
    {
      path: '/dashboard',
      title: 'dashboard.title',
      access: ROUTE_ACCESS['/dashboard'],
      menu: { icon: 'dashboard' },
      page: () => import(/* webpackChunkName: "dashboard" */ './pages/dashboard/page.tsx'),
    },
    {
      path: '/my-sales',
      title: 'sales.title',
      access: ROUTE_ACCESS['/my-sales'],
      menu: { icon: 'sales' },
      page: () => import(/* webpackChunkName: "my-sales" */ './pages/my-sales/page.tsx'),
    },
    {
      path: '/my-sales/:id',
      title: 'sales.title',
      access: ROUTE_ACCESS['/my-sales/:id'],
      page: () => import(/* webpackChunkName: "sale" */ './pages/my-sales-item/page.tsx'),
    },
    {
      path: '/shipments',
      title: 'shipments.title',
      access: ROUTE_ACCESS['/shipments'],
      menu: { icon: 'truck' },
      page: () => import(/* webpackChunkName: "shipments" */ './pages/shipments/page.tsx'),
    },
    {
      path: '/abandoned-cart',
      title: 'abandonedCart.title',
      access: ROUTE_ACCESS['/abandoned-cart'],
      menu: { icon: 'bag' },
      page: () => import(/* webpackChunkName: "abandoned-cart" */ './pages/abandoned-cart/page.tsx'),
    },
    {
      path: '/upsell-funnels',
      title: 'upsellFunnels.title',
      access: ROUTE_ACCESS['/upsell-funnels'],
      menu: { icon: 'join' },
      page: () => import(/* webpackChunkName: "upsell-funnels" */ './pages/upsell-funnels/page.tsx'),
    },
    {
      path: '/direct-checkout',
      title: 'directCheckout.title',
      access: ROUTE_ACCESS['/direct-checkout'],
      menu: { icon: 'link' },
      page: () => import(/* webpackChunkName: "direct-checkout" */ './pages/direct-checkout/page.tsx'),
    },
    {
      path: '/my-products',
      title: 'products.title',
      access: ROUTE_ACCESS['/my-products'],
      menu: { icon: 'package' },
      page: () => import(/* webpackChunkName: "my-products" */ './pages/my-products/page.tsx'),
    },
    {
      path: '/create-product',
      title: 'createProduct.title',
      access: ROUTE_ACCESS['/create-product'],
      menu: { icon: 'plus' },
      page: () => import(/* webpackChunkName: "create-product" */ './pages/create-product/page.tsx'),
    },
    {
      path: '/my-products/product/:id',
      title: 'products.title',
      access: ROUTE_ACCESS['/my-products/product/:id'],
      page: () => import(/* webpackChunkName: "product" */ './pages/my-products-product-item/page.tsx'),
    },
    {
      path: '/my-products/offers/:id',
      title: 'products.title',
      access: ROUTE_ACCESS['/my-products/offers/:id'],
      page: () => import(/* webpackChunkName: "offer" */ './pages/my-products-offers-item/page.tsx'),
    },
    {
      path: '/checkout-builder/:id',
      title: 'products.title',
      access: ROUTE_ACCESS['/checkout-builder/:id'],
      page: () => import(/* webpackChunkName: "checkout-builder" */ './pages/checkout-builder-item/page.tsx'),
    },
    {
      path: '/financial',
      title: 'financial.title',
      access: ROUTE_ACCESS['/financial'],
      menu: { icon: 'wallet' },
      page: () => import(/* webpackChunkName: "financial" */ './pages/financial/page.tsx'),
    },
    {
      path: '/receivers',
      title: 'receivers.title',
      access: ROUTE_ACCESS['/receivers'],
      menu: { icon: 'bank' },
      page: () => import(/* webpackChunkName: "receivers" */ './pages/receivers/page.tsx'),
    },
    {
      path: '/refunds',
      title: 'refunds.title',
      access: ROUTE_ACCESS['/refunds'],
      menu: { icon: 'refund' },
      page: () => import(/* webpackChunkName: "refunds" */ './pages/refunds/page.tsx'),
    },
    {
      path: '/reports',
      title: 'reports.title',
      access: ROUTE_ACCESS['/reports'],
      menu: { icon: 'chart' },
      page: () => import(/* webpackChunkName: "reports" */ './pages/reports/page.tsx'),
    },
    {
      path: '/affiliates',
      title: 'affiliates.title',
      access: ROUTE_ACCESS['/affiliates'],
      menu: { icon: 'person' },
      page: () => import(/* webpackChunkName: "affiliates" */ './pages/affiliates/page.tsx'),
    },
    {
      path: '/my-affiliates',
      title: 'myAffiliates.title',
      access: ROUTE_ACCESS['/my-affiliates'],
      menu: { icon: 'link' },
      page: () => import(/* webpackChunkName: "my-affiliates" */ './pages/my-affiliates/page.tsx'),
    },
    {
      path: '/marketplace',
      title: 'marketplace.title',
      access: ROUTE_ACCESS['/marketplace'],
      menu: { icon: 'bag' },
      page: () => import(/* webpackChunkName: "marketplace" */ './pages/marketplace/page.tsx'),
    },
    {
      path: '/co-production',
      title: 'coProduction.title',
      access: ROUTE_ACCESS['/co-production'],
      menu: { icon: 'join' },
      page: () => import(/* webpackChunkName: "co-production" */ './pages/co-production/page.tsx'),
    },
    {
      path: '/my-profile',
      title: 'profile.title',
      access: ROUTE_ACCESS['/my-profile'],
      menu: { icon: 'person' },
      page: () => import(/* webpackChunkName: "my-profile" */ './pages/my-profile/page.tsx'),
    },
    ...createUnbuiltRoutes(UNBUILT_ROUTES, ROUTE_ACCESS),
  ],
  locales: {
    'pt-BR': () => import(/* webpackChunkName: "pt-BR" */ './locales/pt-BR.json'),
    en: () => import(/* webpackChunkName: "en" */ './locales/en.json'),
  },
  providers: () => import(/* webpackChunkName: "providers" */ '@feira/shell-kit/components/app-providers'),
} satisfies DashboardRegister;
