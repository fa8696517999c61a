/** Pages that most visits do without. What stands before the doors comes as one file: one step follows the other. */
import { lazy } from 'react';

export const AccountPage = lazy(() => import(/* webpackChunkName: "account" */ './pages/account/page.tsx'));
export const ChoosePasswordPage = lazy(
  () => import(/* webpackChunkName: "doors" */ './pages/choose-password/page.tsx'),
);
export const CodePage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/code/page.tsx'));
export const ConfirmEmailPage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/confirm-email/page.tsx'));
export const CustomerLoginPage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/customer-login/page.tsx'));
export const EnrolmentPage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/enrolment/page.tsx'));
export const IdentityDialog = lazy(() => import(/* webpackChunkName: "identity" */ './session/identity-dialog.tsx'));
export const MagicLinkPage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/magic-link/page.tsx'));
export const RecoverPasswordPage = lazy(
  () => import(/* webpackChunkName: "doors" */ './pages/recover-password/page.tsx'),
);
export const RegisterPage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/register/page.tsx'));
export const RequestRefundPage = lazy(
  () => import(/* webpackChunkName: "request-refund" */ './pages/request-refund/page.tsx'),
);
export const VerifyEmailPage = lazy(() => import(/* webpackChunkName: "doors" */ './pages/verify-email/page.tsx'));
