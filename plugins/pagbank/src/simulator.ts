/** Plays PagBank over its own wire format: for conformance, and for trying a checkout without an account. */
import { createHash } from 'node:crypto';
import {
  answerRoute,
  type BookedCharge,
  type ChargeState,
  createBook,
  createIds,
  defineSimulator,
  Fields,
  fromSaoPaulo,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  toSaoPaulo,
  WireRefusal,
} from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { cardBrand } from '@feira/schemas/rules/card';
import { openCard, PUBLIC_KEY } from './simulator/key.ts';

interface ChargeData {
  url: string | null;
  description: string | null;
  /** The order's words about its method, without the card itself. */
  method: Record<string, unknown>;
  line: string | null;
}
type Charge = BookedCharge<ChargeData>;

const REFUSED_CARD = '4000000000000010';
const PDF = 'https://boleto.pagseguro.example';
const METHODS: Record<string, PaymentMethod> = { CREDIT_CARD: 'CREDIT_CARD', BOLETO: 'BILLET' };
const TYPES: Record<PaymentMethod, string> = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BILLET: 'BOLETO' };
const WORDS: Record<ChargeState, string> = {
  WAITING: 'WAITING',
  PROCESSING: 'IN_ANALYSIS',
  AUTHORIZED: 'AUTHORIZED',
  PAID: 'PAID',
  PARTLY_REFUNDED: 'PAID',
  REFUNDED: 'CANCELED',
  REFUSED: 'DECLINED',
  EXPIRED: 'WAITING',
  CANCELED: 'CANCELED',
  CHARGED_BACK: 'PAID',
  UNKNOWN: 'IN_QUARANTINE',
};

const refuse = (status: number, code: string, description: string) =>
  new WireRefusal(status, { error_messages: [{ code, description }] }, description);
const NOT_FOUND = refuse(404, 'not_found', 'resource_not_found');

function createSimulator(context: SimulatorContext): Simulator {
  const { credentials } = context;
  const ids = createIds(context);
  const book = createBook<ChargeData>(context, {
    notifyCharge,
    keyOf: ({ headers }) => headers['x-idempotency-key'],
    newPaymentId: () => ids.endToEnd('08561701'),
    isPaidOnce: true,
    refuse: (rule) => (rule === 'MISSING' ? NOT_FOUND : refuse(rule === 'KEY_REUSED' ? 409 : 400, '40002', rule)),
  });

  async function notifyCharge(_state: ChargeState, charge: Charge, { times }: { times: number }): Promise<void> {
    const order = toWire(charge);
    // Nothing is told of a QR code that nobody paid.
    if (!('charges' in order)) return;
    const body = JSON.stringify(order);
    const signature = createHash('sha256').update(`${credentials.token}-${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-authenticity-token': signature };
    const { url } = charge.data;
    for (let sent = 0; url && sent < times; sent += 1) await context.sendWebhook({ url, headers, body });
  }

  function readMethod(wanted: Fields): { method: PaymentMethod; amount: number } {
    if (wanted.has('qr_codes.0')) return { method: 'PIX', amount: wanted.number('qr_codes.0.amount.value') ?? 0 };
    const method = METHODS[wanted.text('charges.0.payment_method.type') ?? ''];
    if (!method) throw refuse(400, '40001', 'charges[0].payment_method.type is required');
    return { method, amount: wanted.number('charges.0.amount.value') ?? 0 };
  }

  /** The result of a method: a card is decided at once, and a boleto gets its line. */
  function readCharge(wanted: Fields, method: PaymentMethod, amount: number) {
    const own = wanted.fields('charges.0.payment_method');
    if (method === 'PIX') return { details: {}, line: null, end: wanted.date('qr_codes.0.expiration_date') };
    if (method === 'BILLET') {
      const dueDate = own.requireText('boleto.due_date');
      const place = ['street', 'number', 'locality', 'city', 'region', 'region_code', 'country', 'postal_code'];
      const missing = place.find((field) => !own.has(`boleto.holder.address.${field}`));
      if (missing) throw refuse(400, '40001', `${missing} is required`);
      const line = barcodeToLine(buildBarcode({ bankCode: '033', dueDate, amount, freeField: ids.digits(25) }));
      const end = new Date(fromSaoPaulo(`${dueDate}T23:59:59`)).toISOString();
      return { details: { due_date: dueDate }, line, end };
    }
    const number = openCard(own.requireText('card.encrypted'));
    if (!number) throw refuse(400, '40002', 'card.encrypted is invalid');
    const status = number === REFUSED_CARD ? ('REFUSED' as const) : ('PAID' as const);
    const card = { brand: cardBrand(number)?.toLowerCase() ?? 'unknown', last_digits: number.slice(-4) };
    return { details: { installments: own.number('installments'), capture: true, card }, line: null, status };
  }

  async function createOrder(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const { method, amount } = readMethod(wanted);
    if (/[^\p{L}\p{M}\p{N}\s]/u.test(wanted.requireText('customer.name')))
      throw refuse(400, '40002', 'customer.name is invalid');
    const { details, line, end, status } = readCharge(wanted, method, amount);
    const charge = await book.createCharge(request, 'ORDE_', {
      reference: wanted.requireText('reference_id'),
      method,
      amount,
      ...(status && { status, reason: status === 'REFUSED' ? 'NAO AUTORIZADO PELO EMISSOR' : null }),
      ...(end !== undefined && { expiresAt: end }),
      data: {
        url: wanted.text('notification_urls.0') ?? null,
        description: wanted.text('charges.0.description') ?? null,
        method: details,
        line,
      },
    });
    return { status: 201, body: toWire(charge) };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /orders': createOrder,
    'GET /orders/*': async (request, id) => {
      const charge = await book.findCharge(request, id!);
      return charge ? { status: 200, body: toWire(charge) } : NOT_FOUND.response;
    },
    'POST /charges/*/cancel': async (request, chargeId) => {
      const id = toOrderId(chargeId!);
      const charge = await book.findCharge(request, id);
      if (!charge || charge.method === 'BILLET') throw NOT_FOUND;
      const amount = new Fields(request.body).number('amount.value');
      const reference = request.headers['x-idempotency-key'];
      await book.createRefund(id, 'REFU_', { amount, ...(reference && { reference }) });
      return { status: 201, body: toWireCharge((await book.findCharge(request, id))!) };
    },
  };

  return {
    ...book.controls,
    /** A QR code and a boleto name their amount: no bank pays another one. */
    async pay(id, how = {}) {
      const charge = await book.controls.getCharge(id);
      if (charge && (how.amount ?? charge.amount) !== charge.amount) throw refuse(400, '40002', 'amount is invalid');
      await book.controls.pay(id, how);
    },
    async handle(request) {
      if (request.headers.authorization !== `Bearer ${credentials.token}`)
        return refuse(401, 'UNAUTHORIZED', 'Invalid credential').response;
      return answerRoute(routes, request, () => NOT_FOUND.response);
    },
  };
}

const toChargeId = (id: string) => id.replace(/^ORDE_/, 'CHAR_');
const toOrderId = (id: string) => id.replace(/^CHAR_/, 'ORDE_');

function toWire(charge: Charge) {
  const { transactionId: id, reference, method, amount, status, createdAt, expiresAt, payments } = charge;
  const isCharged = method !== 'PIX' || payments.length > 0 || status === 'UNKNOWN';
  const code = {
    id: id.replace(/^ORDE_/, 'QRCO_'),
    amount: { value: amount },
    text: `00020126pagbank.invalid/${id}`,
    arrangements: ['PIX'],
    ...(expiresAt && { expiration_date: toSaoPaulo(new Date(expiresAt)) }),
  };
  return {
    id,
    reference_id: reference,
    created_at: createdAt,
    ...(method === 'PIX' && { qr_codes: [code] }),
    ...(isCharged && { charges: [toWireCharge(charge)] }),
  };
}

function toWireCharge(charge: Charge) {
  const { transactionId, reference, method, amount, status, createdAt, data, paidAmount, refundedAmount } = charge;
  const id = toChargeId(transactionId);
  const files = [
    { rel: 'SELF', href: `${PDF}/${id}.pdf`, media: 'application/pdf', type: 'GET' },
    { rel: 'SELF', href: `${PDF}/${id}.png`, media: 'image/png', type: 'GET' },
  ];
  const boleto = data.line && { ...data.method, barcode: data.line, formatted_barcode: data.line };
  return {
    id,
    reference_id: reference,
    status: WORDS[status],
    created_at: createdAt,
    description: data.description,
    amount: { value: amount, currency: 'BRL', summary: { total: amount, paid: paidAmount, refunded: refundedAmount } },
    payment_response: { code: charge.reason ? '10002' : '20000', message: charge.reason ?? 'SUCESSO' },
    payment_method: { type: TYPES[method], ...(boleto ? { boleto } : data.method) },
    links: method === 'BILLET' ? files : [],
  };
}

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: { token: 'pagbank_invented_token_0001', publicKey: PUBLIC_KEY },
    cards: { approved: '4111111111111111', refused: REFUSED_CARD },
  },
});
