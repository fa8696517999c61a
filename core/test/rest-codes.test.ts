/**
 * A PIX that was paid in part is completed with a code for exactly the missing cents: one code however often it is asked for, one sale with
 * the whole price, and every part goes back, is disputed and is split by itself.
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { applyDisputeStage } from '../src/modules/disputes/service.ts';
import { checkPayment, findPayment, keptOf, restRefusalOf } from '../src/modules/payments/service.ts';
import { writeDueMails, writeReminder } from '../src/modules/purchase-mails/service.ts';
import { newId } from '../src/shared/ids.ts';
import { chargeBackAtProvider, payAtProvider, pollPayment } from './at-provider.ts';
import { checkWorld, type ProviderHolding } from './check-world.ts';
import { callDisputes, deliverEvents, disputesOf, openPeople } from './disputed-sales.ts';
import { openDraw, SEED } from './draw.ts';
import { readMails } from './mails.ts';
import { type Bought, findBought, type Market, openMarket } from './market.ts';
import { readSaleLedger } from './read-ledger.ts';
import { openStaff } from './staff.ts';
import { buy, connect, pixPurchase } from './world.ts';

const PRICE = 9_990;
const PART = 4_321;
const REST = PRICE - PART;
const HOUR_MS = 3_600_000;

let market: Market;
let first: Market | undefined;
beforeEach(async () => {
  first ??= await openMarket({ isListening: false });
  market = market ? await market.replace() : first;
});
afterAll(() => first?.close());

const post = (publicId: string, headers: Record<string, string> = {}) =>
  market.node.app.inject({
    method: 'POST',
    url: `/checkout/payment/${publicId}/rest`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: '',
  });
const call = (publicId: string) =>
  market.node.app.inject({ method: 'POST', url: '/api/checkout.createRestCode', payload: { paymentId: publicId } });
const read = async ({ publicId }: Pick<Bought, 'publicId'>) =>
  (await market.node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId: publicId } })).json();
const find = async ({ paymentId }: Bought) => (await findPayment(market.node.app, market.world.platformId, paymentId))!;
const refundsOf = ({ paymentId }: Bought) =>
  market.inspector.rows<{ attemptId: string; amount: number; cause: string; state: string }>(
    `SELECT attempt_id AS "attemptId", amount::int AS amount, cause, state FROM refund WHERE payment_id = $1 ORDER BY created_at, id`,
    [paymentId],
  );
const approvalsOf = async ({ paymentId }: Bought) =>
  (await market.readPayment(paymentId)).events.filter((type) => type === 'payment.approved').length;

async function buyCode(changes: Record<string, unknown> = {}): Promise<Bought> {
  const answer = await buy(market.node.app, pixPurchase(market.world, changes));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return findBought(market.inspector, answer.json().paymentId);
}

/** Pays so much by a code, and lets the node ask its provider. */
async function pay(code: Bought, amount: number): Promise<void> {
  await payAtProvider(market, code, amount);
  await pollPayment(market, code);
}

async function buyInPart(part = PART, changes: Record<string, unknown> = {}): Promise<Bought> {
  const bought = await buyCode(changes);
  await pay(bought, part);
  return bought;
}

/** Asks for the rest and returns the attempt that made its code. */
async function askRest(bought: Bought): Promise<Bought> {
  const answer = await post(bought.publicId);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/checkout/payment/${bought.publicId}`]);
  const { id, transactionId } = (await find(bought)).attempts.at(-1)!;
  return { ...bought, attemptId: id, transactionId: transactionId as string };
}

async function sendReturns(bought: Bought): Promise<void> {
  await pollPayment(market, bought);
  for (let round = 0; round < 4; round++) {
    await market.inspector.rows('UPDATE refund SET next_check_at = now()');
    await market.node.app.refunds.run();
    await pollPayment(market, bought);
  }
}

async function holdings(bought: Bought) {
  const { simulator } = await market.host();
  const { attempts } = await find(bought);
  const found = await Promise.all(
    attempts.map(async ({ id, transactionId }) => {
      const charge = transactionId ? await simulator.getCharge(transactionId) : null;
      const { paidAmount = 0, refundedAmount = 0 } = (charge ?? {}) as { paidAmount?: number; refundedAmount?: number };
      return { reference: id, received: paidAmount, returned: refundedAmount };
    }),
  );
  return found;
}
/** Every test adds to them, because the check is about the whole database. */
const held = new Map<string, ProviderHolding>();
/** Attempts whose money a bank took, which the provider's book does not count as refunded. */
const takenAtBank = new Set<string>();
async function check(...all: Bought[]): Promise<void> {
  for (const bought of all) {
    for (const item of await holdings(bought))
      held.set(item.reference, takenAtBank.has(item.reference) ? { ...item, returned: item.received } : item);
  }
  await checkWorld(market.node.databaseUrl, { mayWait: true, holdings: [...held.values()] });
}

describe(`a PIX that was paid in part (seed ${SEED})`, () => {
  it('is completed by a code for exactly the missing cents, and sold once, as if it had been paid at once', async () => {
    const bought = await buyInPart(PART, { orderBumpsIds: [market.world.bumpId] });
    const before = await read(bought);

    const rest = await askRest(bought);
    const asked = await read(bought);

    expect(before).toMatchObject({ status: 'PENDING', settlement: 'UNDERPAID', codeAmount: 11_980, restAmount: 7_659 });
    expect(asked).toMatchObject({ status: 'PENDING', codeAmount: 7_659, restAmount: null, amount: 11_980 });
    expect(asked.pixCode).not.toBe(before.pixCode);
    const { simulator } = await market.host();
    expect(await simulator.getCharge(rest.transactionId!)).toMatchObject({ reference: rest.attemptId, amount: 7_659 });

    await pay(rest, 7_659);

    expect(await read(bought)).toMatchObject({
      status: 'APPROVED',
      settlement: 'EXACT',
      paidAmount: 11_980,
      restAmount: null,
    });
    expect(await approvalsOf(bought)).toBe(1);
    expect(await refundsOf(bought)).toEqual([]);
    const direct = await buyCode({ orderBumpsIds: [market.world.bumpId] });
    await pay(direct, 11_980);
    const people = { Maria: market.world.sellerId };
    const [ours, theirs] = [bought, direct].map(({ paymentId }) => readSaleLedger(market.inspector, paymentId, people));
    expect(await ours).toEqual(await theirs);
    await check(bought, direct);
  });

  it('gets one code by twenty clicks and calls at once, and the same one while it is open', async () => {
    const bought = await buyInPart();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? post : call)(bought.publicId)),
    );
    const again = await call(bought.publicId);

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 303]));
    expect(again.json()).toMatchObject({ codeAmount: REST, restAmount: null });
    const { attempts } = await find(bought);
    expect(attempts.map(({ amount }) => amount)).toEqual([PRICE, REST]);
    const charges = await (await market.host()).simulator.listCharges(10);
    expect(charges.map(({ reference }) => reference).sort()).toEqual(attempts.map(({ id }) => id).sort());
    await check(bought);
  });

  it('gives both parts back, each by its own charge, where the code for the rest expires', async () => {
    const bought = await buyInPart();
    market.clock.forward(HOUR_MS / 2);
    const rest = await askRest(bought);
    const ends = (await find(bought)).expiresAt;
    await pay(rest, 1_000);

    market.clock.forward(ends.getTime() - market.clock.now().getTime() + HOUR_MS);
    await sendReturns(bought);

    expect(await read(bought)).toMatchObject({ restAmount: null, refundedAmount: PART + 1_000 });
    expect((await refundsOf(bought)).sort((one, other) => other.amount - one.amount)).toEqual([
      { attemptId: bought.attemptId, amount: PART, cause: 'UNDERPAID', state: 'DONE' },
      { attemptId: rest.attemptId, amount: 1_000, cause: 'UNDERPAID', state: 'DONE' },
    ]);
    expect((await call(bought.publicId)).json()).toMatchObject({ restAmount: null });
    expect((await find(bought)).attempts).toHaveLength(2);
    await check(bought);
  });

  it('waits for the rest as long as the new code lives, and no part goes back before', async () => {
    const bought = await buyInPart();
    const original = (await find(bought)).expiresAt;
    market.clock.forward(original.getTime() - market.clock.now().getTime() - 60_000);
    const rest = await askRest(bought);

    market.clock.forward(HOUR_MS / 4);
    await sendReturns(bought);

    expect(await refundsOf(bought)).toEqual([]);
    expect((await find(bought)).expiresAt.getTime()).toBeGreaterThan(original.getTime());
    await pay(rest, REST);
    expect(await read(bought)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });
    await check(bought);
  });

  it('gets a rest of the rest, and the sum of three parts is the price', async () => {
    const bought = await buyInPart(1_001);
    const second = await askRest(bought);
    await pay(second, 3_003);
    expect(await read(bought)).toMatchObject({ status: 'PENDING', restAmount: PRICE - 4_004 });
    const third = await askRest(bought);
    await pay(third, PRICE - 4_004);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT', paidAmount: PRICE });
    expect((await find(bought)).charges.map(({ captured }) => captured).sort((a, b) => a - b)).toEqual([
      1_001, 3_003, 5_986,
    ]);
    expect(await approvalsOf(bought)).toBe(1);
    await check(bought);
  });

  it('gets a new code where another part came by the old one: the first is replaced and its money would go back', async () => {
    const bought = await buyInPart();
    const open = await askRest(bought);
    await pay(bought, 1_000);
    expect(await read(bought)).toMatchObject({ status: 'PENDING', restAmount: REST - 1_000 });

    const fitting = await askRest(bought);
    await pay(fitting, REST - 1_000);
    expect(await read(bought)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });
    await pay(open, REST);
    await sendReturns(bought);

    expect(await refundsOf(bought)).toEqual([
      { attemptId: open.attemptId, amount: REST, cause: 'EXCESS', state: 'DONE' },
    ]);
    await check(bought);
  });

  it.each([
    [
      'the original code in full instead of the rest',
      async (bought: Bought, _rest: Bought) => pay(bought, PRICE),
      PART,
    ],
    [
      'the rest, and then the original code in full',
      async (bought: Bought, rest: Bought) => {
        await pay(rest, REST);
        await pay(bought, PRICE);
      },
      PRICE,
    ],
    [
      'the original code in full, and then the rest',
      async (bought: Bought, rest: Bought) => {
        await pay(bought, PRICE);
        await pay(rest, REST);
      },
      PRICE,
    ],
  ])('gives back from the original what is too much where the buyer pays %s', async (_name, act, surplus) => {
    const bought = await buyInPart();
    const rest = await askRest(bought);

    await act(bought, rest);
    await sendReturns(bought);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED', refundedAmount: surplus });
    const refunds = await refundsOf(bought);
    expect(
      refunds.every(
        ({ attemptId, cause, state }) => attemptId === bought.attemptId && cause === 'EXCESS' && state === 'DONE',
      ),
    ).toBe(true);
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(surplus);
    expect(await approvalsOf(bought)).toBe(1);
    await check(bought);
  });

  it('gives the second payment of the rest back from the rest, and leaves the first part alone', async () => {
    const bought = await buyInPart();
    const rest = await askRest(bought);

    await pay(rest, REST);
    await pay(rest, REST);
    await sendReturns(bought);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED', settlement: 'DUPLICATE', refundedAmount: REST });
    expect(await refundsOf(bought)).toEqual([
      { attemptId: rest.attemptId, amount: REST, cause: 'EXCESS', state: 'DONE' },
    ]);
    await check(bought);
  });

  it('is given back whole by one refund of the sale: each charge its own part', async () => {
    const bought = await buyInPart();
    const rest = await askRest(bought);
    await pay(rest, REST);
    const { headers } = await openStaff(market.node.app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });

    const answer = await market.node.app.inject({
      method: 'POST',
      url: '/api/refunds.refundPayment',
      headers: { ...headers, 'idempotency-key': newId() },
      payload: { paymentId: bought.publicId },
    });
    await sendReturns(bought);

    expect(answer.statusCode).toBe(200);
    expect(await read(bought)).toMatchObject({ status: 'REFUNDED', refundedAmount: PRICE });
    expect((await refundsOf(bought)).sort((one, other) => one.amount - other.amount)).toEqual([
      { attemptId: bought.attemptId, amount: PART, cause: 'WANTED', state: 'DONE' },
      { attemptId: rest.attemptId, amount: REST, cause: 'WANTED', state: 'DONE' },
    ]);
    await check(bought);
  });

  it('keeps the part that stays where the other one is given back in the provider’s panel', async () => {
    const bought = await buyInPart();
    const rest = await askRest(bought);
    await pay(rest, REST);
    const { simulator } = await market.host();

    await simulator.refund?.(rest.transactionId!, { amount: REST });
    await sendReturns(bought);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED', refundedAmount: REST });
    expect(await refundsOf(bought)).toEqual([]);
    await check(bought);
  });

  describe('of which the bank takes one part', () => {
    async function sellInParts() {
      const bought = await buyInPart();
      const rest = await askRest(bought);
      await pay(rest, REST);
      return { bought, rest };
    }
    const kept = async (bought: Bought) => keptOf(await find(bought));
    const closeAs = async (bought: Bought, outcome: 'WON' | 'LOST') => {
      const { admin } = await openPeople(market);
      const [{ id } = { id: '' }] = await disputesOf(market, bought.paymentId);
      const input = { disputeId: id, outcome, note: 'O banco decidiu.' };
      expect((await callDisputes(market, 'closeDispute', admin.headers, input)).status).toBe(200);
    };
    const note = ({ paymentId }: Bought, taken: string[]) => {
      for (const id of taken) takenAtBank.add(id);
      return deliverEvents(market, paymentId, 2);
    };

    it.each(['WON', 'LOST'] as const)(
      'keeps the other one as a sale, and opens a case about that part, %s',
      async (outcome) => {
        const { bought, rest } = await sellInParts();

        await chargeBackAtProvider(market, rest);
        await pollPayment(market, bought);
        await note(bought, [rest.attemptId]);
        await sendReturns(bought);

        expect(await read(bought)).toMatchObject({ status: 'APPROVED', refundedAmount: REST });
        expect(await kept(bought)).toBe(PART);
        expect(await refundsOf(bought)).toEqual([]);
        expect(await disputesOf(market, bought.paymentId)).toMatchObject([
          { kind: 'CHARGEBACK', state: 'OPEN', amount: REST, held_amount: 0 },
        ]);
        await check(bought);

        await closeAs(bought, outcome);
        if (outcome === 'WON') takenAtBank.delete(rest.attemptId);
        await sendReturns(bought);

        expect(await kept(bought)).toBe(outcome === 'WON' ? PRICE : PART);
        expect(await read(bought)).toMatchObject({ status: 'APPROVED' });
        await check(bought);
      },
    );

    it('is over once the bank takes the other part as well', async () => {
      const { bought, rest } = await sellInParts();
      for (const code of [rest, bought]) {
        await chargeBackAtProvider(market, code);
        await pollPayment(market, bought);
        await note(bought, [code.attemptId]);
      }
      await sendReturns(bought);

      expect(await read(bought)).toMatchObject({ status: 'CHARGEBACK' });
      expect(await kept(bought)).toBe(0);
      expect(await refundsOf(bought)).toEqual([]);
      await check(bought);
    });

    it('loses only that part by a special return, which holds only that part until then', async () => {
      const { bought, rest } = await sellInParts();
      const stage = async (word: 'OPENED' | 'LOST') =>
        applyDisputeStage(market.node.app, await find(bought), word, {
          event: newId(),
          reason: 'Fraude',
          attemptId: rest.attemptId,
        });

      await stage('OPENED');
      const open = await disputesOf(market, bought.paymentId);
      await stage('LOST');
      await chargeBackAtProvider(market, rest);
      await pollPayment(market, bought);
      await note(bought, [rest.attemptId]);

      expect(open).toMatchObject([{ kind: 'MED', state: 'OPEN', amount: REST }]);
      expect(open[0]!.held_amount).toBeGreaterThan(0);
      expect(await kept(bought)).toBe(PART);
      expect(await read(bought)).toMatchObject({ status: 'APPROVED', refundedAmount: REST });
      expect(await disputesOf(market, bought.paymentId)).toMatchObject([{ kind: 'MED', state: 'LOST' }]);
      await check(bought);
    });
  });

  it('leaves the part waiting where no provider makes the code, until its own time is over; the buyer may ask again', async () => {
    const bought = await buyInPart();
    const { expiresAt, pixCode } = await read(bought);
    const disable = (set: string) => market.inspector.rows(`UPDATE provider_connection SET ${set}`);
    const ids = (await market.inspector.rows<{ id: string }>('SELECT id FROM provider_connection')).map(({ id }) => id);
    await disable(`status = 'DISABLED'`);
    const dead = await connect(market.node.app, market.world, {
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:1',
    } as never);
    market.node.app.cache.forgetAll();

    const refused = await call(bought.publicId);
    const waiting = await read(bought);

    expect([refused.statusCode, refused.json().code]).toEqual([503, 'METHOD_PAUSED']);
    expect(waiting).toMatchObject({ status: 'PENDING', settlement: 'UNDERPAID', restAmount: REST, expiresAt, pixCode });
    expect((await find(bought)).attempts.at(-1)).toMatchObject({ amount: REST, state: 'NOT_SENT' });
    await sendReturns(bought);
    expect(await refundsOf(bought)).toEqual([]);

    await market.inspector.rows(`UPDATE provider_connection SET status = 'ENABLED' WHERE id = ANY($1)`, [ids]);
    await market.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED' WHERE id = $1`, [dead.id]);
    market.node.app.cache.forgetAll();
    const rest = await askRest(bought);
    await pay(rest, REST);
    expect(await read(bought)).toMatchObject({ status: 'APPROVED' });
    expect(await approvalsOf(bought)).toBe(1);
    await check(bought);
  });

  it('gives the part back at the original time where the only call for the rest was refused', async () => {
    const bought = await buyInPart();
    await market.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    await connect(market.node.app, market.world, { environment: 'sandbox', baseUrl: 'http://127.0.0.1:1' } as never);
    market.node.app.cache.forgetAll();
    await call(bought.publicId);
    const { expiresAt } = await find(bought);

    market.clock.forward(expiresAt.getTime() - market.clock.now().getTime() + HOUR_MS);
    await sendReturns(bought);

    expect(await read(bought)).toMatchObject({ refundedAmount: PART });
    expect(await refundsOf(bought)).toEqual([
      { attemptId: bought.attemptId, amount: PART, cause: 'UNDERPAID', state: 'DONE' },
    ]);
    await check(bought);
  });

  it('goes to the next connection of the route where the first surely made none', async () => {
    const bought = await buyInPart();
    const dead = await connect(market.node.app, market.world, {
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:1',
    } as never);
    await market.inspector.rows(
      `UPDATE payment_route SET priority = CASE connection_id WHEN $1 THEN 1 ELSE 2 END WHERE method = 'PIX'`,
      [dead.id],
    );
    market.node.app.cache.forgetAll();

    const rest = await askRest(bought);

    const { attempts } = await find(bought);
    expect(attempts.map(({ amount, state }) => [amount, state])).toEqual([
      [PRICE, 'ANSWERED'],
      [REST, 'NOT_SENT'],
      [REST, 'ANSWERED'],
    ]);
    await pay(rest, REST);
    expect(await read(bought)).toMatchObject({ status: 'APPROVED' });
    await check(bought);
  });

  it('is paid and asked for at the same time: sold once, whatever comes first', async () => {
    const { shuffle } = openDraw();
    const all: Bought[] = [];
    for (let round = 0; round < 6; round++) {
      const bought = await buyInPart(PART, { email: `race${round}@example.com` });
      all.push(bought);
      const acts = [
        () => pay(bought, REST),
        () => post(bought.publicId),
        () => post(bought.publicId),
        () => checkPayment(market.node.app, market.world.platformId, bought.paymentId),
      ];
      await Promise.all(shuffle(acts).map((act) => act()));
      await sendReturns(bought);

      expect(await read(bought)).toMatchObject({ status: 'APPROVED', paidAmount: PRICE, refundedAmount: 0 });
      expect((await find(bought)).attempts.length).toBeLessThanOrEqual(2);
      expect(await approvalsOf(bought)).toBe(1);
    }
    await check(...all);
  });

  it('gets no code where nothing or everything was paid, for a boleto, from another site, or for nobody’s payment', async () => {
    const unpaid = await buyCode();
    const paid = await buyCode({ email: 'paid@example.com' });
    await pay(paid, PRICE);
    const billet = await buyCode({ paymentMethod: 'BILLET', email: 'billet@example.com' });
    await pay(billet, PART);
    const part = await buyInPart(PART, { email: 'part@example.com' });

    for (const bought of [unpaid, paid, billet]) {
      expect((await call(bought.publicId)).json()).toMatchObject({ restAmount: null });
      expect((await find(bought)).attempts).toHaveLength(1);
    }
    expect((await post(part.publicId, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await find(part)).attempts).toHaveLength(1);
    expect((await call('A'.repeat(22))).statusCode).toBe(404);
    expect((await post('nothing')).statusCode).toBe(404);
    await check(unpaid, paid, billet, part);
  });

  it('is told to the buyer with what is missing, once more with its code, and never with the code for the whole', async () => {
    const bought = await buyInPart();
    const { app } = market.node;
    const { platformId } = market.world;
    const mail = async () => {
      await writeDueMails(app, await find(bought));
      await writeReminder(app, platformId, bought.paymentId);
    };
    const mails = async () => readMails(app, market.inspector, platformId, 'joao@example.com');
    await mail();
    await askRest(bought);
    await mail();
    await mail();

    const { pixCode, expiresAt } = await read(bought);
    const news = { paidAmount: PART, settlement: 'UNDERPAID', isOver: false };
    expect((await mails()).filter(({ template }) => template !== 'pix-created')).toMatchObject([
      { template: 'payment-mismatch', parameters: news },
      { template: 'payment-mismatch', parameters: { ...news, code: pixCode, expiresAt } },
      { template: 'payment-expiring', parameters: { amount: REST, code: pixCode } },
    ]);
    expect((await mails()).filter(({ template }) => template === 'payment-mismatch')[0]?.parameters).not.toHaveProperty(
      'code',
    );
    await check(bought);
  });

  it('stands, although its offer has ended and sold out since', async () => {
    const bought = await buyInPart();
    await market.inspector.rows(`UPDATE offer SET sale_ends_at = now(), stock_limit = 1 WHERE id = $1`, [
      market.world.offerId,
    ]);
    market.node.app.cache.forgetAll();

    await pay(await askRest(bought), REST);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED' });
    expect(restRefusalOf(await find(bought), market.clock.now())).toBe('NOT_UNDERPAID');
    await check(bought);
  });
});
