/** Plays Cielo over its own wire format: for conformance, and for trying a checkout without an account. */
import {
  answerRoute,
  type BookedCharge,
  type ChargeState,
  createBook,
  createIds,
  defineSimulator,
  Fields,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  WireRefusal,
} from '@feira/plugin-kit';

interface ChargeData {
  card: { CardNumber: string; Brand: string } | null;
  installments: number;
  isCaptured: boolean;
}
type Charge = BookedCharge<ChargeData>;

const REFUSED_CARD = '4000000000000010';
/** The code of a card that its bank does not allow, by ABECS. */
const REFUSED_CODE = '51';
const WORDS: Record<ChargeState, number> = {
  WAITING: 12,
  PROCESSING: 12,
  AUTHORIZED: 1,
  PAID: 2,
  PARTLY_REFUNDED: 2,
  REFUNDED: 11,
  REFUSED: 3,
  EXPIRED: 13,
  CANCELED: 10,
  CHARGED_BACK: 2,
  UNKNOWN: 99,
};

const refuse = (status: number, Code: number, Message: string) => new WireRefusal(status, [{ Code, Message }], Message);
const NOT_FOUND = new WireRefusal(404, {}, 'Not found.');

function createSimulator(context: SimulatorContext): Simulator {
  const { credentials, clock } = context;
  const ids = createIds(context);
  const book = createBook<ChargeData>(context, {
    notifyCharge: (_state, charge, { times }) => notify(charge, times),
    keyOf: () => undefined,
    isPaidOnce: true,
    refuse: (rule) => (rule === 'MISSING' ? NOT_FOUND : refuse(400, 308, rule)),
  });

  async function notify({ transactionId }: Charge, times: number): Promise<void> {
    const body = JSON.stringify({ PaymentId: transactionId, ChangeType: 1 });
    const headers = { 'content-type': 'application/json', 'x-webhook-token': credentials.webhookToken ?? '' };
    const url = context.webhookUrl;
    for (let sent = 0; url && sent < times; sent += 1) await context.sendWebhook({ url, headers, body });
  }

  function readCard(payment: Fields) {
    const number = payment.requireText('CreditCard.CardNumber');
    const needed = ['Holder', 'ExpirationDate', 'Brand'].find((name) => !payment.text(`CreditCard.${name}`));
    if (needed) throw refuse(400, 126, `${needed} is required.`);
    if (!/^\d{2}\/\d{4}$/.test(payment.requireText('CreditCard.ExpirationDate')))
      throw refuse(400, 126, 'Credit Card Expiration Date is invalid');
    const isRefused = number === REFUSED_CARD;
    const status = isRefused ? 'REFUSED' : payment.flag('Capture') ? 'PAID' : 'AUTHORIZED';
    const masked = `${number.slice(0, 6)}******${number.slice(-4)}`;
    const card = { CardNumber: masked, Brand: payment.requireText('CreditCard.Brand') };
    return { status, reason: isRefused ? 'Not Authorized' : null, card } as const;
  }

  async function createSale(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const reference = wanted.requireText('MerchantOrderId');
    if (!/^[a-zA-Z0-9]{1,50}$/.test(reference)) throw refuse(400, 113, 'MerchantOrderId is invalid');
    const payment = wanted.fields('Payment');
    const isPix = payment.text('Type') === 'Pix';
    const seconds = payment.number('QrCode.Expiration') ?? 86_400;
    const card = isPix ? null : readCard(payment);
    const charge = await book.createCharge(request, ids.uuid, {
      reference,
      method: isPix ? 'PIX' : 'CREDIT_CARD',
      amount: payment.number('Amount') ?? 0,
      ...(card && { status: card.status, reason: card.reason }),
      ...(isPix && { expiresAt: new Date(clock.now().getTime() + seconds * 1_000).toISOString() }),
      data: {
        card: card?.card ?? null,
        installments: payment.number('Installments') ?? 1,
        isCaptured: card?.status === 'PAID',
      },
    });
    return { status: 201, body: toWire(charge) };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /1/sales/': createSale,
    'GET /1/sales': async (request) => {
      const found = await book.listByReference(request, request.query.merchantOrderId);
      if (found.length === 0) return NOT_FOUND.response;
      return { status: 200, body: { Payment: found.map(({ transactionId }) => ({ PaymentId: transactionId })) } };
    },
    'GET /1/sales/*': async (request, id) => {
      const charge = await book.findCharge(request, id!);
      return charge ? { status: 200, body: toWire(charge) } : NOT_FOUND.response;
    },
    'PUT /1/sales/*/capture': async (_request, id) => {
      await book.capture(id!);
      await book.changeCharge(id!, (charge) => {
        charge.data.isCaptured = true;
      });
      return { status: 200, body: { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful' } };
    },
    'PUT /1/sales/*/void': async (request, id) => {
      const charge = await book.findCharge(request, id!);
      if (!charge) throw NOT_FOUND;
      if (charge.status === 'AUTHORIZED' || charge.status === 'CANCELED') {
        await book.void(id!);
        return { status: 200, body: { Status: 10, ReturnCode: '9', ReturnMessage: 'Operation Successful' } };
      }
      await book.createRefund(id!, 'void_', { amount: Number(request.query.amount) });
      const { status } = (await book.findCharge(request, id!))!;
      const isWhole = status === 'REFUNDED' && charge.method === 'CREDIT_CARD';
      const Status = charge.method === 'PIX' ? 12 : WORDS[status];
      return { status: 200, body: { Status, ReturnCode: isWhole ? '9' : '0', ReturnMessage: 'Operation Successful' } };
    },
  };

  return {
    ...book.controls,
    /** The code names its amount: no bank pays another one. */
    async pay(id, how = {}) {
      const charge = await book.controls.getCharge(id);
      if (charge && (how.amount ?? charge.amount) !== charge.amount) throw refuse(400, 308, 'Another amount.');
      await book.controls.pay(id, how);
    },
    async handle(request) {
      const { merchantid, merchantkey } = request.headers;
      if (merchantid !== credentials.merchantId || merchantkey !== credentials.merchantKey)
        return refuse(401, 114, 'The provided MerchantId is not in correct format').response;
      return answerRoute(routes, request, () => NOT_FOUND.response);
    },
  };
}

function toWire(charge: Charge) {
  const { data, status, method, amount, refundedAmount, createdAt } = charge;
  const isCaptured = data.isCaptured || charge.payments.length > 0;
  const card = {
    Type: 'CreditCard',
    Installments: data.installments,
    Interest: 'ByMerchant',
    Capture: data.isCaptured,
    CreditCard: data.card,
    ReturnCode: status === 'REFUSED' ? REFUSED_CODE : '6',
    ReturnMessage: charge.reason ?? 'Operation Successful',
  };
  const pix = { Type: 'Pix', Provider: 'Cielo2', QrCodeString: `00020126cielo.invalid/${charge.transactionId}` };
  return {
    MerchantOrderId: charge.reference,
    Payment: {
      ...(method === 'PIX' ? pix : card),
      PaymentId: charge.transactionId,
      Amount: amount,
      ReceivedDate: createdAt,
      ...(isCaptured && method === 'CREDIT_CARD' && { CapturedAmount: amount, CapturedDate: createdAt }),
      ...(refundedAmount > 0 && { VoidedAmount: refundedAmount, VoidedDate: createdAt }),
      Currency: 'BRL',
      Country: 'BRA',
      Status: WORDS[status],
    },
  };
}

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      merchantId: '00000000-0000-4000-8000-000000000001',
      merchantKey: 'INVENTEDMERCHANTKEYINVENTEDMERCHANTKEY01',
      webhookToken: 'cielo_invented_webhook_token_0001',
    },
    cards: { approved: '4111111111111111', refused: REFUSED_CARD },
  },
});
