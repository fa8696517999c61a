import {
  answerRoute,
  defineSimulator,
  type RouteHandler,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
import { createCard, createCustomer, createToken, deleteCard, getCard } from './simulator/cards.ts';
import { cancelCharge, captureCharge, createOrder, getCharge, getOrder, listOrders } from './simulator/orders.ts';
import { createKycLink, createRecipient, getRecipient, showKyc } from './simulator/recipients.ts';
import {
  createTransfer,
  createWithdrawal,
  getBalance,
  getTransfer,
  getWithdrawal,
  listWithdrawals,
} from './simulator/withdrawals.ts';
import type { Handler } from './simulator/world.ts';
import { createWorld, type World } from './simulator/world.ts';

/** The life that integrators observe of test keys; the documented 24 hours would hide adapters that rely on a longer one. */
const KEY_LIFE_MS = 5 * 60 * 1000;
const NEVER = '1970-01-01T00:00:00.000Z';

/** The routes that browsers reach without the secret key. */
const OPEN_ROUTES: Record<string, Handler> = {
  'OPTIONS /tokens': async () => ({ status: 204 }),
  'POST /tokens': createToken,
  'GET /kyc/*': showKyc,
  'POST /kyc/*': showKyc,
};
const ROUTES: Record<string, Handler> = {
  'POST /customers': createCustomer,
  'POST /customers/*/cards': createCard,
  'GET /customers/*/cards/*': getCard,
  'DELETE /customers/*/cards/*': deleteCard,
  'POST /orders': createOrder,
  'GET /orders': listOrders,
  'GET /orders/*': getOrder,
  'GET /charges/*': getCharge,
  'POST /charges/*/capture': captureCharge,
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
const missing = (): SimulatorResponse => ({ status: 404, body: { message: 'Route not found.' } });

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

/** The first answer under a key is the answer, whatever is asked later. */
async function answerOnce(
  { store, clock, inTurn }: World,
  key: string | undefined,
  run: () => Promise<SimulatorResponse>,
): Promise<SimulatorResponse> {
  if (!key) return run();
  const now = clock.now();
  const earlier = await inTurn(`key:${key}`, async () => {
    const kept = await store.get<KeptAnswer>(`key:${key}`);
    if (kept && now.getTime() - Date.parse(kept.madeAt) < KEY_LIFE_MS) return kept;
    await store.set(`key:${key}`, { madeAt: now.toISOString() });
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
    // A refused request made nothing, so its key stays free.
    const isMade = response !== undefined && response.status < 300;
    await store.set(`key:${key}`, isMade ? { madeAt: now.toISOString(), response } : { madeAt: NEVER });
  }
}

function createSimulator(context: SimulatorContext): Simulator {
  const world = createWorld(context);
  const { book } = world;
  const expected = `Basic ${Buffer.from(`${context.credentials.secretKey}:`).toString('base64')}`;
  const bind = (handlers: Record<string, Handler>) =>
    Object.fromEntries(
      Object.entries(handlers).map(([route, handler]): [string, RouteHandler] => [
        route,
        (request, ...ids) => handler(world, request, ...ids),
      ]),
    );
  const [open, routes] = [bind(OPEN_ROUTES), bind(ROUTES)];

  return {
    ...book.controls,
    async handle(request) {
      if (request.path === '/tokens') {
        return { ...(await answerRoute(open, request, missing)), headers: allowBrowser(request) };
      }
      if (request.path.startsWith('/kyc/')) return answerRoute(open, request, missing);
      if (request.headers.authorization !== expected) {
        return { status: 401, body: { message: 'Authorization has been denied for this request.' } };
      }
      const key = request.method === 'GET' ? undefined : request.headers['idempotency-key'];
      return answerOnce(world, key, () => answerRoute(routes, request, missing));
    },
    async pay(id, options) {
      const { notified, charge } = await book.changeCharge(id, (processed, happened) => {
        if (processed.status !== 'PROCESSING' || processed.data.behaviour !== 'process-then-refuse') return;
        processed.status = 'REFUSED';
        happened('REFUSED');
      });
      await notified;
      if (charge.data.behaviour !== 'process-then-refuse') await book.controls.pay(id, options);
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
    receiverData: {
      monthlyRevenue: 500_000,
      occupation: 'Professora',
      partnerName: 'Joana Prado',
      partnerDocument: '11144477735',
      partnerBirthDate: '1985-03-09',
    },
    receiverEmail: 'documents@example.com',
  },
});
