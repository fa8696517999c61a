/** Tests changes of a subscription while its clock runs: its price, its card, and how late it is paid. */
import { DEFAULT_DUNNING } from '@feira/schemas/subscription';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf } from '../../../test/staff.ts';
import { CARDS, DAY_MS, openSubscribing, type Subscribing } from '../../../test/subscribing.ts';

let first: Market;
let market: Market;
let buyer: Subscribing;
let seller: Record<string, string>;

beforeAll(async () => {
  first = await openMarket({ isListening: false });
});
afterAll(async () => {
  if (first) await checkWorld(first.node.databaseUrl);
  await first?.close();
});
beforeEach(async () => {
  market = await first.replace();
  buyer = await openSubscribing(market);
  const { platformId, sellerId } = market.world;
  await market.inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    ...[platformId, sellerId],
  ]);
  seller = await openSessionOf(market.node.app, platformId, sellerId);
});

describe('a new price', () => {
  async function change(amount: number) {
    const { id } = await buyer.readOne();
    const answer = await market.node.app.inject({
      method: 'POST',
      url: '/api/subscriptions.changePrice',
      headers: seller,
      payload: { subscriptionId: id, amount },
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  const amounts = async () => (await buyer.readCycles()).map(({ amount }) => amount);

  it('holds from the next charge, which the mail names, and for all that follow', async () => {
    const { next_charge_at: due } = await buyer.subscribe();

    const { status, body } = await change(3_990);
    const told = (await buyer.readNews()).at(-1);
    await buyer.pass(61);

    expect([status, body]).toEqual([200, { fromCycle: 2, fromAt: due?.toISOString() }]);
    expect(told).toMatchObject({ step: 'PRICE_CHANGED', amount: 3_990, at: due?.toISOString() });
    expect(await amounts()).toEqual([1_000, 3_990, 3_990]);
    expect((await buyer.readTries(2)).map(({ amount, status: paid }) => [amount, paid])).toEqual([[3_990, 'APPROVED']]);
  });

  it('leaves a charge alone that is due before the notice is over', async () => {
    await buyer.subscribe();
    await buyer.pass(21);

    const { body } = await change(3_990);
    await buyer.pass(40);

    expect(body.fromCycle).toBe(3);
    expect(await amounts()).toEqual([1_000, 2_990, 3_990]);
  });

  it('leaves a charge alone whose code the buyer has at the old price', async () => {
    await buyer.changeOffer('dunning = $2', JSON.stringify({ ...DEFAULT_DUNNING, codeDaysBefore: 15 }));
    await buyer.subscribe('PIX');
    await buyer.pass(16);

    // The notice of ten days would still be kept.
    const { body } = await change(3_990);
    await buyer.payLatest();
    await buyer.report();

    expect(body.fromCycle).toBe(3);
    expect(await buyer.readOne()).toMatchObject({ cycle: 2, amount: 3_990 });
    expect((await buyer.readTries(2)).map(({ amount }) => amount)).toEqual([2_990]);
  });

  it('is refused where no charge follows after the notice', async () => {
    await buyer.changeOffer('recurrence_cycles = 2');
    await buyer.subscribe();
    await buyer.pass(25);

    expect((await change(3_990)).body.code).toBe('PRICE_CHANGE_UNAVAILABLE');
  });

  it('is neither changed nor told where one of both fails', async () => {
    await buyer.subscribe();
    await market.inspector.rows(`
      CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no mail today''; END';
      CREATE TRIGGER refuse_mail BEFORE INSERT ON mail FOR EACH ROW EXECUTE FUNCTION refuse_mail()`);

    const { status } = await change(3_990);
    await market.inspector.rows('DROP TRIGGER refuse_mail ON mail; DROP FUNCTION refuse_mail');

    expect(status).toBe(500);
    expect((await buyer.readEvents()).map(({ kind }) => kind)).toEqual(['PAID']);
    expect(await buyer.readOne()).toMatchObject({ amount: 2_990 });
  });
});

describe('a card that ends before the next charge', () => {
  /** The end of this month lies between now and 62 days later, before a charge that is 90 days away. */
  function soon() {
    const month = new Date(market.clock.now().getTime() + 30 * DAY_MS);
    return [month.getUTCMonth() + 1, month.getUTCFullYear()] as const;
  }

  it('is asked for another one ten days before, once, and charged no more', async () => {
    await buyer.changeOffer('frequency_in_days = 90');
    const [month, year] = soon();
    const subscription = await buyer.subscribe('CREDIT_CARD', { expiry: [month, year] });
    await buyer.pass(79);
    const before = await buyer.readSteps();
    await buyer.pass(2);
    const asked = (await buyer.readNews()).at(-1);
    await buyer.pass(3);
    const after = await buyer.readSteps();

    const cardToken = await buyer.tokenise('5555555555554444');
    const { body } = await buyer.callOwn('changeOwnCard', { cardToken });
    const changed = await buyer.readOne();
    await buyer.pass(7);

    expect(subscription.card_expiry).toBe(`${year}-${String(month).padStart(2, '0')}`);
    expect(before).toEqual(['BEGUN']);
    expect(asked).toMatchObject({
      step: 'CARD_EXPIRING',
      lastDigits: '1111',
      at: subscription.next_charge_at?.toISOString(),
    });
    expect(after).toEqual(['BEGUN', 'CARD_EXPIRING']);
    expect(body).toEqual({ status: 'ACTIVE' });
    expect(changed).toMatchObject({ card_last_digits: '4444', card_expiry: '2034-12', cycle: 1 });
    expect(await buyer.readOne()).toMatchObject({ cycle: 2, status: 'ACTIVE' });
    const steps = await buyer.readNews();
    expect(steps.map(({ step }) => step)).toEqual(['BEGUN', 'CARD_EXPIRING', 'CARD_CHANGED']);
    expect(steps.at(-1)).toMatchObject({ lastDigits: '4444', at: subscription.next_charge_at?.toISOString() });
  });

  it('leaves buyers alone whose card lives longer', async () => {
    await buyer.subscribe();
    await buyer.pass(29);

    expect(await buyer.readSteps()).toEqual(['BEGUN']);
  });
});

describe('another card', () => {
  it('is kept at the provider until it is charged, first as its buyer’s own charge and then as the merchant’s', async () => {
    await buyer.subscribe();
    const cardToken = await buyer.tokenise('5555555555554444');

    const { body } = await buyer.callOwn('changeOwnCard', { cardToken });
    const tries = await buyer.readTries(2);
    // The sweep of cards that nobody has paid with finds it.
    await market.inspector.rows('UPDATE stored_card SET check_at = now()');
    await market.node.app.storedCards.run();
    await buyer.pass(61);

    expect(body).toEqual({ status: 'ACTIVE' });
    expect(tries).toEqual([]);
    const charged = await market.inspector.rows<{ digits: string; transaction: string }>(
      `SELECT y.card_last_digits AS digits, a.transaction_id AS transaction FROM subscription_sale l JOIN payment y ON y.id = l.payment_id
       JOIN payment_attempt a ON a.payment_id = y.id WHERE l.platform_id = $1 ORDER BY l.cycle`,
      [market.world.platformId],
    );
    const { simulator } = await market.host();
    const initiators = await Promise.all(charged.map(({ transaction }) => simulator.getCharge(transaction)));
    expect(charged.map(({ digits }) => digits)).toEqual(['1111', '4444', '4444']);
    expect(initiators.map((charge) => charge?.initiator)).toEqual(['BUYER', 'BUYER', 'MERCHANT']);
  });

  it('changes nothing where its provider refuses it', async () => {
    const before = await buyer.subscribe();
    const cardToken = await buyer.tokenise(CARDS.good);
    await buyer.callOwn('changeOwnCard', { cardToken });
    const kept = await buyer.readOne();

    // A token of the browser serves once.
    const { status, body } = await buyer.callOwn('changeOwnCard', { cardToken });

    expect([status, body.code, body.details[0].field]).toEqual([422, 'CARD_NOT_SAVED', 'cardToken']);
    expect(await buyer.readOne()).toMatchObject({ ...kept, id: before.id });
    expect((await buyer.readEvents()).filter(({ kind }) => kind === 'CARD_CHANGED')).toHaveLength(1);
  });
});

describe('another way to pay', () => {
  const refunds = () =>
    market.inspector.rows<{ amount: number; method: string }>(
      'SELECT r.amount::int, y.method FROM refund r JOIN payment y ON y.id = r.payment_id WHERE y.platform_id = $1',
      [market.world.platformId],
    );

  it('is used on the due date though a code is open; whoever pays that as well gets the money back', async () => {
    await buyer.subscribe('PIX');
    await buyer.pass(27);
    const sent = await buyer.readTries(2);
    await buyer.callOwn('changeOwnCard', { cardToken: await buyer.tokenise(CARDS.good) });
    const before = await buyer.readTries(2);
    await buyer.pass(4);
    const charged = await buyer.readTries(2);
    await buyer.payTry(sent[0]);
    await buyer.report(2);

    expect(before).toHaveLength(1);
    expect(charged.map(({ method, status }) => `${method} ${status}`)).toEqual(['PIX PENDING', 'CREDIT_CARD APPROVED']);
    expect(await refunds()).toEqual([{ amount: 2_990, method: 'PIX' }]);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2, method: 'CREDIT_CARD' });
  });

  it('is used at once where a cycle is due and its buyer has a code open', async () => {
    await buyer.subscribe();
    await buyer.replaceCard(CARDS.empty);
    await buyer.pass(31);
    await buyer.callOwn('payOwn', { method: 'PIX' });
    await buyer.pass(1);
    const waiting = (await buyer.readTries(2)).at(-1);

    const { body } = await buyer.callOwn('changeOwnCard', { cardToken: await buyer.tokenise(CARDS.good) });

    expect(waiting).toMatchObject({ method: 'PIX', status: 'PENDING' });
    expect(body).toEqual({ status: 'ACTIVE' });
    expect((await buyer.readTries(2)).at(-1)).toMatchObject({ method: 'CREDIT_CARD', status: 'APPROVED' });
  });

  it('leaves the card to the due date where its buyer asked for a code before, and did not pay it', async () => {
    await buyer.subscribe();
    await buyer.pass(27);
    await buyer.callOwn('payOwn', { method: 'PIX' });
    await buyer.pass(2);
    const before = await buyer.readTries(2);
    await buyer.pass(1.5);
    await buyer.lookUp();
    await buyer.pass(0.5);

    expect(before).toMatchObject([{ method: 'PIX', status: 'PENDING' }]);
    expect((await buyer.readTries(2)).map(({ method, status }) => `${method} ${status}`)).toEqual([
      'PIX CANCELED',
      'CREDIT_CARD APPROVED',
    ]);
    expect(await buyer.readSteps()).toEqual(['BEGUN']);
  });

  it('is told to the buyer, and ends the charges of the card', async () => {
    const { next_charge_at: due } = await buyer.subscribe();

    await buyer.callOwn('changeOwnMethod', { method: 'PIX' });
    const told = (await buyer.readNews()).at(-1);
    await buyer.pass(31);

    expect(told).toMatchObject({ step: 'CODES_CHOSEN', amount: 2_990, at: due?.toISOString() });
    expect((await buyer.readTries(2)).every(({ method }) => method === 'PIX')).toBe(true);
  });

  it('gets a code of its own, once', async () => {
    await buyer.subscribe('PIX');
    await buyer.pass(27);

    await buyer.callOwn('changeOwnMethod', { method: 'BILLET' });
    await buyer.pass(2);

    expect((await buyer.readTries(2)).map(({ method, status }) => `${method} ${status}`)).toEqual([
      'PIX PENDING',
      'BILLET PENDING',
    ]);
  });
});

describe('a subscription by boleto', () => {
  it('is sent one boleto before the due date, which is payable until dunning is over', async () => {
    await buyer.subscribe('BILLET');
    await buyer.pass(24);
    const early = await buyer.readTries(2);
    await buyer.pass(3);
    const [boleto] = await buyer.readTries(2);
    const { next_charge_at: due } = await buyer.readOne();
    await buyer.payLatest();
    await buyer.report(2);
    await buyer.pass(30);

    expect(early).toEqual([]);
    expect(boleto).toMatchObject({ method: 'BILLET', status: 'PENDING', amount: 2_990 });
    const lastDay = (due?.getTime() ?? 0) + DEFAULT_DUNNING.endDay * DAY_MS;
    expect(boleto?.expires_at.getTime()).toBeGreaterThanOrEqual(lastDay);
    expect(await buyer.readCycles()).toMatchObject([
      { state: 'PAID' },
      { state: 'PAID', attempts: 1 },
      { state: 'OPEN' },
    ]);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
  });

  it('takes the boleto that was sent, days late, and asks for nothing twice', async () => {
    const { next_charge_at: due } = await buyer.subscribe('BILLET');
    await buyer.pass(33);
    const late = await buyer.readOne();

    await buyer.payLatest();
    await buyer.report(3);
    const paid = await buyer.readOne();
    await buyer.pass(20);

    expect(late).toMatchObject({ status: 'PAST_DUE', cycle: 1 });
    // The period is the one that was due: who pays late has had it.
    expect(paid).toMatchObject({ status: 'ACTIVE', cycle: 2, past_due_since: null, access_ends_at: null });
    expect(paid.period_start).toEqual(due);
    expect((await buyer.readTries(2)).map(({ status }) => status)).toEqual(['APPROVED']);
    expect((await buyer.readEvents()).map(({ kind }) => kind)).not.toContain('DUNNING_ENDED');
  });
});

describe('a code that is paid after the end', () => {
  async function payAfter(end: () => Promise<unknown>, method: 'PIX' | 'BILLET' = 'PIX') {
    await buyer.subscribe(method);
    await buyer.pass(27);
    const [code] = await buyer.readTries(2);
    await end();
    await buyer.payTry(code);
    await buyer.report(3);
    return market.inspector.rows<{ amount: number }>('SELECT r.amount::int FROM refund r WHERE r.platform_id = $1', [
      market.world.platformId,
    ]);
  }

  it('goes back whole where the subscription was canceled at once, because there is no period that it would pay for', async () => {
    const refunds = await payAfter(() => buyer.callOwn('cancelOwn', { isAtOnce: true, reason: null }));

    expect(refunds).toEqual([{ amount: 2_990 }]);
    expect(await buyer.readOne()).toMatchObject({ status: 'CANCELED', end_reason: 'BUYER', cycle: 1 });
    expect((await buyer.readEvents()).filter(({ kind, cycle }) => kind === 'PAID' && cycle === 2)).toEqual([]);
  });

  it('goes back where the canceled period is over, and pays for the next one until then', async () => {
    const refunds = await payAfter(async () => {
      await buyer.callOwn('cancelOwn', { isAtOnce: false, reason: null });
      await buyer.pass(4);
    });

    expect(refunds).toEqual([{ amount: 2_990 }]);
    expect(await buyer.readOne()).toMatchObject({ status: 'CANCELED', end_reason: 'BUYER', cycle: 1 });
  });

  it('begins the subscription again that dunning had given up, and says so', async () => {
    const refunds = await payAfter(() => buyer.pass(13), 'BILLET');

    expect(refunds).toEqual([]);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2, end_reason: null });
    expect((await buyer.readSteps()).slice(-2)).toEqual(['ENDED', 'RESUMED']);
  });
});

describe('a late payment', () => {
  it('ends dunning where the card is refused and the buyer pays by PIX, and the card is charged again for the next period', async () => {
    await buyer.subscribe();
    await buyer.replaceCard(CARDS.empty);
    await buyer.pass(34);
    const tries = (await buyer.readTries(2)).length;
    await buyer.callOwn('payOwn', { method: 'PIX' });
    await buyer.pass(1);
    await buyer.payLatest();
    await buyer.report(2);
    await buyer.replaceCard(CARDS.good);
    await buyer.pass(26);

    expect(tries).toBeGreaterThan(1);
    // No step of dunning charged the card after the code was made.
    expect((await buyer.readTries(2)).map(({ method, status }) => `${method} ${status}`).slice(tries)).toEqual([
      'PIX APPROVED',
    ]);
    expect(await buyer.readTries(3)).toMatchObject([{ method: 'CREDIT_CARD', status: 'APPROVED' }]);
  });

  it('begins a period of its own where the one that was due has gone by', async () => {
    // No bank debits each 15 days: it is paid by codes.
    await buyer.changeOffer(
      'frequency_in_days = 15, dunning = $2',
      JSON.stringify({ ...DEFAULT_DUNNING, end: 'KEEP_PAST_DUE' }),
    );
    await buyer.subscribe('PIX');
    await buyer.pass(40);
    const late = await buyer.readOne();

    await buyer.callOwn('payOwn', { method: 'PIX' });
    await buyer.payLatest();
    await buyer.report(2);

    const paid = await buyer.readOne();
    const [, cycle] = await buyer.readCycles();
    expect(late).toMatchObject({ status: 'PAST_DUE', cycle: 1, end_reason: null });
    expect(paid).toMatchObject({ status: 'ACTIVE', cycle: 2, access_ends_at: null });
    expect(paid.period_start).toEqual(cycle?.paid_at);
    expect(paid.next_charge_at?.getTime()).toBe(paid.period_start.getTime() + 15 * DAY_MS);
  });
});
