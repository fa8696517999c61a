/** Plays Transfeera over its own wire format: for conformance, and for trying a checkout without an account. */
import { createHmac } from 'node:crypto';
import {
  answerRoute,
  type BookedCharge,
  type BookedRefund,
  type BookedWithdrawal,
  type ChargeState,
  createBook,
  createIds,
  defineSimulator,
  Fields,
  type OrderState,
  type RouteHandler,
  type SimulatedDestination,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  WireRefusal,
} from '@feira/plugin-kit';
import type { PixKeyType } from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';

interface ChargeData {
  seconds: number;
  pixKey: string;
}
type Charge = BookedCharge<ChargeData>;

const TOKEN = 'simulated-access-token';
const TXID = /^[a-zA-Z0-9]{26,35}$/;
const ISPB = '99999999';
const QR_CODE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const BANKS = [
  { id: 6, code: '001', name: 'Banco do Brasil' },
  { id: 5, code: '341', name: 'Itaú' },
  { id: 13, code: '260', name: 'Nu Pagamentos S.A.' },
];
const CHARGE_WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'ATIVA',
  EXPIRED: 'REMOVIDA_PELO_PSP',
  UNKNOWN: 'EM_QUARENTENA',
};
const TRANSFER_WORDS: Record<OrderState, string> = {
  PENDING: 'TRANSFERIDO',
  DONE: 'FINALIZADO',
  FAILED: 'FALHA',
  RETURNED: 'DEVOLVIDO',
  UNKNOWN: 'EM_QUARENTENA',
};
const REFUND_TYPES: Partial<Record<OrderState, string>> = {
  DONE: 'DEPOSIT_REFUND',
  FAILED: 'CANCELLED_DEPOSIT_REFUND',
};
const REFUND_WORDS: Partial<Record<OrderState, string>> = { DONE: 'DEVOLVIDO', FAILED: 'NAO_REALIZADO' };
const KEY_TYPES: Record<string, PixKeyType> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'EMAIL',
  TELEFONE: 'PHONE',
  CHAVE_ALEATORIA: 'RANDOM',
};

const refuse = (status: number, message: string) => new WireRefusal(status, { message }, message);

function createSimulator(context: SimulatorContext): Simulator {
  const { store, credentials, clock } = context;
  const ids = createIds(context);
  const book = createBook<ChargeData>(context, {
    notifyCharge,
    notifyWithdrawal: (transfer) => send('Transfer', toWireTransfer(transfer)),
    keyOf: () => undefined,
    newPaymentId: () => ids.endToEnd(ISPB),
    refuse: (rule) => refuse(rule === 'MISSING' ? 404 : 422, rule),
  });

  async function send(object: string, data: object, times = 1): Promise<void> {
    const date = clock.now();
    const event = { id: ids.uuid(), version: 'v1', account_id: 'acc-1', object, date: date.toISOString(), data };
    const [time, body] = [date.getTime(), JSON.stringify(event)];
    const secret = credentials.webhookSecret || (await store.get<string>('webhookSecret')) || '';
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'transfeera-signature': `t=${time},v1=${signature}` };
    const url = context.webhookUrl;
    for (let sent = 0; url && sent < times; sent += 1) await context.sendWebhook({ url, headers, body });
  }

  async function notifyCharge(state: ChargeState, charge: Charge, about: { times: number; refund?: BookedRefund }) {
    const { refund } = about;
    if (refund) {
      const { id, status, amount, reference, of } = refund;
      const ends = { original_end2end_id: of ?? charge.payments[0]?.id, return_id: `D${ISPB}${id}` };
      const word = REFUND_WORDS[status] ?? 'EM_PROCESSAMENTO';
      return send('CashInRefund', { id, status: word, value: toReais(amount), integration_id: reference, ...ends });
    }
    if (state === 'CHARGED_BACK') return send('Infraction', { id: ids.uuid() });
    const last = toCashIns(charge).at(-1);
    if (state === 'PAID' && last) await send('CashIn', last, about.times);
  }

  async function createCharge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const txid = wanted.requireText('txid');
    if (!TXID.test(txid)) throw refuse(400, 'txid must have 26 to 35 letters and digits.');
    if (await book.findCharge(request, txid)) throw refuse(422, 'txid was used already.');
    const seconds = wanted.number('expiration') ?? 86_400;
    const charge = await book.createCharge(request, () => txid, {
      reference: wanted.requireText('integration_id'),
      method: 'PIX',
      amount: wanted.reais('original_value') ?? 0,
      expiresAt: new Date(clock.now().getTime() + seconds * 1_000).toISOString(),
      data: { seconds, pixKey: wanted.requireText('pix_key') },
    });
    return { status: 201, body: toWire(charge) };
  }

  async function findReceived(request: SimulatorRequest, endToEndId: string): Promise<Charge> {
    const found = await book.findByPayment(request, endToEndId);
    if (!found) throw refuse(404, 'CashIn not found.');
    return found.charge;
  }

  function toDestination(account: Fields): SimulatedDestination {
    if (account.has('pix_key_type'))
      return { pixKey: account.requireText('pix_key'), pixType: KEY_TYPES[account.requireText('pix_key_type')] };
    const bank = BANKS.find(({ id }) => id === account.number('bank_id'));
    if (!bank) throw refuse(422, 'bank_id is unknown.');
    return {
      bankCode: bank.code,
      branchNumber: account.text('agency'),
      accountNumber: account.text('account'),
      accountDigit: account.text('account_digit'),
      accountType: account.text('account_type') === 'CONTA_POUPANCA' ? 'SAVINGS' : 'CHECKING',
      accountHolder: account.text('name'),
      accountDocument: account.text('cpf_cnpj'),
    };
  }

  async function createBatch(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const [transfer] = wanted.list('transfers');
    const reference = transfer?.requireText('integration_id') ?? '';
    if (!transfer || !wanted.flag('auto_close')) throw refuse(400, 'This batch would never be closed.');
    // A key that was used is refused, without the transfer that was made with it.
    if ((await book.listWithdrawalsByReference(reference)).length > 0) throw refuse(422, 'idempotency_key was used.');
    const made = await book.createWithdrawal(request, () => `3${ids.digits(8)}`, {
      reference,
      amount: transfer.reais('value') ?? 0,
      destination: toDestination(transfer.fields('destination_bank_account')),
      data: {},
    });
    return { status: 201, body: { id: Number(ids.digits(6)), transfers: [toWireTransfer(made)] } };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /pix/qrcode/collection/immediate': createCharge,
    'GET /pix/qrcode/*': async (request, txid) => {
      const charge = await book.findCharge(request, txid!);
      return charge ? { status: 200, body: toWire(charge) } : refuse(404, 'QR code not found.').response;
    },
    'GET /pix/cashin': async (request) => {
      const charge = await book.findCharge(request, request.query.txid ?? '');
      return { status: 200, body: { entries: charge ? toCashIns(charge) : [] } };
    },
    'GET /pix/cashin/*/refund': async (request, endToEndId) => {
      const charge = await findReceived(request, endToEndId!);
      return { status: 200, body: { entries: toRefundEntries(charge, endToEndId!) } };
    },
    'POST /pix/cashin/*/refund': async (request, of) => {
      const wanted = new Fields(request.body);
      const { transactionId } = await findReceived(request, of!);
      const reference = wanted.text('integration_id');
      const refund = await book.createRefund(transactionId, ids.uuid, { amount: wanted.reais('value'), reference, of });
      const status = REFUND_WORDS[refund.status] ?? 'EM_PROCESSAMENTO';
      return { status: 201, body: { id: refund.id, original_end2end_id: of, integration_id: reference, status } };
    },
    'POST /webhook': async (request) => {
      const wanted = new Fields(request.body);
      if (!Array.isArray(wanted.value('object_types'))) throw refuse(400, 'object_types is required.');
      const secret = `invented-${ids.uuid()}`;
      await store.set('webhookSecret', secret);
      return { status: 201, body: { id: ids.uuid(), url: wanted.requireText('url'), signature_secret: secret } };
    },
    'GET /bank': async () => ({ status: 200, body: BANKS }),
    'POST /batch': createBatch,
    'GET /transfer/*': async (_request, id) => {
      const transfer = await book.findWithdrawal(id!);
      return transfer ? { status: 200, body: toWireTransfer(transfer) } : refuse(404, 'Transfer not found.').response;
    },
  };

  function grant({ body }: SimulatorRequest): SimulatorResponse {
    const { clientId, clientSecret } = credentials;
    const wanted = new Fields(body);
    const isKnown = wanted.text('client_id') === clientId && wanted.text('client_secret') === clientSecret;
    if (!isKnown || wanted.text('grant_type') !== 'client_credentials') return refuse(401, 'Unauthorized').response;
    return { status: 200, body: { access_token: TOKEN, expires_in: 1_800 } };
  }

  return {
    ...book.controls,
    async handle(request) {
      if (request.headers['user-agent'] !== `${credentials.companyName} (${credentials.contactEmail})`)
        return refuse(400, 'User-Agent is required.').response;
      if (`${request.method} ${request.path}` === 'POST /authorization') return grant(request);
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Unauthorized').response;
      return answerRoute(routes, request, () => refuse(404, 'Not found').response);
    },
  };
}

/** A code that was paid may still be shown as it was. */
const toWire = (charge: Charge): object => ({
  id: `qr-${charge.transactionId}`,
  qrcode_type: 'COBRANCA_IMEDIATA',
  status: CHARGE_WORDS[charge.status] ?? 'ATIVA',
  txid: charge.transactionId,
  integration_id: charge.reference,
  pix_key: { key: charge.data.pixKey },
  original_value: toReais(charge.amount),
  expiration: charge.data.seconds,
  emv_payload: `00020126transfeera.invalid/${charge.transactionId}`,
  image_base64: QR_CODE,
  created_at: charge.createdAt,
});

const toCashIns = (charge: Charge) =>
  charge.payments.map(({ id, amount }, index) => ({
    id: `ci-${index}-${charge.transactionId}`,
    type: 'DEPOSIT',
    value: toReais(amount),
    end2end_id: id,
    txid: charge.transactionId,
    integration_id: charge.reference,
    pix_key: charge.data.pixKey,
  }));

/** The list of refunds has the money that banks take back as well. */
function toRefundEntries(charge: Charge, endToEndId: string): object[] {
  const first = charge.payments[0]?.id;
  const own = charge.refunds.filter(({ of }) => (of ?? first) === endToEndId);
  const entries = own.map(({ id, status, amount, reference, reason }) => ({
    id,
    type: REFUND_TYPES[status] ?? 'PENDING_DEPOSIT_REFUND',
    value: toReais(amount),
    integration_id: reference || null,
    error_message: reason,
  }));
  if (charge.status !== 'CHARGED_BACK') return entries;
  const paid = charge.payments.find(({ id }) => id === endToEndId)?.amount ?? 0;
  const left = paid - own.filter(({ status }) => status === 'DONE').reduce((total, { amount }) => total + amount, 0);
  return [...entries, { id: `med-${endToEndId}`, type: 'DEPOSIT_REFUND', value: toReais(left) }];
}

const toWireTransfer = (transfer: BookedWithdrawal) => ({
  id: transfer.id,
  status: TRANSFER_WORDS[transfer.status],
  status_description: transfer.reason,
  value: toReais(transfer.amount),
  integration_id: transfer.reference,
  finish_date: transfer.status === 'DONE' ? transfer.endedAt : null,
});

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      clientId: 'transfeera-invented-client-0001',
      clientSecret: 'transfeera_invented_secret_0001',
      pixKey: 'loja@example.com',
      companyName: 'Loja Inventada',
      contactEmail: 'contato@example.com',
      webhookSecret: 'transfeera_invented_webhook_0001',
    },
  },
});
