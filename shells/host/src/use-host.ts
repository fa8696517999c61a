import type { Host, Session } from '@feira/shell-kit/dashboard';
import { useMemo } from 'react';
import { useBrand } from './brand.ts';
import { publishChange } from './layout/use-work-counts.ts';
import type { Preferences } from './preferences.ts';
import type { SessionControl } from './session/use-session.ts';

/** The values that the host hands to the pages of a signed-in person. */
export interface SignedInProps {
  path: string;
  preferences: Preferences;
  control: SessionControl;
  confirmIdentity: Host['confirmIdentity'];
  onSessionChange: Host['onSessionChange'];
}

/** Returns the host's context for a dashboard; null until the person is known. */
export function useHostValue(signedIn: SignedInProps): Host | null {
  const { preferences, control, confirmIdentity, onSessionChange } = signedIn;
  const { locale, theme } = preferences;
  const { onLoginRequired, state, refresh: refreshSession } = control;
  const session: Session | null = state.kind === 'signedIn' ? state.session : null;
  const brandColour = useBrand()?.customization.visuals?.colorPrimary ?? null;
  return useMemo(
    () =>
      session && {
        locale,
        theme,
        session,
        brandColour,
        onLoginRequired,
        confirmIdentity,
        onSessionChange,
        refreshSession,
        onChange: publishChange,
      },
    [locale, theme, session, brandColour, onLoginRequired, confirmIdentity, onSessionChange, refreshSession],
  );
}
