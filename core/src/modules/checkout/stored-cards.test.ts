import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../../../test/capture-log.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { buy, CPF, pixPurchase, SANDBOX_SECRETS } from '../../../test/world.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  await market.host();
  await market.inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', recurrence_price = 2990, frequency_in_days = 30,
       billet_enabled = false WHERE id = $1`,
    [market.world.offerId],
  );
  market.node.app.cache.forgetAll();
});
afterAll(() => market.close());
beforeEach(() => market.inspector.rows('DELETE FROM stored_card'));

const simulate = (method: 'POST' | 'DELETE', path: string, key: string, payload?: object) =>
  market.node.app.inject({
    method,
    url: `/simulators/${market.connectionId}${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

/** Stores a card as the page of a subscription does. */
async function store(number = '4111111111111111') {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = (await simulate('POST', '/tokens', 'pk_test_0123456789', { card })).json().id;
  const buyer = { name: 'João Comprador', email: 'joao@example.com', cpf: CPF };
  const payload = { checkoutId: market.world.offerId, token, ...buyer };
  const stored = await market.node.app.inject({ method: 'POST', url: '/api/checkout.tokenCreditCard', payload });
  const [row] = await market.inspector.rows<{ id: string; card_id: string }>(
    'SELECT id, card_id FROM stored_card ORDER BY created_at DESC LIMIT 1',
  );
  return { creditCardId: stored.json().creditCardId as string, id: row!.id, atProvider: row!.card_id };
}

const pay = async (creditCardId: string) =>
  (
    await buy(
      market.node.app,
      pixPurchase(market.world, { paymentMethod: 'CREDIT_CARD', creditCard: { creditCardId, installments: 1 } }),
    )
  ).json();

/** Puts what happened to the card into the past, and does what is due. */
async function pass(interval: string): Promise<void> {
  await market.inspector.rows(
    `UPDATE stored_card SET created_at = created_at - $1::interval, used_at = used_at - $1::interval,
       check_at = check_at - $1::interval`,
    [interval],
  );
  await market.node.app.storedCards.run();
}

const isKept = async (id: string) =>
  (await market.inspector.rows('SELECT FROM stored_card WHERE id = $1', [id])).length === 1;
/** The question deletes the card. */
const wasAtProvider = async (cardId: string) =>
  (await simulate('DELETE', `/cards/${cardId}`, SANDBOX_SECRETS.secretKey)).statusCode === 204;

describe('stored cards', () => {
  it('are deleted at the provider when no purchase used them in time, and not before', async () => {
    const [left, early] = [await store(), await store()];

    await pass('1 hour');
    const isYoungKept = [await isKept(left.id), await wasAtProvider(early.atProvider)];
    await pass('20 minutes');

    expect(isYoungKept).toEqual([true, true]);
    // The second was gone before, which is as good.
    expect([await isKept(left.id), await isKept(early.id)]).toEqual([false, false]);
    expect(await wasAtProvider(left.atProvider)).toBe(false);
  });

  it('stay as long as a payment stands that was made with them', async () => {
    const card = await store();
    const paid = await pay(card.creditCardId);
    const again = await pay(card.creditCardId);

    await pass('30 days');
    const isKeptWhilePaid = await isKept(card.id);
    await market.inspector.rows(`UPDATE payment SET status = 'REFUNDED' WHERE public_id = $1`, [paid.paymentId]);
    await pass('1 day');
    const isKeptForTheOther = await isKept(card.id);
    await market.inspector.rows(`UPDATE payment SET status = 'CHARGEBACK' WHERE public_id = $1`, [again.paymentId]);
    await pass('1 day');

    expect([paid.status, again.status]).toEqual(['APPROVED', 'APPROVED']);
    expect([isKeptWhilePaid, isKeptForTheOther, await isKept(card.id)]).toEqual([true, true, false]);
    expect(await wasAtProvider(card.atProvider)).toBe(false);
  });

  it('go two days after their purchase was refused, because a charge may yet appear', async () => {
    const card = await store('4000000000000010');
    const refused = await pay(card.creditCardId);

    await pass('25 hours');
    const isKeptAtFirst = await isKept(card.id);
    await pass('25 hours');

    expect(refused.status).toBe('REJECTED');
    expect([isKeptAtFirst, await isKept(card.id), await wasAtProvider(card.atProvider)]).toEqual([true, false, false]);
  });

  it('are tried again where the provider fails, with an alert after a day, and serve no purchase meanwhile', async () => {
    const card = await store();
    const host = await market.host();
    const log = captureLog(market.node.app, 'error');
    const listAlerts = () => log.filter((line) => line.includes('"alert":"card-not-deleted"'));

    host.addFault({ kind: 'error-500', times: 2, match: 'DELETE /cards' });
    await pass('2 hours');
    const young = listAlerts().length;
    const purchase = await pay(card.creditCardId);
    await pass('1 day');
    const old = listAlerts();
    const isStillKept = await isKept(card.id);
    await pass('1 day');

    expect(purchase.code).toBe('CARD_TOKEN_INVALID');
    expect([young, old.length, isStillKept, await isKept(card.id)]).toEqual([0, 1, true, false]);
  });

  it('stay after a restore, until a person releases what the database may not know', async () => {
    const card = await store();

    await market.inspector.rows(`INSERT INTO outgoing_hold (cause, database_identity) VALUES ('RESTORED', 'another')`);
    await pass('2 hours');
    const isKeptWhileHeld = await isKept(card.id);
    await market.inspector.rows('DELETE FROM outgoing_hold');
    await pass('1 day');

    expect([isKeptWhileHeld, await isKept(card.id)]).toEqual([true, false]);
  });
});
