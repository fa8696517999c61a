/** The calls of the Central Bank's API about mandates ("rec"), their charges ("cobr") and the addresses of their codes ("locrec"). */
import { createCalls, type Http, path } from '@feira/plugin-kit';
import { problemOf } from './client.ts';

export function createMandateClient(http: Http) {
  const { find, get, patch, post, put } = createCalls(http, problemOf);
  return {
    createLocation: () => post('/locrec'),
    createMandate: (rec: object) => post('/rec', rec),
    /** With the txid of a charge the code pays that charge as well. */
    findMandate: (idRec: string, txid?: string) => find(path`/rec/${idRec}`, txid ? { query: { txid } } : {}),
    listMandates: (query: Record<string, string | number>) => get('/rec', { query }),
    cancelMandate: (idRec: string) => patch(path`/rec/${idRec}`, { status: 'CANCELADA' }),
    putCharge: (txid: string, charge: object) => put(path`/cobr/${txid}`, charge),
    findCharge: (txid: string) => find(path`/cobr/${txid}`),
    retryCharge: (txid: string, date: string) => post(path`/cobr/${txid}/retentativa/${date}`),
    cancelCharge: (txid: string) => patch(path`/cobr/${txid}`, { status: 'CANCELADA' }),
    setMandateWebhook: (webhookUrl: string) => put('/webhookrec', { webhookUrl }),
    setChargeWebhook: (webhookUrl: string) => put('/webhookcobr', { webhookUrl }),
  };
}
