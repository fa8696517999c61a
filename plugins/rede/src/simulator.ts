/** Plays Rede over its own wire format: for conformance, and for trying a checkout without an account. */
import {
  answerRoute,
  type BookedCharge,
  type BookedRefund,
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
  installments: number;
  holder: string | null;
  bin: string;
  last4: string;
}
type Charge = BookedCharge<ChargeData>;

const REFUSED_CARD = '4000000000000010';
const OK = { returnCode: '00', returnMessage: 'Success.' };
const WORDS: Record<ChargeState, string> = {
  WAITING: 'Pending',
  PROCESSING: 'Pending',
  AUTHORIZED: 'Pending',
  PAID: 'Approved',
  PARTLY_REFUNDED: 'Approved',
  REFUNDED: 'Canceled',
  REFUSED: 'Denied',
  EXPIRED: 'Denied',
  CANCELED: 'Canceled',
  CHARGED_BACK: 'Approved',
  UNKNOWN: 'Reviewing',
};
const REFUND_WORDS: Record<BookedRefund['status'], string> = {
  DONE: 'Done',
  PENDING: 'Processing',
  FAILED: 'Denied',
  RETURNED: 'Denied',
  UNKNOWN: 'Reviewing',
};

const refuse = (status: number, returnCode: string, returnMessage: string) =>
  new WireRefusal(status, { returnCode, returnMessage }, returnMessage);
const NOT_FOUND = refuse(404, '78', 'The transaction does not exist');

function createSimulator(context: SimulatorContext): Simulator {
  const { credentials, clock } = context;
  const ids = createIds(context);
  const book = createBook<ChargeData>(context, {
    // Rede signs no news of cancellations, so that this package reads none.
    notifyCharge: async () => undefined,
    keyOf: () => undefined,
    isPaidOnce: true,
    refuse: (rule) =>
      rule === 'MISSING' ? NOT_FOUND : refuse(400, '357', 'Sum of amount refunds greater than the transaction amount'),
  });
  const newId = () => ids.digits(20);

  async function createTransaction(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const reference = wanted.requireText('reference');
    if (!/^[a-zA-Z0-9]{1,16}$/.test(reference)) throw refuse(400, '56', 'Error in reported data. Try again.');
    const number = wanted.requireText('cardNumber');
    const month = wanted.number('expirationMonth') ?? 0;
    const installments = wanted.number('installments') ?? 1;
    if (month < 1 || month > 12) throw refuse(400, '86', 'Expired card');
    if (wanted.has('installments') && (installments < 2 || installments > 12))
      throw refuse(400, '151', 'installments: Greater than allowed');
    const isRefused = number === REFUSED_CARD;
    const charge = await book.createCharge(request, newId, {
      reference,
      method: 'CREDIT_CARD',
      amount: wanted.number('amount') ?? 0,
      status: isRefused ? 'REFUSED' : 'PAID',
      reason: isRefused ? 'Unauthorized. Contact issuer.' : null,
      data: {
        installments,
        holder: wanted.text('cardHolderName') ?? null,
        bin: number.slice(0, 6),
        last4: number.slice(-4),
      },
    });
    return { status: 200, body: toAnswer(charge) };
  }

  const routes: Record<string, RouteHandler> = {
    'POST /v1/transactions': createTransaction,
    'GET /v1/transactions': async (request) => {
      const [charge] = await book.listByReference(request, request.query.reference);
      return charge ? { status: 200, body: toWire(charge) } : NOT_FOUND.response;
    },
    'GET /v1/transactions/*': async (request, id) => {
      const charge = await book.findCharge(request, id!);
      return charge ? { status: 200, body: toWire(charge) } : NOT_FOUND.response;
    },
    'POST /v1/transactions/*/refunds': async ({ body }, id) => {
      const amount = new Fields(body).number('amount') ?? 0;
      const refund = await book.createRefund(id!, ids.uuid, { amount });
      const isDone = refund.status === 'DONE';
      const code = isDone ? '359' : '360';
      const returnMessage = isDone ? 'Refund successful' : 'Refund request has been successful';
      const refundDateTime = clock.now().toISOString();
      return { status: 200, body: { refundId: refund.id, tid: id, refundDateTime, returnCode: code, returnMessage } };
    },
  };
  const authorization = `Basic ${Buffer.from(`${credentials.pv}:${credentials.token}`).toString('base64')}`;

  return {
    ...book.controls,
    async handle(request) {
      if (request.headers.authorization !== authorization) return refuse(401, '89', 'token: Invalid token').response;
      return answerRoute(routes, request, () => NOT_FOUND.response);
    },
  };
}

const codeOf = ({ reason }: Charge) => (reason ? { returnCode: '58', returnMessage: reason } : OK);

const toAnswer = (charge: Charge) => ({
  reference: charge.reference,
  tid: charge.transactionId,
  dateTime: charge.createdAt,
  amount: charge.amount,
  cardBin: charge.data.bin,
  last4: charge.data.last4,
  ...codeOf(charge),
});

const toWire = (charge: Charge) => ({
  requestDateTime: charge.createdAt,
  authorization: {
    ...toAnswer(charge),
    status: WORDS[charge.status],
    kind: 'Credit',
    installments: charge.data.installments,
    cardHolderName: charge.data.holder,
  },
  refunds: charge.refunds.map(({ id, amount, status, createdAt }) => ({
    refundId: id,
    refundDateTime: createdAt,
    status: REFUND_WORDS[status],
    amount,
  })),
  ...OK,
});

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: { pv: '12345678', token: 'rede_invented_token_000000000001' },
    cards: { approved: '4111111111111111', refused: REFUSED_CARD },
  },
});
