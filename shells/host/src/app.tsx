import { useEffect } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { AreaScreen } from './area-screen.tsx';
import { findArea, findHome } from './areas.ts';
import { LoginPage } from './pages/login/page.tsx';
import { MessagePage } from './pages/message/page.tsx';
import { usePreferences } from './preferences.ts';
import { readNext, toLogin } from './resolve-route.ts';
import { useSession } from './session/use-session.ts';

const LOGIN = '/login';

/** Goes elsewhere without leaving a step to come back to. */
function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

export function App() {
  const preferences = usePreferences();
  const control = useSession(preferences.locale);
  const path = usePathname();
  const search = useSearch();
  const { state } = control;

  if (state.kind === 'failed') return <MessagePage kind="offline" preferences={preferences} onRetry={control.retry} />;
  if (path.replace(/\/$/, '') === LOGIN) {
    if (state.kind === 'signedIn') {
      const home = findHome(state.session.roles);
      if (!home)
        return <MessagePage kind="noArea" preferences={preferences} onSignOut={() => control.signOut(false)} />;
      return <Redirect to={readNext(search) ?? home} />;
    }
    // The form stands from the start: whoever turns out to be signed in goes on by itself.
    return <LoginPage preferences={preferences} state={state} onSignIn={control.signIn} />;
  }
  const area = findArea(path);
  if (!area) return <MessagePage kind="missing" preferences={preferences} />;
  if (state.kind === 'signedOut')
    return <Redirect to={state.leftBy === 'signedOut' ? LOGIN : toLogin(path + search)} />;
  return <AreaScreen key={area.remote} area={area} path={path} preferences={preferences} control={control} />;
}
