import {
  defineSimulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { createCard, createCustomer, createToken, getCard } from './simulator/cards.ts';
import { cancelCharge, getCharge, settleCharge } from './simulator/charges.ts';
import type { StoredOrder } from './simulator/order-state.ts';
import { createOrder, getOrder, listOrders } from './simulator/orders.ts';
import {
  createKycLink,
  createRecipient,
  createTransfer,
  createWithdrawal,
  getBalance,
  getRecipient,
  getTransfer,
  getWithdrawal,
  listWithdrawals,
  showKyc,
} from './simulator/recipients.ts';
import { type Handler, load, WireRefusal } from './simulator/wire.ts';

/** What integrators see of test keys; the documented 24 hours would hide who relies on more. */
const KEY_LIFE_MS = 5 * 60 * 1000;
const NEVER = '1970-01-01T00:00:00.000Z';
const METHODS = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' } as const;

/** An open segment of the path is a star. */
const ROUTES: Record<string, Handler> = {
  'POST /customers': createCustomer,
  'POST /customers/*/cards': createCard,
  'GET /customers/*/cards/*': getCard,
  'POST /orders': createOrder,
  'GET /orders': listOrders,
  'GET /orders/*': getOrder,
  'GET /charges/*': getCharge,
  'DELETE /charges/*': cancelCharge,
  'POST /recipients': createRecipient,
  'GET /recipients/*': getRecipient,
  'POST /recipients/*/kyc_link': createKycLink,
  'GET /recipients/*/balance': getBalance,
  'POST /recipients/*/withdrawals': createWithdrawal,
  'GET /recipients/*/withdrawals': listWithdrawals,
  'GET /recipients/*/withdrawals/*': getWithdrawal,
  'POST /transfers/recipients': createTransfer,
  'GET /transfers/*': getTransfer,
};

function findRoute({ method, path }: SimulatorRequest): { handler: Handler; parts: string[] } {
  const wanted = path.split('/').slice(1);
  for (const [route, handler] of Object.entries(ROUTES)) {
    const [routeMethod, pattern = ''] = route.split(' ');
    const open = pattern.split('/').slice(1);
    const fits = open.length === wanted.length && open.every((part, index) => part === '*' || part === wanted[index]);
    if (fits && routeMethod === method) {
      return { handler, parts: wanted.filter((_, index) => open[index] === '*').map(decodeURIComponent) };
    }
  }
  throw new WireRefusal(404, 'Route not found.');
}

/** Browsers send the card from a frame whose origin may be opaque ("null"). */
function allowBrowser({ headers }: SimulatorRequest): Record<string, string> {
  return {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

interface KeptAnswer {
  response?: SimulatorResponse;
  madeAt: string;
}

type Exclusive = <T>(run: () => Promise<T>) => Promise<T>;

/** Reading and writing one balance, charge or key must not interleave with another's. */
function createExclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run, run);
    last = result;
    return result;
  };
}

/** The first answer under a key is the answer, whatever is asked later. */
async function answerOnce(
  context: SimulatorContext,
  exclusive: Exclusive,
  key: string | undefined,
  handle: () => Promise<SimulatorResponse>,
): Promise<SimulatorResponse> {
  const run = () => exclusive(handle);
  if (!key) return run();
  const now = context.clock.now();
  const earlier = await exclusive(async () => {
    const kept = await context.store.get<KeptAnswer>(`key:${key}`);
    if (kept && now.getTime() - Date.parse(kept.madeAt) < KEY_LIFE_MS) return kept;
    await context.store.set(`key:${key}`, { madeAt: now.toISOString() });
    return undefined;
  });
  if (earlier) {
    return earlier.response ?? { status: 409, body: { message: 'A request with this key is being processed.' } };
  }
  let response: SimulatorResponse | undefined;
  try {
    response = await run();
    return response;
  } finally {
    // What was refused made nothing, so its key stays free.
    const isMade = response !== undefined && response.status < 300;
    await context.store.set(`key:${key}`, isMade ? { madeAt: now.toISOString(), response } : { madeAt: NEVER });
  }
}

function createSimulator(context: SimulatorContext) {
  const exclusive = createExclusive();
  const expected = `Basic ${Buffer.from(`${context.credentials.secretKey}:`).toString('base64')}`;

  async function run(request: SimulatorRequest, handler: Handler, parts: string[]): Promise<SimulatorResponse> {
    try {
      const body = (request.body ?? {}) as Record<string, unknown>;
      return await handler({ context, request, parts, body, fault: context.fault(request) });
    } catch (error) {
      if (error instanceof WireRefusal) return error.response;
      throw error;
    }
  }

  async function handle(request: SimulatorRequest): Promise<SimulatorResponse> {
    if (request.path === '/tokens') {
      const headers = allowBrowser(request);
      if (request.method === 'OPTIONS') return { status: 204, headers };
      return { ...(await exclusive(() => run(request, createToken, []))), headers };
    }
    const shown = /^\/kyc\/([^/]+)$/.exec(request.path)?.[1];
    if (shown) return run(request, ({ context: own }) => showKyc(own, shown, request.method === 'POST'), []);
    if (request.headers.authorization !== expected) {
      return { status: 401, body: { message: 'Authorization has been denied for this request.' } };
    }
    let route: ReturnType<typeof findRoute>;
    try {
      route = findRoute(request);
    } catch (error) {
      return (error as WireRefusal).response;
    }
    const key = request.method === 'GET' ? undefined : request.headers['idempotency-key'];
    return answerOnce(context, exclusive, key, () => run(request, route.handler, route.parts));
  }

  const loadOrder = (id: string) => load<StoredOrder>(context, `order:${id}`, 'Order');

  const summarize = ({ id, code, lie, charge }: StoredOrder) => ({
    transactionId: id,
    reference: code,
    method: METHODS[charge.payment_method],
    amount: charge.amount + lie,
    paidAmount: charge.paid_amount ?? 0,
    status: charge.status,
    createdAt: charge.created_at,
  });

  /** Events go out once the change is made and others may go on: their receiver will want to read the charge. */
  async function change(transactionId: string, settle: (order: StoredOrder) => ReturnType<typeof settleCharge>) {
    const notify = await exclusive(async () => settle(await loadOrder(transactionId)));
    await notify();
  }

  return {
    handle,
    async pay(transactionId: string, { amount, times = 1 }: { amount?: number; times?: number } = {}) {
      for (let time = 0; time < times; time += 1) {
        await change(transactionId, (order) =>
          settleCharge(context, order, order.behaviour === 'process-then-refuse' ? 'failed' : 'paid', amount),
        );
      }
    },
    expire: (transactionId: string) =>
      change(transactionId, async (order) => {
        if (order.charge.status !== 'pending') return async () => undefined;
        return settleCharge(context, order, order.charge.payment_method === 'pix' ? 'failed' : 'canceled');
      }),
    chargeback: (transactionId: string) =>
      change(transactionId, (order) => settleCharge(context, order, 'chargedback')),
    async listCharges(limit: number) {
      return (await context.store.list<StoredOrder>('order:', limit)).map(summarize);
    },
    async getCharge(transactionId: string) {
      const order = await context.store.get<StoredOrder>(`order:${transactionId}`);
      return order && summarize(order);
    },
  };
}

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      secretKey: 'sk_test_conformance0001',
      publicKey: 'pk_test_conformance0001',
      webhookUser: 'invented-webhook-user',
      webhookPassword: 'invented-webhook-password',
      defaultRecipientId: 're_platform0001',
    },
    cards: { approved: '4111111111111111', refused: '4000000000000028' },
    receiverData: { monthlyRevenue: 500_000, occupation: 'Professora' },
    receiverEmail: 'documents@example.com',
  },
});
