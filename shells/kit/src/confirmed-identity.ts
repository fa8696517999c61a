import { ApiError, type Client } from './client.ts';

/**
 * Repeats a call that the server refused for want of a fresh proof once, after the person gave it. A person who gives up gets the
 * server's refusal, which says what is missing.
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
