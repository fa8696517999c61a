/** The calls of the Central Bank's "API Pix" about charges ("cob") and their returns, one line for each. */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

/** Problem JSON: a title, and often what exactly is wrong. */
export const problemOf = (body: Fields) =>
  [body.reason('title'), body.reason('detail') ?? body.reason('violacoes.0.razao')].filter(Boolean).join(': ');

export function createClient(http: Http) {
  const charges = createCalls(http, (body) => problemOf(body) || 'Erro ao criar transação');
  const { find, put } = createCalls(http, problemOf);
  return {
    putCharge: (txid: string, charge: object) => charges.put(path`/cob/${txid}`, charge),
    findCharge: (txid: string) => find(path`/cob/${txid}`),
    /** Some banks tell the code of a charge by a call of its own. */
    findCode: (txid: string) => find(path`/cob/${txid}/qrcode`),
    putReturn: (endToEndId: string, id: string, wanted: object) =>
      put(path`/pix/${endToEndId}/devolucao/${id}`, wanted),
    setChargeWebhook: (pixKey: string, webhookUrl: string) => put(path`/webhook/${pixKey}`, { webhookUrl }),
  };
}

export type Client = ReturnType<typeof createClient>;
