import type { HostPage } from '@feira/schemas/addresses';
import type { Entrance } from '@feira/schemas/procedures/session';
import { readLastDashboard } from './last-dashboard.ts';
import {
  AccessPage,
  ChoosePasswordPage,
  CodePage,
  ConfirmEmailPage,
  CustomerLoginPage,
  EnrolmentPage,
  MagicLinkPage,
  PrivacyPage,
  RecoverPasswordPage,
  RegisterPage,
  RequestRefundPage,
  StartPage,
  SubscriptionPage,
  VerifyEmailPage,
} from './lazy-screens.ts';
import { LoginPage } from './pages/login/page.tsx';
import { MessagePage } from './pages/message/page.tsx';
import type { Preferences } from './preferences.ts';
import { Redirect } from './redirect.tsx';
import { readNext } from './resolve-route.ts';
import { decideSignIn, isEntrance, type SignInDecision } from './routes.ts';
import type { SessionControl } from './session/use-session.ts';

interface SignInScreenProps {
  page: Exclude<HostPage, 'account'>;
  search: string;
  preferences: Preferences;
  control: SessionControl;
}

/** Draws everything outside of the dashboards: the sign-in pages, their steps, and the pages that mails lead to. */
export function SignInScreen({ page, search, preferences, control }: SignInScreenProps) {
  const { state } = control;
  const isNew = state.kind === 'signedIn' && state.isNew;
  switch (page) {
    case 'start':
      return <StartPage preferences={preferences} session={state.kind === 'signedIn' ? state.session : undefined} />;
    case 'recoverPassword':
      return <RecoverPasswordPage preferences={preferences} />;
    case 'choosePassword':
      return <ChoosePasswordPage preferences={preferences} onChanged={control.retry} />;
    case 'confirmEmail':
      return <ConfirmEmailPage preferences={preferences} onChanged={control.retry} />;
    case 'register':
      return <RegisterPage preferences={preferences} />;
    case 'access':
      return <AccessPage preferences={preferences} />;
    case 'subscription':
      return <SubscriptionPage preferences={preferences} />;
    case 'privacy':
      return <PrivacyPage preferences={preferences} />;
    case 'requestRefund':
      return <RequestRefundPage preferences={preferences} />;
    case 'verifyEmail':
      if (!isNew) return <VerifyEmailPage preferences={preferences} control={control} />;
      break;
    case 'magicLink':
      if (!isNew) return <MagicLinkPage preferences={preferences} control={control} />;
      break;
  }
  return <EntrancePage page={page} search={search} preferences={preferences} control={control} />;
}

function EntrancePage({ page, search, preferences, control }: SignInScreenProps) {
  const { state } = control;
  const entrance: Entrance = isEntrance(page) ? page : 'platform';
  const isForCustomers = page === 'customerLogin' || page === 'magicLink';
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const decision: SignInDecision = decideSignIn({
    entrance: isForCustomers ? 'customer' : entrance,
    session,
    isNew: state.kind === 'signedIn' && state.isNew,
    next: readNext(search),
    lastRemote: readLastDashboard(),
  });
  const email = session?.person.email ?? '';
  const leftBy = state.kind === 'signedOut' ? state.leftBy : undefined;
  switch (decision.kind) {
    case 'go':
      return <Redirect to={decision.to} onGone={control.settle} />;
    case 'code':
      return <CodePage preferences={preferences} email={email} control={control} />;
    case 'enrolment':
      return <EnrolmentPage preferences={preferences} email={email} control={control} />;
    case 'noDashboard':
      return <MessagePage kind="noDashboard" preferences={preferences} onSignOut={() => control.signOut(false)} />;
  }
  if (page === 'customerLogin') return <CustomerLoginPage preferences={preferences} leftBy={leftBy} />;
  // The form stands from the start: a person who is signed in already is led on.
  return (
    <LoginPage
      key={entrance}
      entrance={entrance}
      preferences={preferences}
      leftBy={leftBy}
      visitor={session && decision.kind === 'again' ? { session, ...decision } : undefined}
      onSignIn={(credentials) => control.signIn({ ...credentials, entrance })}
    />
  );
}
