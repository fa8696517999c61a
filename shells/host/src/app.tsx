import { DASHBOARD_PATHS, HOST_PATHS, type HostPage } from '@feira/schemas/addresses';
import { type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { AccountScreen } from './account-screen.tsx';
import { AreaScreen } from './area-screen.tsx';
import { findArea } from './areas.ts';
import { useBrandLook } from './brand.ts';
import { DoorScreen } from './door-screen.tsx';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { IdentityDialog } from './lazy-screens.ts';
import { MessagePage } from './pages/message/page.tsx';
import { findDoor, findHostPage, toDoor } from './places.ts';
import { usePreferences } from './preferences.ts';
import { Redirect } from './redirect.tsx';
import { useIdentity } from './session/use-identity.ts';
import { useSession } from './session/use-session.ts';

export function App() {
  const preferences = usePreferences();
  const control = useSession(preferences.locale);
  const { isAsking, answer, confirmIdentity } = useIdentity();
  const path = usePathname();
  const search = useSearch();
  useBrandLook(preferences.theme);
  const { state } = control;
  const isSignedIn = state.kind === 'signedIn';
  useEffect(() => {
    if (!isSignedIn) answer(false);
  }, [isSignedIn, answer]);
  const { enter } = control;
  const isSomebodyElse = isSignedIn && state.session.impersonator !== null;
  const onSessionChange = useCallback<typeof enter>(
    (session) => {
      enter(session);
      // Back to where people are signed in as; otherwise the door knows where this person starts.
      navigate(isSomebodyElse ? DASHBOARD_PATHS.admin : HOST_PATHS.platform);
    },
    [enter, isSomebodyElse],
  );

  const page = findHostPage(path);
  const area = findArea(path);
  let screen: ReactNode;
  if (page && page !== 'account')
    screen = (
      <DoorScreen
        page={page as Exclude<HostPage, 'account'>}
        search={search}
        preferences={preferences}
        control={control}
      />
    );
  else if (!page && !area) screen = <MessagePage kind="missing" preferences={preferences} />;
  else if (state.kind === 'failed')
    screen = <MessagePage kind="offline" preferences={preferences} onRetry={control.retry} />;
  else if (state.kind === 'signedOut')
    screen = <Redirect to={state.leftBy === 'signedOut' ? findDoor(area) : toDoor(path + search)} />;
  // Half signed in: the door asks for the rest.
  else if (isSignedIn && state.session.state !== 'ACTIVE') screen = <Redirect to={toDoor(path + search)} />;
  else {
    const props = { path, preferences, control, confirmIdentity, onSessionChange };
    screen = area ? <AreaScreen key={area.remote} area={area} {...props} /> : <AccountScreen {...props} />;
  }
  return (
    <>
      <ErrorBoundary path={path} fallback={<MessagePage kind="broken" preferences={preferences} />}>
        <Suspense fallback={<Waiting />}>{screen}</Suspense>
      </ErrorBoundary>
      {isAsking && isSignedIn && (
        <ErrorBoundary path={path} fallback={<GiveUp onAnswer={answer} />}>
          <Suspense>
            <IdentityDialog
              session={state.session}
              preferences={preferences}
              onAnswer={answer}
              onLoginRequired={control.onLoginRequired}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** While a page before the doors comes: nothing that would jump away a moment later. */
function Waiting() {
  const { t } = useTranslation();
  return (
    <div className="login" role="status">
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  );
}

/** The question could not be loaded: the call that wanted it stays refused. */
function GiveUp({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  useEffect(() => onAnswer(false), [onAnswer]);
  return null;
}
