import { DASHBOARD_PATHS, HOST_PATHS, type HostPage } from '@feira/schemas/addresses';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { AccountScreen } from './account-screen.tsx';
import { AntdProvider } from './antd/antd-provider.tsx';
import { useBrand, useBrandLook } from './brand.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import { findDashboard } from './dashboards.ts';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { IdentityDialog } from './lazy-screens.ts';
import { MessagePage } from './pages/message/page.tsx';
import { usePreferences } from './preferences.ts';
import { Redirect } from './redirect.tsx';
import { findHostPage, findSignIn, toSignIn } from './routes.ts';
import { useIdentity } from './session/use-identity.ts';
import { useSession } from './session/use-session.ts';
import { SignInScreen } from './sign-in-screen.tsx';

export function App() {
  const preferences = usePreferences();
  const control = useSession(preferences.locale);
  const { isAsking, answer, confirmIdentity } = useIdentity();
  const path = usePathname();
  const search = useSearch();
  const brandColour = useBrand()?.customization.visuals?.colorPrimary ?? null;
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
      // An administrator who leaves a user's account returns to the administrators' dashboard; any other person starts at the
      // platform's sign-in page, which leads on.
      navigate(isSomebodyElse ? DASHBOARD_PATHS.admin : HOST_PATHS.platform);
    },
    [enter, isSomebodyElse],
  );

  const page = findHostPage(path);
  const dashboard = findDashboard(path);
  let screen: ReactNode;
  if (page && page !== 'account')
    screen = (
      <SignInScreen
        page={page as Exclude<HostPage, 'account'>}
        search={search}
        preferences={preferences}
        control={control}
      />
    );
  else if (!page && !dashboard) screen = <MessagePage kind="missing" preferences={preferences} />;
  else if (state.kind === 'failed')
    screen = <MessagePage kind="offline" preferences={preferences} onRetry={control.retry} />;
  else if (state.kind === 'signedOut')
    screen = <Redirect to={state.leftBy === 'signedOut' ? findSignIn(dashboard) : toSignIn(path + search)} />;
  // The first factor is accepted: the sign-in page asks for the second.
  else if (isSignedIn && state.session.state !== 'ACTIVE') screen = <Redirect to={toSignIn(path + search)} />;
  else {
    const props = { path, preferences, control, confirmIdentity, onSessionChange };
    screen = dashboard ? (
      <DashboardScreen key={dashboard.remote} dashboard={dashboard} {...props} />
    ) : (
      <AccountScreen {...props} />
    );
  }
  return (
    <AntdProvider locale={preferences.locale} theme={preferences.theme} brandColour={brandColour}>
      <ErrorBoundary path={path} fallback={<MessagePage kind="broken" preferences={preferences} />}>
        <Suspense fallback={<Waiting />}>{screen}</Suspense>
      </ErrorBoundary>
      {isAsking && isSignedIn && (
        <ErrorBoundary path={path} fallback={<GiveUp onAnswer={answer} />}>
          <Suspense>
            {/* It may stand above a dialog of a dashboard, which knows only the history entries of its own bundle. */}
            <DialogEntry value={false}>
              <IdentityDialog
                session={state.session}
                preferences={preferences}
                onAnswer={answer}
                onLoginRequired={control.onLoginRequired}
              />
            </DialogEntry>
          </Suspense>
        </ErrorBoundary>
      )}
    </AntdProvider>
  );
}

/** Stands while a page of the sign-in loads: nothing in it jumps away a moment later. */
function Waiting() {
  const { t } = useTranslation();
  return (
    <div className="login" role="status">
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  );
}

/** The identity dialog did not load: the call that needs it stays refused. */
function GiveUp({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  useEffect(() => onAnswer(false), [onAnswer]);
  return null;
}
