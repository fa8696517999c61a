/** Plays Mercado Pago over its own wire format: for conformance, and for trying a checkout without an account. */
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  answerChallenge,
  answerRoute,
  type BookedCharge,
  type BookedRefund,
  type BookedWithdrawal,
  type ChargeState,
  createBook,
  defineSimulator,
  Fields,
  type OrderState,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  toSaoPauloDate,
  WireRefusal,
} from '@feira/plugin-kit';
import type { PixKeyType } from '@feira/schemas/provider';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { cardBrand, isCardNumber } from '@feira/schemas/rules/card';
import { toReais } from '@feira/schemas/rules/money';

const REFUSED_CARD = '4000000000000010';
/** A card whose bank asks its owner. */
const CHALLENGED_CARD = '4000000000000085';
const CHALLENGES = '/challenges';
const QR_CODE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const WORDS: Record<ChargeState, [status: string, detail: string]> = {
  WAITING: ['pending', 'pending_waiting_transfer'],
  PROCESSING: ['in_process', 'pending_contingency'],
  PAID: ['approved', 'accredited'],
  PARTLY_REFUNDED: ['approved', 'partially_refunded'],
  REFUNDED: ['refunded', 'refunded'],
  REFUSED: ['rejected', 'cc_rejected_insufficient_amount'],
  EXPIRED: ['cancelled', 'expired'],
  AUTHORIZED: ['authorized', 'pending_capture'],
  CANCELED: ['cancelled', 'by_collector'],
  CHARGED_BACK: ['charged_back', 'in_process'],
  UNKNOWN: ['quarantined', ''],
};
const PAYOUTS: Record<OrderState, [status: string, detail: string | null]> = {
  PENDING: ['approved', null],
  DONE: ['processed', 'approved'],
  FAILED: ['rejected', 'by_bank'],
  RETURNED: ['refunded', 'by_bank'],
  UNKNOWN: ['quarantined', null],
};
const REFUNDS: Partial<Record<OrderState, string>> = { DONE: 'approved', FAILED: 'rejected' };
const KEY_TYPES: Record<string, PixKeyType> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'EMAIL',
  PHONE: 'PHONE',
  PIX_CODE: 'RANDOM',
};

interface ChargeData {
  webhookUrl: string;
  /** The fields of the answer that belong to its method. */
  shown: Record<string, unknown>;
}
type Charge = BookedCharge<ChargeData>;
interface PayoutData {
  webhookUrl: string;
}
type Payout = BookedWithdrawal<PayoutData>;
interface StoredCard {
  last4: string;
  isRefused: boolean;
  isChallenged: boolean;
}

const refuse = (status: number, description: string, code = 1) =>
  new WireRefusal(
    status,
    { message: description, error: 'bad_request', status, cause: [{ code, description }] },
    description,
  );

function createSimulator(context: SimulatorContext): Simulator {
  const { store, credentials, clock } = context;
  const book = createBook<ChargeData, PayoutData>(context, {
    notifyCharge: async (state, charge, { times }) => {
      for (let time = 0; time < times; time += 1) await notifyPayment(charge, state);
    },
    notifyWithdrawal: (payout) =>
      send(payout.data.webhookUrl, undefined, {
        ...toWirePayout(payout),
        payout: { id: payout.id, external_reference: payout.reference, notification_url: payout.data.webhookUrl },
      }),
    keyOf: ({ headers }) => headers['x-idempotency-key'],
    isPayable: ({ status, payments }) => ['WAITING', 'PROCESSING'].includes(status) || payments.length > 0,
    isPaidOnce: true,
    refuse: (rule) => refuse(rule === 'MISSING' ? 404 : 400, rule),
    wordOf: ({ status }) => WORDS[status][0],
  });
  const newId = () => `13${book.ids.digits(10)}`;

  /** The signed text leaves out what the event has not got. */
  async function send(address: string, dataId: string | undefined, event: object): Promise<void> {
    const url = new URL(address);
    if (dataId) url.searchParams.set('data.id', dataId);
    const [requestId, time] = [book.ids.uuid(), clock.now().getTime()];
    const signed = `${dataId ? `id:${dataId.toLowerCase()};` : ''}request-id:${requestId};ts:${time};`;
    const signature = createHmac('sha256', credentials.webhookSecret ?? '')
      .update(signed)
      .digest('hex');
    await context.sendWebhook({
      url: url.href,
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        'x-signature': `ts=${time},v1=${signature}`,
      },
      body: JSON.stringify(event),
    });
  }

  async function notifyPayment({ transactionId, data }: Charge, state: ChargeState): Promise<void> {
    const common = { id: Number(book.ids.digits(11)), live_mode: true, user_id: 1, api_version: 'v1' };
    const date_created = clock.now().toISOString();
    const event = { ...common, date_created, type: 'payment', action: 'payment.updated', data: { id: transactionId } };
    await send(data.webhookUrl, transactionId, event);
    if (state !== 'CHARGED_BACK') return;
    const id = Number(newId());
    const actions = ['changed_case_status'];
    const chargeback = { ...common, date_created, type: 'topic_chargebacks_wh', actions };
    await send(data.webhookUrl, String(id), { ...chargeback, data: { id, payment_id: Number(transactionId) } });
  }

  async function createToken({ body, headers }: SimulatorRequest): Promise<SimulatorResponse> {
    if (headers.authorization) throw refuse(400, 'This call takes the public key only.');
    const wanted = new Fields(body);
    const number = wanted.text('card_number') ?? '';
    if (!isCardNumber(number)) throw refuse(400, 'invalid parameter card_number', 325);
    const id = book.ids.hex(32);
    const card: StoredCard = {
      last4: number.slice(-4),
      isRefused: number === REFUSED_CARD,
      isChallenged: number === CHALLENGED_CARD,
    };
    await store.set(`token:${id}`, card);
    const shown = { id, status: 'active', first_six_digits: number.slice(0, 6), last_four_digits: card.last4 };
    return { status: 201, body: { ...shown, expiration_month: wanted.number('expiration_month') } };
  }

  async function describe(wanted: Fields, amount: number): Promise<[shown: object, card?: StoredCard]> {
    const method = wanted.requireText('payment_method_id');
    const { publicUrl } = context;
    const place = { merchantName: 'MP SIMULADOR', merchantCity: 'SAO PAULO' };
    if (method === 'pix') {
      const qr_code = buildBrCode({ key: 'pix@simulator.example', amount, ...place, txid: book.ids.text(25) });
      const transaction_data = { qr_code, qr_code_base64: QR_CODE, ticket_url: `${publicUrl}/ticket` };
      return [{ payment_type_id: 'bank_transfer', point_of_interaction: { type: 'OPENPLATFORM', transaction_data } }];
    }
    if (method === 'bolbradesco') {
      if (!wanted.has('payer.address.zip_code')) throw refuse(400, 'payer.address is required', 2_067);
      const dueDate = toSaoPauloDate(new Date(wanted.requireText('date_of_expiration')));
      const barcode = buildBarcode({ bankCode: '237', dueDate, amount, freeField: book.ids.digits(25) });
      const details = { digitable_line: barcodeToLine(barcode), barcode: { content: barcode } };
      const transaction_details = { ...details, external_resource_url: `${publicUrl}/boleto.pdf` };
      return [{ payment_type_id: 'ticket', transaction_details }];
    }
    const card = await store.get<StoredCard>(`token:${wanted.text('token')}`);
    if (!card) throw refuse(400, 'Card Token not found', 2_006);
    const shown = { installments: wanted.number('installments'), card: { last_four_digits: card.last4 } };
    return [{ payment_type_id: 'credit_card', ...shown }, card];
  }

  async function createPayment(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const amount = wanted.reais('transaction_amount') ?? 0;
    const payment_method_id = wanted.requireText('payment_method_id');
    const date_of_expiration = wanted.text('date_of_expiration');
    if (payment_method_id === 'pix' && Date.parse(date_of_expiration ?? '') < clock.now().getTime() + 30 * 60_000)
      throw refuse(400, 'The date of expiration must be 30 minutes away or more.', 4_020);
    const [details, card] = await describe(wanted, amount);
    const charge = await book.createCharge(request, newId, {
      reference: wanted.requireText('external_reference'),
      method: card ? 'CREDIT_CARD' : payment_method_id === 'pix' ? 'PIX' : 'BILLET',
      amount,
      expiresAt: date_of_expiration,
      ...(card && { status: card.isRefused ? 'REFUSED' : card.isChallenged ? 'PROCESSING' : 'PAID' }),
      ...(card?.isChallenged && { isChallenged: true }),
      data: {
        webhookUrl: wanted.requireText('notification_url'),
        shown: { payment_method_id, date_of_expiration, ...details },
      },
    });
    return { status: 201, body: toWire(charge, context.publicUrl) };
  }

  async function createPayout(request: SimulatorRequest): Promise<SimulatorResponse> {
    const key = createPublicKey(credentials.payoutPrivateKey ?? '');
    const signature = Buffer.from(request.headers['x-signature'] ?? '', 'base64');
    const isSigned = verify(null, Buffer.from(request.rawBody), key, signature);
    if (!isSigned || request.headers['x-enforce-signature'] !== 'true') throw refuse(401, 'Invalid signature.');
    const wanted = new Fields(request.body);
    const [account] = wanted.list('transaction.to.accounts');
    const type = account?.requireText('chave.type') ?? '';
    if (!account?.has('owner.identification.number')) throw refuse(400, 'owner is required.');
    const payout = await book.createWithdrawal(request, newId, {
      reference: wanted.requireText('external_reference'),
      amount: account.reais('amount') ?? 0,
      destination: { pixKey: account.requireText('chave.value'), pixType: KEY_TYPES[type] },
      data: { webhookUrl: wanted.requireText('seller_configuration.notification_info.notification_url') },
    });
    return { status: 202, body: toWirePayout(payout) };
  }

  /** The bank's page is opened by a form with creq; its answer goes to the address of the charge. */
  async function showChallenge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const { creq } = (request.body ?? {}) as { creq?: string };
    const id = creq ?? request.path.slice(CHALLENGES.length + 1);
    const charge = await book.findCharge(request, id);
    if (!charge?.isChallenged) return refuse(404, 'Not found').response;
    const asked = creq === undefined ? request : { ...request, method: 'GET' };
    const page = await answerChallenge(book, asked, { charge, returnUrl: null });
    const action = `<form method="post" action="${context.publicUrl}${CHALLENGES}/${charge.transactionId}">`;
    return { ...page, body: String(page.body).replace('<form method="post">', action) };
  }

  const open: Record<string, RouteHandler> = {
    'POST /v1/card_tokens': createToken,
    'GET /v1/payment_methods/search': async ({ query }) => {
      const id = cardBrand(query.bins?.padEnd(16, '0') ?? '')?.toLowerCase() ?? 'visa';
      return { status: 200, body: { results: [{ id, issuer: { id: 25 } }] } };
    },
  };
  const routes: Record<string, RouteHandler> = {
    'POST /v1/payments': createPayment,
    'GET /v1/payments/search': async (request) => {
      const found = (await book.listByReference(request, request.query.external_reference)).reverse();
      return {
        status: 200,
        body: { paging: { total: found.length }, results: found.map((charge) => toWire(charge, context.publicUrl)) },
      };
    },
    'GET /v1/payments/*': async (request, id) => {
      const charge = await book.findCharge(request, id!);
      return charge
        ? { status: 200, body: toWire(charge, context.publicUrl) }
        : refuse(404, 'Payment not found', 2_000).response;
    },
    'POST /v1/payments/*/refunds': async ({ headers, body }, id) => {
      const amount = new Fields(body).reais('amount');
      const refund = await book.createRefund(id!, newId, { reference: headers['x-idempotency-key'], amount });
      return { status: 201, body: toWireRefund(refund) };
    },
    'POST /v1/transaction-intents/process': createPayout,
    'GET /v1/transaction-intents/*': async (_request, id) => {
      const payout = await book.findWithdrawal(id!);
      return payout ? { status: 200, body: toWirePayout(payout) } : refuse(404, 'Not found').response;
    },
  };

  return {
    ...book.controls,
    async pay(id, how = {}) {
      const charge = await book.controls.getCharge(id);
      const surplus = (how.amount ?? charge?.amount ?? 0) - (charge?.amount ?? 0);
      const isPayable = surplus === 0 || (surplus > 0 && charge?.method === 'BILLET');
      if (!isPayable) throw refuse(400, 'Only a boleto can be paid with more than its price, and nothing with less.');
      await book.controls.pay(id, how);
    },
    async handle(request) {
      if (request.path.startsWith(CHALLENGES)) return showChallenge(request);
      if (request.query.public_key !== undefined) {
        const isKnown = request.query.public_key === credentials.publicKey;
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
        const missing = () => ({ status: request.method === 'OPTIONS' ? 204 : 404 });
        const answer = isKnown ? await answerRoute(open, request, missing) : refuse(401, 'Invalid public key').response;
        return { ...answer, headers };
      }
      if (request.headers.authorization !== `Bearer ${credentials.accessToken}`)
        return refuse(401, 'invalid access token').response;
      if (request.method === 'POST' && !request.headers['x-idempotency-key'])
        return refuse(400, "Header X-Idempotency-Key can't be null", 4_292).response;
      return answerRoute(routes, request, () => refuse(404, 'Not found').response);
    },
  };
}

function toWire(charge: Charge, publicUrl: string): object {
  const isAsked = charge.isChallenged && charge.status === 'PROCESSING';
  const [status, status_detail] = isAsked ? ['pending', 'pending_challenge'] : WORDS[charge.status];
  const challenge = { external_resource_url: `${publicUrl}${CHALLENGES}`, creq: charge.transactionId };
  const { shown } = charge.data;
  const overpaid_amount = toReais(Math.max(0, charge.paidAmount - charge.amount));
  return {
    id: Number(charge.transactionId),
    status,
    status_detail,
    date_created: charge.createdAt,
    date_approved: charge.payments[0]?.paidAt ?? null,
    currency_id: 'BRL',
    external_reference: charge.reference,
    transaction_amount: toReais(charge.amount),
    transaction_amount_refunded: toReais(charge.refundedAmount),
    ...shown,
    ...(isAsked && { three_ds_info: challenge }),
    ...(charge.method === 'BILLET' && {
      transaction_details: { ...(shown.transaction_details as object), overpaid_amount },
    }),
    refunds: charge.refunds.map(toWireRefund),
  };
}

const toWireRefund = (refund: BookedRefund) => ({
  // Refunds of the panel are numbered by their time.
  id: refund.by === 'API' ? Number(refund.id) : Date.parse(refund.createdAt) + refund.sequence,
  payment_id: Number(refund.chargeId),
  amount: toReais(refund.amount),
  status: REFUNDS[refund.status] ?? 'in_process',
  date_created: refund.createdAt,
});

function toWirePayout(payout: Payout) {
  const [status, status_detail] = PAYOUTS[payout.status];
  const amount = toReais(payout.amount);
  return {
    id: payout.id,
    external_reference: payout.reference,
    status,
    created_date: payout.createdAt,
    last_updated_date: payout.endedAt ?? payout.createdAt,
    transaction: {
      total_amount: amount,
      from: { accounts: [{ amount }] },
      to: { accounts: [{ amount, status_detail }] },
    },
  };
}

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      accessToken: 'APP_USR-invented-access-token-0001',
      publicKey: 'APP_USR-invented-public-key-0001',
      webhookSecret: 'invented-webhook-secret-0001',
      payoutPrivateKey: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
    },
    cards: { approved: '4111111111111111', refused: REFUSED_CARD, challenged: CHALLENGED_CARD },
  },
});
