import type { Locale } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import { getSession, signIn as signInProcedure, signOut as signOutProcedure } from '@feira/schemas/procedures/session';
import { ApiError, createClient } from '@feira/shell-kit/client';
import type { Session } from '@feira/shell-kit/dashboard';
import { useCallback, useEffect, useMemo, useState } from 'react';

/** Why somebody who was inside stands before the door. */
export type LeftBy = 'signedOut' | 'expired';

export type SessionState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'signedOut'; leftBy?: LeftBy }
  | { kind: 'signedIn'; session: Session };

export interface SessionControl {
  state: SessionState;
  signIn: (input: Input<typeof signInProcedure>) => Promise<void>;
  signOut: (isEverywhere: boolean) => Promise<void>;
  onLoginRequired: () => void;
  retry: () => void;
}

export function useSession(locale: Locale): SessionControl {
  const client = useMemo(() => createClient({ locale }), [locale]);
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once and on retry, not when the language changes.
  useEffect(() => {
    const controller = new AbortController();
    client.call(getSession, {}, { signal: controller.signal }).then(
      (session) => setState({ kind: 'signedIn', session }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const isSignedOut = error instanceof ApiError && error.code === 'LOGIN_REQUIRED';
        setState(isSignedOut ? { kind: 'signedOut' } : { kind: 'failed' });
      },
    );
    return () => controller.abort();
  }, [attempt]);

  const signIn = useCallback(
    async (input: Input<typeof signInProcedure>) => {
      const session = await client.call(signInProcedure, input);
      setState({ kind: 'signedIn', session });
    },
    [client],
  );
  const signOut = useCallback(
    async (isEverywhere: boolean) => {
      await client.call(signOutProcedure, { isEverywhere }).catch((error: unknown) => {
        // Somebody whose session has ended is out already.
        if (!(error instanceof ApiError && error.code === 'LOGIN_REQUIRED')) throw error;
      });
      setState({ kind: 'signedOut', leftBy: 'signedOut' });
    },
    [client],
  );
  const onLoginRequired = useCallback(() => setState({ kind: 'signedOut', leftBy: 'expired' }), []);
  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, signIn, signOut, onLoginRequired, retry };
}
