import { cardBrand, isCardNumber, isExpiry } from '@feira/schemas/rules/card';
import type { Behaviour } from './order-wire.ts';
import { answer, bodyOf, invalid, refuse, toTime } from './wire.ts';
import type { Handler, World } from './world.ts';
import { load } from './world.ts';

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

function readCard(world: World, fields: WireCardFields): StoredCard {
  const { number = '', holder_name = '', exp_month = 0, exp_year = 0, cvv = '' } = fields;
  if (!isCardNumber(number)) throw invalid('card.number', 'The card number is not valid.');
  if (!holder_name) throw invalid('card.holder_name', 'The holder_name field is required.');
  if (!/^\d{3,4}$/.test(cvv)) throw invalid('card.cvv', 'The cvv must have 3 or 4 digits.');
  if (!isExpiry(exp_month, exp_year, world.clock.now())) throw invalid('card.exp_month', 'The card has expired.');
  return {
    id: world.book.ids.next('card_'),
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
export const spendToken = ({ store, clock, inTurn }: World, id: string): Promise<StoredCard> =>
  inTurn(`token:${id}`, async () => {
    const token = await store.get<StoredToken>(`token:${id}`);
    const now = clock.now().toISOString();
    if (!token || token.isUsed || token.expiresAt < now) throw refuse(404, 'Token not found.');
    await store.set(`token:${id}`, { ...token, isUsed: true });
    return token.card;
  });

export const createToken: Handler = async (world, request) => {
  const body = bodyOf(request);
  if (request.headers.authorization) throw refuse(400, 'This route takes no Authorization header.');
  if (request.query.appId !== world.credentials.publicKey) throw refuse(401, 'The public key is not valid.');
  if (body.type !== 'card') throw invalid('type', 'The type must be card.');
  const card = readCard(world, (body.card ?? {}) as WireCardFields);
  const id = world.book.ids.next('token_');
  const now = world.clock.now();
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS).toISOString();
  await world.store.set(`token:${id}`, { card, expiresAt, isUsed: false });
  const { id: _, ...shown } = showCard(card);
  return answer({ id, type: 'card', created_at: toTime(now.toISOString()), expires_at: expiresAt, card: shown });
};

export const createCustomer: Handler = async (world, request) => {
  const body = bodyOf(request);
  if (!body.name) throw invalid('customer.name', 'The name field is required.');
  if (!body.email) throw invalid('customer.email', 'The email field is required.');
  const created_at = toTime(world.clock.now().toISOString());
  const customer = { ...body, id: world.book.ids.next('cus_'), created_at };
  await world.store.set(`customer:${customer.id}`, customer);
  return answer(customer);
};

export const createCard: Handler = async (world, request, customerId = '') => {
  const body = bodyOf(request);
  await load(world, `customer:${customerId}`, 'Customer');
  const read = body.token ? await spendToken(world, String(body.token)) : readCard(world, body);
  const { verify_card: isVerified } = (body.options ?? {}) as { verify_card?: boolean };
  if (isVerified && read.behaviour === 'refuse') {
    throw refuse(412, 'Could not create credit card. The card verification failed.');
  }
  const card = { ...read, customerId };
  await world.store.set(`card:${card.id}`, card);
  return answer(showCard(card));
};

export const getCard: Handler = async (world, _, customerId, id) => {
  const card = await load<StoredCard>(world, `card:${id}`, 'Card');
  if (card.customerId !== customerId) throw refuse(404, 'Card not found.');
  return answer(showCard(card));
};

export const deleteCard: Handler = async (world, request, customerId = '', id = '') => {
  const { body } = await getCard(world, request, customerId, id);
  await world.store.set(`card:${id}`, null);
  return answer({ ...(body as object), status: 'deleted' });
};
