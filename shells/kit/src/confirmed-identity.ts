import { ApiError, type Client } from './client.ts';

/**
 * What the server wants proof for is asked for once more after the person gave it. Whoever gives up gets the refusal that
 * the server gave, which says what is missing.
 */
export function withConfirmedIdentity(client: Client, confirmIdentity: () => Promise<boolean>): Client {
  return {
    async call(...parameters) {
      try {
        return await client.call(...parameters);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'REAUTHENTICATION_REQUIRED') throw error;
        if (!(await confirmIdentity())) throw error;
        return client.call(...parameters);
      }
    },
  };
}
