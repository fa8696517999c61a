import type { Output, Procedure } from '@feira/schemas/procedure';
import { getAccount, listSessions } from '@feira/schemas/procedures/account';
import { ApiError, type Client, createClient } from '@feira/shell-kit/client';
import { withConfirmedIdentity } from '@feira/shell-kit/confirmed-identity';
import type { Host } from '@feira/shell-kit/dashboard';
import { useCallback, useEffect, useMemo, useState } from 'react';

export type Account = Output<typeof getAccount>;
export type SessionList = Output<typeof listSessions>['sessions'];

/** Confirms the person's identity where the server requires it, and leaves when the session has ended. */
export function useAccountClient({ locale, confirmIdentity, onLoginRequired }: Host): Client {
  return useMemo(() => {
    const client = withConfirmedIdentity(createClient({ locale }), confirmIdentity);
    return {
      async call(...parameters) {
        try {
          return await client.call(...parameters);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'LOGIN_REQUIRED') onLoginRequired();
          throw error;
        }
      },
    };
  }, [locale, confirmIdentity, onLoginRequired]);
}

export interface Loaded<T> {
  value: T | null;
  error: ApiError | null;
  reload: () => Promise<void>;
}

/** Reads once and on request; the former answer stays until the new one has arrived. */
export function useLoaded<const P extends Procedure>(client: Client, procedure: P): Loaded<Output<P>> {
  const [value, setValue] = useState<Output<P> | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const reload = useCallback(
    () =>
      client.call(procedure, {} as never).then(
        (found) => {
          setValue(found);
          setError(null);
        },
        (refusal: unknown) => setError(refusal instanceof ApiError ? refusal : null),
      ),
    [client, procedure],
  );
  useEffect(() => void reload(), [reload]);
  return { value, error, reload };
}

export const useAccount = (client: Client): Loaded<Account> => useLoaded(client, getAccount);
export const useSessions = (client: Client) => useLoaded(client, listSessions);
