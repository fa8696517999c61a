import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, createClient } from './client.ts';
import { withConfirmedIdentity } from './confirmed-identity.ts';
import { useHost } from './host-context.ts';
import { createIntentKeys, type IntentKeys } from './intent-keys.ts';
import { useAddress } from './use-address.ts';

const FRESH_MS = 15_000;
/** The interval at which a query is repeated while its answer changes by itself. */
const MOVING_MS = 3_000;
const RETRIES = 2;

/** A request without an answer is worth a retry; a refusal is not, and nobody waits for a slow server three times. */
const isWorthRetrying = (count: number, error: Error) =>
  count < RETRIES &&
  (!(error instanceof ApiError) || (error.status === 0 && error.code !== 'TIMED_OUT') || error.status >= 500);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Going back to the window shows what was sold meanwhile.
      queries: { staleTime: FRESH_MS, retry: isWorthRetrying, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function useClient() {
  const { locale, onLoginRequired, confirmIdentity } = useHost();
  return useMemo(() => {
    const client = withConfirmedIdentity(createClient({ locale }), confirmIdentity);
    const call: typeof client.call = async (...parameters) => {
      try {
        return await client.call(...parameters);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'LOGIN_REQUIRED') onLoginRequired();
        throw error;
      }
    };
    return { call };
  }, [locale, onLoginRequired, confirmIdentity]);
}

/**
 * Reads through a query procedure. While the next input loads, the former answer stays. The query is repeated as long as
 * `isMoving` returns true for its answer.
 */
export function useProcedureQuery<const P extends Procedure>(
  procedure: P,
  input: Input<P>,
  isMoving: (answer: Output<P>) => boolean = () => false,
) {
  const client = useClient();
  const { session } = useHost();
  return useQuery<Output<P>, ApiError>({
    queryKey: [procedure.name, session.person.id, input],
    queryFn: ({ signal }) => client.call(procedure, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data !== undefined && isMoving(data) && MOVING_MS,
  });
}

/** Reads a page of a list, in the order that the address names where the list knows it. Its frame sorts and exports by `list`. */
export function useListQuery<const P extends Procedure>(
  procedure: P,
  input: Input<P>,
  isMoving?: (answer: Output<P>) => boolean,
) {
  const { search } = useAddress();
  const sort = readSort(procedure, search);
  const query = useProcedureQuery(procedure, sort ? ({ ...(input as object), sort } as Input<P>) : input, isMoving);
  return { ...query, list: { procedure, input: input as object, sort } };
}

/** Returns the order of the address that the list knows. */
function readSort({ input }: Procedure, search: URLSearchParams): string | undefined {
  const { properties } = input as { properties?: { sort?: { enum?: readonly string[] } } };
  return properties?.sort?.enum?.find((known) => known === search.get('sort'));
}

/** Keys live as long as the dashboard is open. */
const intents = new WeakMap<QueryClient, IntentKeys>();

function useIntents(): IntentKeys {
  const queries = useQueryClient();
  const known = intents.get(queries) ?? createIntentKeys();
  intents.set(queries, known);
  return known;
}

/** Writes through a mutation procedure, with an Idempotency-Key where it declares one (see intent-keys.ts). */
export function useProcedureMutation<const P extends Procedure>(procedure: P) {
  const client = useClient();
  const keys = useIntents();
  const { session, onChange } = useHost();
  return useMutation<Output<P>, ApiError, Input<P>>({
    mutationFn: async (input) => {
      const intent = { by: session.person.id, input };
      const idempotencyKey = keys.keyOf(procedure, intent);
      const output = await client.call(procedure, input, idempotencyKey ? { idempotencyKey } : {});
      keys.settle(procedure, intent);
      onChange();
      return output;
    },
  });
}
