/** Calls Transfeera. Reference: https://docs.transfeera.dev/reference */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

const reasonOf = (body: Fields) => body.reason('message') ?? body.reason('message.0');

export function createClient(http: Http) {
  const charges = createCalls(http, (body) => reasonOf(body) ?? 'Erro ao criar transação');
  const transfers = createCalls(http, (body) => reasonOf(body) ?? 'Error on withdraw');
  const { find, list, post } = createCalls(http, reasonOf);
  return {
    createCharge: (charge: object) => charges.post('/pix/qrcode/collection/immediate', charge),
    findCharge: (txid: string) => find(path`/pix/qrcode/${txid}`),
    /** The money that came in for a charge. */
    listCashIns: (txid: string) => list('/pix/cashin', 'entries', { query: { txid } }),
    listRefunds: (endToEndId: string) => list(path`/pix/cashin/${endToEndId}/refund`, 'entries'),
    createRefund: (endToEndId: string, refund: object) => post(path`/pix/cashin/${endToEndId}/refund`, refund),
    listBanks: () => list('/bank', ''),
    createBatch: (batch: object) => transfers.post('/batch', batch),
    findTransfer: (id: string) => find(path`/transfer/${id}`),
  };
}
