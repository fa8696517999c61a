/** Calls Transfeera. Reference: https://docs.transfeera.dev/reference */
import { createCalls, type Fields, type Http, isProviderError, ProviderError, path } from '@feira/plugin-kit';

const reasonOf = (body: Fields) => body.reason('message') ?? body.reason('message.0');

/** A used key is refused without the transfer that was made with it: the money may be on its way. */
function leaveRepeatedOpen(error: unknown): never {
  if (isProviderError(error) && error.outcome === 'REJECTED') {
    const { status, body, reason } = error;
    if (status === 409 || /idempotency/i.test(reason ?? ''))
      throw new ProviderError('UNAVAILABLE', 'UNKNOWN', error.message, { status, body, reason, cause: error });
  }
  throw error;
}

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
    createBatch: (batch: object) => transfers.post('/batch', batch).catch(leaveRepeatedOpen),
    /** The secret that signs the events stays with the host. */
    createWebhook: (url: string, object_types: readonly string[]) =>
      post('/webhook', { url, object_types }, { secretFields: ['signature_secret'] }),
    findTransfer: (id: string) => find(path`/transfer/${id}`),
  };
}
