/** Plays test cards. A card's number decides the fate of its charges, and is forgotten the moment it is a token. */

import type { SimulatorRequest, SimulatorResponse } from '@feira/plugin-kit';
import { cardBrand, fullYear, isCardNumber, isExpiry } from '@feira/schemas/rules/card';
import { findKeyOwner } from './receivers.ts';
import { readText, refuse, type World } from './world.ts';

export type CardPlan =
  | 'approved'
  | 'insufficient_funds'
  | 'stolen'
  | 'invalid_cvv'
  | 'approved_later'
  | 'refused_later'
  | 'chargeback'
  | 'time_out'
  | 'challenged';

/** The table of README.md. */
const PLANS: Record<string, CardPlan> = {
  '4000000000000010': 'insufficient_funds',
  '4000000000000028': 'stolen',
  '4000000000000036': 'invalid_cvv',
  '4000000000000044': 'approved_later',
  '4000000000000051': 'refused_later',
  '4000000000000069': 'chargeback',
  '4000000000000077': 'time_out',
  '4000000000000085': 'challenged',
};

/** The record that the acquirer keeps of a card; never the number or the CVV. */
export interface CardRecord {
  id: string;
  plan: CardPlan;
  brand: string | null;
  lastDigits: string;
  expMonth: number;
  /** Four digits. */
  expYear: number;
  /** Tokens: the one charge or stored card it was spent on. */
  usedFor: string | null;
}

const toWire = ({ id, brand, lastDigits, expMonth, expYear }: CardRecord) => ({
  id,
  brand,
  last_digits: lastDigits,
  exp_month: expMonth,
  exp_year: expYear,
});

/** POST /tokens: from the browser, which has the public key, or the platform's server, which has the secret one. */
export async function createToken(world: World, request: SimulatorRequest): Promise<SimulatorResponse> {
  const { headers, body } = request;
  if (headers.authorization !== `Bearer ${world.credentials.publicKey}`) await findKeyOwner(world, request);
  const card = (body as { card?: Record<string, unknown> } | undefined)?.card ?? {};
  const number = readText(card, 'number').replace(/\D/g, '');
  if (!isCardNumber(number)) throw refuse(422, 'Número de cartão inválido.', 'card.number');
  if (!/\S\s+\S/.test(readText(card, 'holder_name').trim())) {
    throw refuse(422, 'Informe nome e sobrenome como no cartão.', 'card.holder_name');
  }
  if (!isExpiry(Number(card.exp_month), Number(card.exp_year), world.clock.now())) {
    throw refuse(422, 'Cartão vencido.', 'card.exp_month');
  }
  if (!/^\d{3,4}$/.test(String(card.cvv ?? ''))) throw refuse(422, 'Código de segurança inválido.', 'card.cvv');
  const record: CardRecord = {
    id: world.book.ids.next('tok_'),
    plan: PLANS[number] ?? 'approved',
    brand: cardBrand(number),
    lastDigits: number.slice(-4),
    expMonth: Number(card.exp_month),
    expYear: fullYear(Number(card.exp_year)),
    usedFor: null,
  };
  await world.store.set(`token:${record.id}`, record);
  return { status: 201, body: { ...toWire(record), device_session: record.id.replace('tok', 'dev') } };
}

/** POST /cards: a token becomes a card that can be charged again and again. */
export async function createCard(world: World, { body }: SimulatorRequest): Promise<SimulatorResponse> {
  const id = world.book.ids.next('card_');
  const token = await spendToken(world, readText(body, 'token'), id);
  const record: CardRecord = { ...token, id };
  await world.store.set(`card:${id}`, record);
  return { status: 201, body: toWire(record) };
}

/** DELETE /cards/{id}: from now on it is charged no more. */
export async function deleteCard(world: World, _: SimulatorRequest, id = ''): Promise<SimulatorResponse> {
  if (!(await world.store.get<CardRecord>(`card:${id}`))) throw refuse(404, 'Cartão não encontrado.');
  await world.store.set(`card:${id}`, null);
  return { status: 204 };
}

export async function findChargedCard(world: World, card: unknown, chargeId: string): Promise<CardRecord> {
  const { id, token } = (card ?? {}) as { id?: unknown; token?: unknown };
  if (typeof id === 'string') {
    const stored = await world.store.get<CardRecord>(`card:${id}`);
    if (stored) return stored;
    throw refuse(422, 'Cartão não encontrado.', 'card.id');
  }
  if (typeof token === 'string') return spendToken(world, token, chargeId);
  throw refuse(422, 'Informe card.token ou card.id.', 'card');
}

const spendToken = (world: World, token: string, usedFor: string): Promise<CardRecord> =>
  world.inTurn(`token:${token}`, async () => {
    const record = await world.store.get<CardRecord>(`token:${token}`);
    if (!record) throw refuse(422, 'Token de cartão não encontrado.', 'card.token');
    // The same charge may come again after a crash; another one may not.
    if (record.usedFor !== null && record.usedFor !== usedFor) {
      throw refuse(422, 'Token de cartão já utilizado.', 'card.token');
    }
    const spent = { ...record, usedFor };
    await world.store.set(`token:${token}`, spent);
    return spent;
  });
