import type { SimulatorContext } from '@feira/plugin-kit';
import { cardBrand, isCardNumber, isExpiry } from '@feira/schemas/rules/card';
import { type Handler, invalid, load, newId, timestamp, WireRefusal } from './wire.ts';

/** What a card will do; the number itself is never kept. */
export type Behaviour = 'approve' | 'refuse' | 'process-then-approve' | 'process-then-refuse';

/** The simulator's own cards; every other valid number is approved. */
const BEHAVIOURS: Record<string, Behaviour> = {
  '4000000000000028': 'refuse',
  '4000000000000036': 'process-then-approve',
  '4000000000000044': 'process-then-refuse',
};
const TOKEN_LIFE_MS = 60_000;

export interface StoredCard {
  id: string;
  customerId?: string;
  brand: string;
  first_six_digits: string;
  last_four_digits: string;
  holder_name: string;
  exp_month: number;
  exp_year: number;
  behaviour: Behaviour;
}

interface StoredToken {
  card: StoredCard;
  expiresAt: string;
  isUsed: boolean;
}

interface WireCardFields {
  number?: string;
  holder_name?: string;
  exp_month?: number;
  exp_year?: number;
  cvv?: string;
}

function readCard(context: SimulatorContext, fields: WireCardFields): StoredCard {
  const { number = '', holder_name = '', exp_month = 0, exp_year = 0, cvv = '' } = fields;
  if (!isCardNumber(number)) throw invalid('card.number', 'The card number is not valid.');
  if (!holder_name) throw invalid('card.holder_name', 'The holder_name field is required.');
  if (!/^\d{3,4}$/.test(cvv)) throw invalid('card.cvv', 'The cvv must have 3 or 4 digits.');
  if (!isExpiry(exp_month, exp_year, context.clock.now())) throw invalid('card.exp_month', 'The card has expired.');
  return {
    id: newId(context, 'card'),
    brand: cardBrand(number) ?? 'unknown',
    first_six_digits: number.slice(0, 6),
    last_four_digits: number.slice(-4),
    holder_name,
    exp_month,
    exp_year,
    behaviour: BEHAVIOURS[number] ?? 'approve',
  };
}

export function showCard({ behaviour: _, customerId: __, ...card }: StoredCard) {
  return { ...card, status: 'active' };
}

/** Tokens live 60 seconds and work once. */
export async function spendToken(context: SimulatorContext, id: string): Promise<StoredCard> {
  const token = await context.store.get<StoredToken>(`token:${id}`);
  const now = context.clock.now().toISOString();
  if (!token || token.isUsed || token.expiresAt < now) throw new WireRefusal(404, 'Token not found.');
  await context.store.set(`token:${id}`, { ...token, isUsed: true });
  return token.card;
}

export const createToken: Handler = async ({ context, request, body }) => {
  if (request.headers.authorization) throw new WireRefusal(400, 'This route takes no Authorization header.');
  if (request.query.appId !== context.credentials.publicKey) throw new WireRefusal(401, 'The public key is not valid.');
  if (body.type !== 'card') throw invalid('type', 'The type must be card.');
  const card = readCard(context, (body.card ?? {}) as WireCardFields);
  const id = newId(context, 'token');
  const expiresAt = new Date(context.clock.now().getTime() + TOKEN_LIFE_MS).toISOString();
  await context.store.set(`token:${id}`, { card, expiresAt, isUsed: false });
  const { id: _, ...shown } = showCard(card);
  return {
    status: 200,
    body: { id, type: 'card', created_at: timestamp(context), expires_at: expiresAt, card: shown },
  };
};

export const createCustomer: Handler = async ({ context, body }) => {
  if (!body.name) throw invalid('customer.name', 'The name field is required.');
  if (!body.email) throw invalid('customer.email', 'The email field is required.');
  const customer = { ...body, id: newId(context, 'cus'), created_at: timestamp(context) };
  await context.store.set(`customer:${customer.id}`, customer);
  return { status: 200, body: customer };
};

export const createCard: Handler = async ({ context, parts, body }) => {
  const [customerId = ''] = parts;
  await load(context, `customer:${customerId}`, 'Customer');
  const read = body.token ? await spendToken(context, String(body.token)) : readCard(context, body);
  const { verify_card: isVerified } = (body.options ?? {}) as { verify_card?: boolean };
  if (isVerified && read.behaviour === 'refuse') {
    throw new WireRefusal(412, 'Could not create credit card. The card verification failed.');
  }
  const card = { ...read, customerId };
  await context.store.set(`card:${card.id}`, card);
  return { status: 200, body: showCard(card) };
};

export const getCard: Handler = async ({ context, parts: [customerId, id] }) => {
  const card = await load<StoredCard>(context, `card:${id}`, 'Card');
  if (card.customerId !== customerId) throw new WireRefusal(404, 'Card not found.');
  return { status: 200, body: showCard(card) };
};
