/** Plays Woovi over its own wire format: for conformance, and for trying a checkout without an account. */
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
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  WireRefusal,
} from '@feira/plugin-kit';
import type { PixKeyType } from '@feira/schemas/provider';

interface ChargeData {
  comment: string | null;
  customer: unknown;
}
interface PaymentData {
  alias: string;
  aliasType: string;
  comment: string | null;
}
type Charge = BookedCharge<ChargeData>;
type Payment = BookedWithdrawal<PaymentData>;

const ISPB = '54811417';
const SHORTEST_MS = 300_000;
const CHARGE_WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'ACTIVE',
  EXPIRED: 'EXPIRED',
  CANCELED: 'EXPIRED',
  UNKNOWN: 'IN_QUARANTINE',
};
const PAYMENT_WORDS: Record<OrderState, string> = {
  PENDING: 'APPROVED',
  DONE: 'CONFIRMED',
  FAILED: 'FAILED',
  RETURNED: 'FAILED',
  UNKNOWN: 'IN_QUARANTINE',
};
const REFUND_WORDS: Record<OrderState, string> = {
  PENDING: 'IN_PROCESSING',
  DONE: 'CONFIRMED',
  FAILED: 'REJECTED',
  RETURNED: 'REJECTED',
  UNKNOWN: 'IN_QUARANTINE',
};

const refuse = (status: number, error: string) => new WireRefusal(status, { error }, error);

function createSimulator(context: SimulatorContext): Simulator {
  const { credentials, clock } = context;
  const ids = createIds(context);
  const book = createBook<ChargeData, PaymentData>(context, {
    notifyCharge,
    notifyWithdrawal: (payment) => {
      const name = payment.status === 'DONE' ? 'MOVEMENT_CONFIRMED' : 'MOVEMENT_FAILED';
      const error = payment.reason ? { error: { code: 'PAY_PIX_KEY_ERROR', description: payment.reason } } : {};
      return send(name, { ...toWirePayment(payment), ...error });
    },
    keyOf: ({ body }) => new Fields(body).text('correlationID'),
    newPaymentId: () => ids.endToEnd(ISPB),
    isPaidOnce: true,
    refuse: (rule) => refuse(400, rule === 'MISSING' ? 'Charge not found' : rule),
  });

  async function send(name: string, body: object, times = 1): Promise<void> {
    const text = JSON.stringify({ event: name.startsWith('PIX_') ? name : `OPENPIX:${name}`, ...body });
    const headers = { 'content-type': 'application/json', authorization: credentials.webhookToken ?? '' };
    const url = context.webhookUrl;
    for (let sent = 0; url && sent < times; sent += 1) await context.sendWebhook({ url, headers, body: text });
  }

  async function notifyCharge(state: ChargeState, charge: Charge, about: { times: number; refund?: BookedRefund }) {
    const { refund, times } = about;
    const pix = toWirePix(charge);
    if (refund) {
      const name = refund.status === 'DONE' ? 'CONFIRMED' : 'REJECTED';
      const refundTransaction = { value: refund.amount, status: REFUND_WORDS[refund.status], type: 'REFUND' };
      return send(`PIX_TRANSACTION_REFUND_SENT_${name}`, { refundTransaction, originalTransaction: pix });
    }
    if (state === 'CHARGED_BACK') {
      const dispute = { status: 'ACCEPTED', endToEndId: pix?.endToEndId, value: charge.amount, disputeReason: 'Golpe' };
      return send('DISPUTE_ACCEPTED', { dispute });
    }
    if (state === 'EXPIRED') return send('CHARGE_EXPIRED', { charge: toWire(charge) }, times);
    if (state === 'PAID') await send('CHARGE_COMPLETED', { charge: toWire(charge), pix }, times);
  }

  async function createCharge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const correlationID = wanted.requireText('correlationID');
    const end = wanted.date('expiresDate');
    const earliest = clock.now().getTime() + SHORTEST_MS;
    const customer = wanted.fields('customer');
    if (wanted.has('customer') && !['taxID', 'email', 'phone'].some((name) => customer.has(name)))
      throw refuse(400, 'Customer needs taxID, email or phone.');
    const charge = await book.createCharge(request, () => correlationID, {
      reference: correlationID,
      method: 'PIX',
      amount: wanted.number('value') ?? 0,
      ...(end && { expiresAt: new Date(Math.max(earliest, Date.parse(end))).toISOString() }),
      data: { comment: wanted.text('comment') ?? null, customer: toWireCustomer(customer) },
    });
    return { status: 200, body: { charge: toWire(charge), correlationID, brCode: toBrCode(charge) } };
  }

  async function findCharge(request: SimulatorRequest, id: string): Promise<Charge> {
    const charge = await book.findCharge(request, id);
    if (!charge) throw refuse(400, 'Charge not found');
    return charge;
  }

  async function createPayment(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const correlationID = wanted.requireText('correlationID');
    if (await book.findWithdrawal(correlationID))
      throw refuse(400, 'Já existe um pagamento com o correlationID fornecido');
    const [alias, aliasType] = [wanted.requireText('destinationAlias'), wanted.requireText('destinationAliasType')];
    if (wanted.text('type') !== 'PIX_KEY' || !wanted.flag('autoApprove'))
      throw refuse(400, 'Nobody would approve this.');
    const made = await book.createWithdrawal(request, () => correlationID, {
      reference: correlationID,
      amount: wanted.number('value') ?? 0,
      destination: { pixKey: alias, pixType: aliasType as PixKeyType },
      data: { alias, aliasType, comment: wanted.text('comment') ?? null },
    });
    return { status: 200, body: toWirePayment(made) };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /api/v1/charge': createCharge,
    'GET /api/v1/charge/*': async (request, id) => ({
      status: 200,
      body: { charge: toWire(await findCharge(request, id!)) },
    }),
    'GET /api/v1/charge/*/refund': async (request, id) => ({
      status: 200,
      body: { refunds: (await findCharge(request, id!)).refunds.map(toWireRefund) },
    }),
    'POST /api/v1/charge/*/refund': async (request, id) => {
      const wanted = new Fields(request.body);
      await findCharge(request, id!);
      const reference = wanted.requireText('correlationID');
      const order = { reference, amount: wanted.number('value'), description: wanted.text('comment') };
      const refund = await book.createRefund(id!, () => ids.endToEnd(ISPB), order);
      return { status: 200, body: { refund: toWireRefund(refund) } };
    },
    'GET /api/v1/transaction/*': async (request, endToEndId) => {
      const found = await book.findByPayment(request, endToEndId!);
      if (!found) throw refuse(400, 'Transaction not found');
      const { charge, payment } = found;
      const transaction = { charge: toWire(charge), value: payment.amount, time: payment.paidAt, endToEndId };
      return { status: 200, body: { transaction } };
    },
    'POST /api/v1/payment': createPayment,
    'GET /api/v1/payment/*': async (_request, id) => {
      const payment = await book.findWithdrawal(id!);
      if (!payment) throw refuse(400, 'Payment not found');
      return { status: 200, body: toWirePayment(payment) };
    },
  };

  return {
    ...book.controls,
    /** The code names its amount: no bank pays another one. */
    async pay(id, how = {}) {
      const charge = await book.controls.getCharge(id);
      if (charge && (how.amount ?? charge.amount) !== charge.amount)
        throw refuse(400, 'The code names another amount.');
      await book.controls.pay(id, how);
    },
    async handle(request) {
      if (request.headers.authorization !== credentials.appId)
        return { status: 401, body: { data: null, errors: [{ message: 'appID inválido' }] } };
      return answerRoute(routes, request, () => refuse(404, 'Not found').response);
    },
  };
}

function toWireCustomer(customer: Fields) {
  const { taxID, ...person } = (customer.value('') ?? {}) as { taxID?: string };
  if (!taxID) return person;
  return { ...person, taxID: { taxID, type: taxID.length === 11 ? 'BR:CPF' : 'BR:CNPJ' } };
}

const toBrCode = (charge: Charge) => `00020126woovi.invalid/${charge.transactionId}`;

const toWire = (charge: Charge) => ({
  status: CHARGE_WORDS[charge.status] ?? 'COMPLETED',
  customer: charge.data.customer,
  value: charge.amount,
  comment: charge.data.comment,
  correlationID: charge.transactionId,
  type: 'DYNAMIC',
  brCode: toBrCode(charge),
  expiresDate: charge.expiresAt,
  createdAt: charge.createdAt,
});

function toWirePix(charge: Charge) {
  const payment = charge.payments.at(-1);
  return payment && { value: payment.amount, time: payment.paidAt, endToEndId: payment.id, type: 'PAYMENT' };
}

const toWireRefund = (refund: BookedRefund) => ({
  status: REFUND_WORDS[refund.status],
  value: refund.amount,
  correlationID: refund.reference || refund.id,
  endToEndId: refund.id,
  time: refund.createdAt,
  comment: refund.description,
});

const toWirePayment = (payment: Payment) => ({
  payment: {
    type: 'PIX_KEY',
    value: payment.amount,
    status: PAYMENT_WORDS[payment.status],
    destinationAlias: payment.data.alias,
    destinationAliasType: payment.data.aliasType,
    comment: payment.data.comment,
    correlationID: payment.id,
  },
  ...(payment.status === 'DONE' && { transaction: { value: payment.amount, time: payment.endedAt } }),
});

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: { appId: 'woovi_invented_app_id_0001', webhookToken: 'woovi_invented_webhook_token_0001' },
  },
});
