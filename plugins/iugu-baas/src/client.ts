/** The calls of iugu's banking side, one line for each. */
import { createCalls, type Fields, isProviderError, type ProviderContext, path } from '@feira/plugin-kit';
import { createFamilyClient, reasonOf } from '../../family-iugu/src/client.ts';

/** The newest deposits that one question answers. */
const LATEST = { query: { start: 0, limit: 100 } };

export function createClient(context: ProviderContext) {
  const { find, list, post, put } = createCalls(context.http, (body) => reasonOf(body));
  return {
    ...createFamilyClient(context),
    /** https://dev.iugu.com/reference/baas-criar-qr-code-estatico */
    createCode: (code: object) => post('/static_qr_codes', code),
    findCode: (id: string) => find(path`/static_qr_codes/${id}`),
    /** https://dev.iugu.com/reference/baas-listar-depositos; there is no filter. */
    listDeposits: () => list('/deposits', 'items', LATEST),
    /** An unknown deposit has status 400, and only its text says so. */
    async findDeposit(id: string): Promise<Fields | null> {
      try {
        return await find(path`/deposits/${id}`);
      } catch (error) {
        if (isProviderError(error) && error.status === 400 && /Deposit Not Found/i.test(error.message)) return null;
        throw error;
      }
    },
    /** https://dev.iugu.com/reference/baas-reembolsar-deposito; always all of it. */
    refundDeposit: (id: string) => put(path`/deposits/${id}/refund`),
  };
}
export type Client = ReturnType<typeof createClient>;
