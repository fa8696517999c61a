import type { HostPage } from '@feira/schemas/addresses';
import type { Entrance } from '@feira/schemas/procedures/session';
import { readLastArea } from './last-area.ts';
import {
  ChoosePasswordPage,
  CodePage,
  ConfirmEmailPage,
  CustomerLoginPage,
  EnrolmentPage,
  MagicLinkPage,
  RecoverPasswordPage,
  RegisterPage,
  RequestRefundPage,
  VerifyEmailPage,
} from './lazy-screens.ts';
import { LoginPage } from './pages/login/page.tsx';
import { MessagePage } from './pages/message/page.tsx';
import { type Arrival, decideArrival, isEntrance } from './places.ts';
import type { Preferences } from './preferences.ts';
import { Redirect } from './redirect.tsx';
import { readNext } from './resolve-route.ts';
import type { SessionControl } from './session/use-session.ts';

interface DoorScreenProps {
  page: Exclude<HostPage, 'account'>;
  search: string;
  preferences: Preferences;
  control: SessionControl;
}

/** Everything outside of the dashboards: the doors, their steps, and the pages that mails lead to. */
export function DoorScreen({ page, search, preferences, control }: DoorScreenProps) {
  const { state } = control;
  const isNew = state.kind === 'signedIn' && state.isNew;
  switch (page) {
    case 'recoverPassword':
      return <RecoverPasswordPage preferences={preferences} />;
    case 'choosePassword':
      return <ChoosePasswordPage preferences={preferences} onChanged={control.retry} />;
    case 'confirmEmail':
      return <ConfirmEmailPage preferences={preferences} onChanged={control.retry} />;
    case 'register':
      return <RegisterPage preferences={preferences} />;
    case 'requestRefund':
      return <RequestRefundPage preferences={preferences} />;
    case 'verifyEmail':
      if (!isNew) return <VerifyEmailPage preferences={preferences} control={control} />;
      break;
    case 'magicLink':
      if (!isNew) return <MagicLinkPage preferences={preferences} control={control} />;
      break;
  }
  return <Door page={page} search={search} preferences={preferences} control={control} />;
}

function Door({ page, search, preferences, control }: DoorScreenProps) {
  const { state } = control;
  const entrance: Entrance = isEntrance(page) ? page : 'platform';
  const isForCustomers = page === 'customerLogin' || page === 'magicLink';
  const session = state.kind === 'signedIn' ? state.session : undefined;
  const arrival: Arrival = decideArrival({
    entrance: isForCustomers ? 'customer' : entrance,
    session,
    isNew: state.kind === 'signedIn' && state.isNew,
    next: readNext(search),
    lastRemote: readLastArea(),
  });
  const email = session?.person.email ?? '';
  const leftBy = state.kind === 'signedOut' ? state.leftBy : undefined;
  switch (arrival.kind) {
    case 'go':
      return <Redirect to={arrival.to} onGone={control.settle} />;
    case 'code':
      return <CodePage preferences={preferences} email={email} control={control} />;
    case 'enrolment':
      return <EnrolmentPage preferences={preferences} email={email} control={control} />;
    case 'noArea':
      return <MessagePage kind="noArea" preferences={preferences} onSignOut={() => control.signOut(false)} />;
  }
  if (page === 'customerLogin') return <CustomerLoginPage preferences={preferences} leftBy={leftBy} />;
  // The form stands from the start: whoever turns out to be signed in goes on by itself.
  return (
    <LoginPage
      key={entrance}
      entrance={entrance}
      preferences={preferences}
      leftBy={leftBy}
      visitor={session && arrival.kind === 'again' ? { session, ...arrival } : undefined}
      onSignIn={(credentials) => control.signIn({ ...credentials, entrance })}
    />
  );
}
