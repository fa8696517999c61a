/** Plays Acme over its own wire format: for conformance, and for trying a checkout without an account. */
import { createHmac } from 'node:crypto';
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
  type SimulatorRequest, // [!none]
  type SimulatorResponse,
} from '@feira/plugin-kit';

// [reais] import { toReais } from '@feira/schemas/rules/money';

/** The fields of a charge that Acme keeps beyond the kit's book. */
interface Details {
  webhookUrl: string;
  cardNumber?: string; // [CREDIT_CARD]
}
type Charge = BookedCharge<Details>;

const REFUSED_CARD = '4000000000000010'; // [CREDIT_CARD]
const METHODS = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BILLET' } as const;
/** Acme's words for the states of the book, and its events about them. */
const WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'waiting',
  PAID: 'paid',
  REFUSED: 'refused', // [CREDIT_CARD]
  EXPIRED: 'expired',
  CHARGED_BACK: 'charged_back',
  UNKNOWN: 'quarantined',
};

export default defineSimulator({
  createSimulator,
  samples: {
    credentials: {
      secretKey: 'sk_acme_invented_0001', // [header]
      // [basic] username: 'acme_invented_user', password: 'acme_invented_password_0001',
      // [oauth2] clientId: 'acme_invented_client', clientSecret: 'acme_invented_secret_0001',
      webhookSecret: 'whsec_acme_invented_0001',
    },
    cards: { approved: '4111111111111111', refused: REFUSED_CARD }, // [CREDIT_CARD]
  },
});

function createSimulator(context: SimulatorContext): Simulator {
  const book = createBook<Details>(context, { notifyCharge: (state, charge) => notify(context, state, charge) });
  const routes: Record<string, RouteHandler> = {
    'POST /charges': async (request) => {
      const wanted = new Fields(request.body);
      const cardNumber = wanted.text('card.number'); // [CREDIT_CARD]
      const charge = await book.createCharge(request, 'chg_', {
        reference: wanted.requireText('reference'),
        method: METHODS[wanted.text('method') as keyof typeof METHODS],
        amount: wanted.cents('amount') ?? 0, // [cents]
        // [reais] amount: wanted.reais('amount') ?? 0,
        expiresAt: wanted.text('expires_at'),
        // [CREDIT_CARD]
        ...(cardNumber && { status: cardNumber === REFUSED_CARD ? 'REFUSED' : 'PAID' }),
        reason: cardNumber === REFUSED_CARD ? 'The bank refused the card.' : undefined,
        data: { webhookUrl: wanted.requireText('webhook_url'), cardNumber },
        // [/CREDIT_CARD]
        // [!CREDIT_CARD] data: { webhookUrl: wanted.requireText('webhook_url') },
      });
      return { status: 201, body: toWire(charge) };
    },
    'GET /charges': async (request) => {
      const charges = await book.listByReference(request, request.query.reference);
      return { status: 200, body: { items: charges.map(toWire) } };
    },
    'GET /charges/*': async (request, id) => {
      const charge = await book.findCharge(request, id!);
      return charge ? { status: 200, body: toWire(charge) } : refuse(404, 'No such charge.');
    },
    // [oauth2] 'POST /oauth/token': async ({ body }) => giveToken(context, new Fields(body)),
  };
  return {
    ...book.controls,
    async handle(request) {
      if (!isAllowed(context, request)) return refuse(401, 'Wrong key.'); // [!none]
      return answerRoute(routes, request, () => refuse(404, 'No such address.'));
    },
  };
}

function toWire(charge: Charge): object {
  const { transactionId, reference, method, reason, expiresAt } = charge;
  const [word] = Object.entries(METHODS).find(([, ours]) => ours === method) ?? [];
  return {
    id: transactionId,
    reference,
    method: word,
    status: WORDS[charge.status],
    amount: charge.amount, // [cents]
    paid_amount: charge.paidAmount, // [cents]
    // [reais] amount: toReais(charge.amount),
    // [reais] paid_amount: toReais(charge.paidAmount),
    reason,
    pix: method === 'PIX' ? { code: `00020126acme.invalid/pix/${transactionId}` } : null, // [PIX]
    boleto: method === 'BILLET' ? { line: '9'.repeat(47), url: 'https://acme.invalid/boleto' } : null, // [BILLET]
    card: charge.data.cardNumber ? { brand: 'visa', last_digits: charge.data.cardNumber.slice(-4) } : null, // [CREDIT_CARD]
    expires_at: expiresAt,
  };
}

/** Acme signs the bytes it sends. */
async function notify(context: SimulatorContext, state: ChargeState, charge: Charge): Promise<void> {
  const id = createIds(context).next('evt_');
  const body = JSON.stringify({ id, type: `charge.${WORDS[state]}`, charge: toWire(charge) });
  const signature = createHmac('sha256', context.credentials.webhookSecret ?? '')
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-acme-signature': signature };
  await context.sendWebhook({ url: charge.data.webhookUrl, headers, body });
}

// [!none]
function isAllowed({ credentials }: SimulatorContext, request: SimulatorRequest): boolean {
  const { authorization } = request.headers;
  return authorization === `Bearer ${credentials.secretKey}`; // [header]
  // [basic] const pair = `${credentials.username}:${credentials.password}`;
  // [basic] return authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
  // [oauth2] return request.path === '/oauth/token' || authorization === `Bearer token-of-${credentials.clientId}`;
}
// [/!none]

// [oauth2] function giveToken({ credentials }: SimulatorContext, body: Fields): SimulatorResponse {
// [oauth2]   const id = body.text('client_id');
// [oauth2]   const isKnown = id === credentials.clientId && body.text('client_secret') === credentials.clientSecret;
// [oauth2]   if (!isKnown) return refuse(401, 'Wrong client.');
// [oauth2]   return { status: 200, body: { access_token: `token-of-${id}`, token_type: 'Bearer', expires_in: 3600 } };
// [oauth2] }

const refuse = (status: number, message: string): SimulatorResponse => ({ status, body: { error: { message } } });
