/** The addresses of pages. The core serves them, the shells draw them, and mails link to them, so they stay the same. */
import type { Entrance } from './procedures/session.ts';

/** Maps each way to sign in to its page. */
export const SIGN_IN_PATHS = {
  platform: '/login',
  manager: '/manager-login',
  admin: '/admin-root-login',
  master: '/master-root-login',
} as const satisfies Record<Entrance, `/${string}`>;

/** The pages of the host that belong to no dashboard. A page that takes a token reads it from the fragment. */
export const HOST_PATHS = {
  /** The platform's front door. */
  start: '/',
  ...SIGN_IN_PATHS,
  register: '/register',
  verifyEmail: '/verify-email',
  recoverPassword: '/recover-password',
  choosePassword: '/choose-password',
  customerLogin: '/customer-login',
  magicLink: '/magic-link',
  confirmEmail: '/confirm-email',
  requestRefund: '/request-refund',
  access: '/access',
  /** The buyer's page of a subscription. */
  subscription: '/subscription',
  account: '/account',
  /** The page that tells what is kept of people, and what they can ask for. */
  privacy: '/privacy',
} as const;
export type HostPage = keyof typeof HOST_PATHS;

/** Maps each dashboard, by the name of its remote, to its address. */
export const DASHBOARD_PATHS = {
  seller: '/platform',
  admin: '/admin-root',
  master: '/master-root',
  manager: '/manager-root',
  customer: '/my-purchases',
} as const;
