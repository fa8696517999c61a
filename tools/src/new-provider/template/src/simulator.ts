/** Plays Acme over its own wire format: for conformance, and for trying a checkout without an account. */
import { createHmac } from 'node:crypto';
import {
  defineSimulator,
  type SimulatedCharge,
  type Simulator,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
} from '@feira/plugin-kit';
// [reais] import { fromReais, toReais } from '@feira/schemas/rules/money';
import type { WireCharge, WireChargeRequest } from './client.ts';

/** A charge as Acme keeps it: cents, and who is to be told. `told` is what a fault makes it say in the place of the truth. */
interface Charge extends SimulatedCharge {
  reason: string | null;
  expiresAt: string | null;
  webhookUrl: string;
  card: { brand: string; last_digits: string } | null; // [CREDIT_CARD]
  told: { extraAmount: number; status: string | null };
}

const REFUSED_CARD = '4000000000000010'; // [CREDIT_CARD]
const METHODS = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BILLET' } as const;
const WORDS = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;

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
  const { store } = context;
  const find = (id: string) => store.get<Charge>(`charge:${id}`);

  /** Changes a charge and tells about it, as a bank or buyer makes it happen. */
  async function happen(id: string, type: string, change: (charge: Charge) => Partial<Charge>): Promise<void> {
    const found = await find(id);
    if (!found) throw new Error(`There is no charge ${id}.`);
    const charge = { ...found, ...change(found) };
    await store.set(`charge:${id}`, charge);
    await tell(context, type, charge);
  }
  return {
    handle: (request) => route(context, request),
    async pay(id, { amount, times = 1 } = {}) {
      for (let time = 0; time < times; time += 1) {
        await happen(id, 'charge.paid', (charge) => ({
          status: 'paid',
          paidAmount: charge.paidAmount + (amount ?? charge.amount),
        }));
      }
    },
    expire: (id) => happen(id, 'charge.expired', () => ({ status: 'expired' })),
    chargeback: (id) => happen(id, 'charge.charged_back', () => ({ status: 'charged_back' })),
    listCharges: (limit) => store.list<Charge>('charge:', limit),
    getCharge: find,
  };
}

async function route(context: SimulatorContext, request: SimulatorRequest): Promise<SimulatorResponse> {
  // [oauth2] if (request.path === '/oauth/token') return giveToken(context, request);
  if (!isAllowed(context, request)) return refuse(401, 'Wrong key.'); // [!none]
  const { store } = context;
  const [, resource, id] = request.path.split('/');
  if (resource === 'charges' && request.method === 'POST') return createCharge(context, request);
  if (resource === 'charges' && id) {
    const charge = await store.get<Charge>(`charge:${id}`);
    return charge ? { status: 200, body: toWire(spoil(context, request, charge)) } : refuse(404, 'No such charge.');
  }
  if (resource === 'charges') {
    const found = await store.get<string>(`reference:${request.query.reference}`);
    const charge = found && (await store.get<Charge>(`charge:${found}`));
    return { status: 200, body: { items: charge ? [toWire(spoil(context, request, charge))] : [] } };
  }
  return refuse(404, 'No such address.');
}

/** The same key makes the same charge again. What makes it exist is stored last, whatever a crash leaves behind. */
async function createCharge(context: SimulatorContext, request: SimulatorRequest): Promise<SimulatorResponse> {
  const { store, clock } = context;
  const wanted = request.body as WireChargeRequest;
  const key = request.headers['idempotency-key'];
  const known = key && (await store.get<string>(`key:${key}`));
  const former = known && (await store.get<Charge>(`charge:${known}`));
  if (former) return { status: 201, body: toWire(former) };
  const isCard = wanted.method === 'card'; // [CREDIT_CARD]
  const isRefused = wanted.card?.number === REFUSED_CARD; // [CREDIT_CARD]
  const amount = wanted.amount; // [cents]
  // [reais] const amount = fromReais(wanted.amount);
  const charge = spoil(context, request, {
    transactionId: known || `chg_${newId(context)}`,
    reference: wanted.reference,
    method: METHODS[wanted.method],
    amount,
    paidAmount: isCard && !isRefused ? amount : 0, // [CREDIT_CARD]
    // [!CREDIT_CARD] paidAmount: 0,
    status: isCard ? (isRefused ? 'refused' : 'paid') : 'waiting', // [CREDIT_CARD]
    // [!CREDIT_CARD] status: 'waiting',
    createdAt: clock.now().toISOString(),
    reason: isRefused ? 'The bank refused the card.' : null, // [CREDIT_CARD]
    // [!CREDIT_CARD] reason: null,
    card: isCard ? { brand: 'visa', last_digits: wanted.card?.number.slice(-4) ?? '' } : null, // [CREDIT_CARD]
    expiresAt: wanted.expires_at ?? null,
    webhookUrl: wanted.webhook_url,
    told: { extraAmount: 0, status: null },
  });
  const { transactionId } = charge;
  if (key) await store.set(`key:${key}`, transactionId);
  await store.set(`reference:${charge.reference}`, transactionId);
  await store.set(`charge:${transactionId}`, charge);
  return { status: 201, body: toWire(charge) };
}

/** The two faults that only the provider itself can have. */
function spoil(context: SimulatorContext, request: SimulatorRequest, charge: Charge): Charge {
  const fault = context.fault(request);
  if (fault === 'wrong-amount') return { ...charge, told: { ...charge.told, extraAmount: 1 } };
  if (fault === 'unknown-status') return { ...charge, told: { ...charge.told, status: 'quarantined' } };
  return charge;
}

function toWire(charge: Charge): WireCharge {
  const { transactionId, reference, method, status, reason, told, expiresAt } = charge;
  const amount = charge.amount + told.extraAmount;
  return {
    id: transactionId,
    reference,
    method: WORDS[method],
    status: told.status ?? status,
    amount, // [cents]
    paid_amount: charge.paidAmount, // [cents]
    // [reais] amount: toReais(amount),
    // [reais] paid_amount: toReais(charge.paidAmount),
    reason,
    pix: method === 'PIX' ? { code: `00020126acme.invalid/pix/${transactionId}` } : null, // [PIX]
    boleto: method === 'BILLET' ? { line: '9'.repeat(47), url: 'https://acme.invalid/boleto' } : null, // [BILLET]
    card: charge.card, // [CREDIT_CARD]
    expires_at: expiresAt,
  };
}

/** Acme signs the bytes it sends. */
async function tell(context: SimulatorContext, type: string, charge: Charge): Promise<void> {
  const body = JSON.stringify({ id: `evt_${newId(context)}`, type, charge: toWire(charge) });
  const signature = createHmac('sha256', context.credentials.webhookSecret ?? '')
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-acme-signature': signature };
  await context.sendWebhook({ url: charge.webhookUrl, headers, body });
}

// [!none]
function isAllowed({ credentials }: SimulatorContext, { headers }: SimulatorRequest): boolean {
  return headers.authorization === `Bearer ${credentials.secretKey}`; // [header]
  // [basic] const pair = `${credentials.username}:${credentials.password}`;
  // [basic] return headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
  // [oauth2] return headers.authorization === `Bearer token-of-${credentials.clientId}`;
}
// [/!none]

// [oauth2] function giveToken({ credentials }: SimulatorContext, { body }: SimulatorRequest): SimulatorResponse {
// [oauth2]   const { client_id, client_secret } = (body ?? {}) as { client_id?: string; client_secret?: string };
// [oauth2]   const isKnown = client_id === credentials.clientId && client_secret === credentials.clientSecret;
// [oauth2]   if (!isKnown) return refuse(401, 'Wrong client.');
// [oauth2]   return { status: 200, body: { access_token: `token-of-${client_id}`, token_type: 'Bearer', expires_in: 3600 } };
// [oauth2] }

const refuse = (status: number, message: string): SimulatorResponse => ({ status, body: { error: { message } } });

/** Time keeps ids apart after a restart, when the random numbers begin again. */
const newId = ({ clock, random }: SimulatorContext) =>
  `${clock.now().getTime().toString(36)}${Math.floor(random() * 36 ** 9).toString(36)}`;
