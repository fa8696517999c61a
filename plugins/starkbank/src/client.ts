/** Calls Stark Bank, where each request is signed: its id, the time and the body. Reference: https://starkbank.com/docs/api */
import { type CallOptions, createCalls, type Fields, type ProviderContext, path } from '@feira/plugin-kit';

const reasonOf = (body: Fields) => body.reason('errors.0.message') ?? body.reason('errors.0.code');

export function createClient({ http, crypto, clock, settings }: ProviderContext) {
  const { find, list, post } = createCalls(http, reasonOf);

  /** Signs exactly the bytes that leave; a question has none. */
  function signed(text = ''): Pick<CallOptions, 'headers'> {
    const accessId = `project/${settings.projectId ?? ''}`;
    const time = String(Math.floor(clock.now().getTime() / 1_000));
    const signature = crypto.sign('sha256', 'privateKey', `${accessId}:${time}:${text}`);
    return { headers: { 'access-id': accessId, 'access-time': time, 'access-signature': signature } };
  }

  return {
    createTransfers(transfers: object[]) {
      const text = JSON.stringify({ transfers });
      return post('/transfer', undefined, { text, ...signed(text) });
    },
    findTransfer: (id: string) => find(path`/transfer/${id}`, signed()),
    listTransfers: (tag: string) => list('/transfer', 'transfers', { query: { tags: tag, limit: 100 }, ...signed() }),
  };
}
