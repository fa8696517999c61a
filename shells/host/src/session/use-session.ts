import type { Locale } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import { getSession, signIn as signInProcedure, signOut as signOutProcedure } from '@feira/schemas/procedures/session';
import { ApiError, createClient } from '@feira/shell-kit/client';
import type { Session } from '@feira/shell-kit/dashboard';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fetchStarted } from '../started-answers.ts';

/** The reason why the session of a signed-in person has ended. */
export type LeftBy = 'signedOut' | 'expired';

export type SessionState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'signedOut'; leftBy?: LeftBy }
  /** `isNew`: the person has just signed in and was not yet led to the start page. */
  | { kind: 'signedIn'; session: Session; isNew: boolean };

export interface SessionControl {
  state: SessionState;
  signIn: (input: Input<typeof signInProcedure>) => Promise<void>;
  /** A step of signing in, or another sign-in, has returned this session. */
  enter: (session: Session) => void;
  /** The person who signed in has reached a dashboard. */
  settle: () => void;
  /** Reads the session again after something changed it on the server. */
  refresh: () => Promise<void>;
  signOut: (isEverywhere: boolean) => Promise<void>;
  onLoginRequired: () => void;
  retry: () => void;
}

const REFRESH_MS = 60_000;
/** As long as a question of the former session may still be answered. */
const CHANGE_MS = 10_000;

export const isLoginRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'LOGIN_REQUIRED';

export function useSession(locale: Locale): SessionControl {
  const client = useMemo(() => createClient({ locale, fetch: fetchStarted }), [locale]);
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once and on retry, not when the language changes.
  useEffect(() => {
    const controller = new AbortController();
    client.call(getSession, {}, { signal: controller.signal }).then(
      (session) => setState({ kind: 'signedIn', session, isNew: false }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState(isLoginRequired(error) ? { kind: 'signedOut' } : { kind: 'failed' });
      },
    );
    return () => controller.abort();
  }, [attempt]);

  const current = useRef(state);
  current.current = state;
  // Requests that were under way for another session are refused when it ends, and say nothing about the new one.
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const enter = useCallback((session: Session) => {
    if (current.current.kind === 'signedIn') changedAt.current = performance.now();
    setState({ kind: 'signedIn', session, isNew: true });
  }, []);
  const settle = useCallback(
    () => setState((former) => (former.kind === 'signedIn' && former.isNew ? { ...former, isNew: false } : former)),
    [],
  );
  const signIn = useCallback(
    async (input: Input<typeof signInProcedure>) => enter(await client.call(signInProcedure, input)),
    [client, enter],
  );
  // A page may ask for something while its person signs out; the refusal does not mean that the session has expired.
  const isSigningOut = useRef(false);
  const signOut = useCallback(
    async (isEverywhere: boolean) => {
      isSigningOut.current = true;
      try {
        await client.call(signOutProcedure, { isEverywhere }).catch((error: unknown) => {
          // A person whose session has ended is signed out already.
          if (!isLoginRequired(error)) throw error;
        });
        setState({ kind: 'signedOut', leftBy: 'signedOut' });
      } finally {
        isSigningOut.current = false;
      }
    },
    [client],
  );
  const refresh = useCallback(async () => {
    const session = await client.call(getSession, {});
    setState((former) => (isSame(former, session) ? former : { kind: 'signedIn', session, isNew: false }));
  }, [client]);
  const onLoginRequired = useCallback(() => {
    const leave = () =>
      setState((former) =>
        former.kind === 'signedOut'
          ? former
          : { kind: 'signedOut', leftBy: isSigningOut.current ? 'signedOut' : 'expired' },
      );
    const mayBeOfFormer = !isSigningOut.current && performance.now() - changedAt.current < CHANGE_MS;
    if (!mayBeOfFormer) leave();
    else refresh().catch((error: unknown) => isLoginRequired(error) && leave());
  }, [refresh]);
  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  useReturning(state.kind === 'signedIn' && state.session.state === 'ACTIVE', refresh, onLoginRequired);
  return { state, signIn, enter, settle, refresh, signOut, onLoginRequired, retry };
}

const isSame = (state: SessionState, session: Session) =>
  state.kind === 'signedIn' && JSON.stringify(state.session) === JSON.stringify(session);

/** Another tab may have signed out or in, or a role may be gone, so the session is read again when this tab becomes visible. */
function useReturning(isActive: boolean, refresh: () => Promise<void>, onLoginRequired: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    let asked = Date.now();
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < REFRESH_MS) return;
      asked = Date.now();
      refresh().catch((error: unknown) => isLoginRequired(error) && onLoginRequired());
    };
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [isActive, refresh, onLoginRequired]);
}
