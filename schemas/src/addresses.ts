/** Addresses that people type, follow from mails and keep: the core serves them, the shells draw them, mails lead to them. */
import type { Entrance } from './procedures/session.ts';

/** Where each door stands. */
export const SIGN_IN_PATHS = {
  platform: '/login',
  manager: '/manager-login',
  admin: '/admin-root-login',
  master: '/master-root-login',
} as const satisfies Record<Entrance, `/${string}`>;

/** Pages of the host that belong to no dashboard. Those with a token read it from the fragment. */
export const HOST_PATHS = {
  ...SIGN_IN_PATHS,
  register: '/register',
  verifyEmail: '/verify-email',
  recoverPassword: '/recover-password',
  choosePassword: '/choose-password',
  customerLogin: '/customer-login',
  magicLink: '/magic-link',
  confirmEmail: '/confirm-email',
  requestRefund: '/request-refund',
  account: '/account',
} as const;
export type HostPage = keyof typeof HOST_PATHS;

/** Where each dashboard lives, by the name of its remote. */
export const DASHBOARD_PATHS = {
  seller: '/platform',
  admin: '/admin-root',
  master: '/master-root',
  manager: '/manager-root',
  customer: '/my-purchases',
} as const;
