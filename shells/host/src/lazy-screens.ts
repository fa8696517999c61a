/** Loads the pages that most visits do not need. The pages of the sign-in share one file, because one step follows the other. */
import { lazy } from 'react';

export const AccessPage = lazy(() => import(/* webpackChunkName: "access" */ './pages/access/page.tsx'));
export const AccountPage = lazy(() => import(/* webpackChunkName: "account" */ './pages/account/page.tsx'));
export const ChoosePasswordPage = lazy(
  () => import(/* webpackChunkName: "sign-in" */ './pages/choose-password/page.tsx'),
);
export const CodePage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/code/page.tsx'));
export const ConfirmEmailPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/confirm-email/page.tsx'));
export const CustomerLoginPage = lazy(
  () => import(/* webpackChunkName: "sign-in" */ './pages/customer-login/page.tsx'),
);
export const EnrolmentPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/enrolment/page.tsx'));
export const IdentityDialog = lazy(() => import(/* webpackChunkName: "identity" */ './session/identity-dialog.tsx'));
export const MagicLinkPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/magic-link/page.tsx'));
export const RecoverPasswordPage = lazy(
  () => import(/* webpackChunkName: "sign-in" */ './pages/recover-password/page.tsx'),
);
export const PrivacyPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/privacy/page.tsx'));
export const RegisterPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/register/page.tsx'));
export const RequestRefundPage = lazy(
  () => import(/* webpackChunkName: "request-refund" */ './pages/request-refund/page.tsx'),
);
export const StartPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/start/page.tsx'));
export const SubscriptionPage = lazy(
  () => import(/* webpackChunkName: "subscription" */ './pages/subscription/page.tsx'),
);
export const VerifyEmailPage = lazy(() => import(/* webpackChunkName: "sign-in" */ './pages/verify-email/page.tsx'));
