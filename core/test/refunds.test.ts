/** Automatic refunds return exactly the surplus, exactly once, whatever fails on the way. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  applyCommand,
  authoriseRefund,
  checkPayment,
  findPayment,
  type NewEvidence,
} from '../src/modules/payments/service.ts';
import { claimRefund, findRefund } from '../src/modules/refunds/model.ts';
import { sendRefund } from '../src/modules/refunds/provider-calls.ts';
import { newId } from '../src/shared/ids.ts';
import { refundAtProvider } from './at-provider.ts';
import { captureLog } from './capture-log.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openMarket, openTestMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { SANDBOX_SECRETS } from './world.ts';

const PRICE = 9_990;

const listRefunds = (market: Market, state = '%') =>
  market.inspector.rows<{ id: string; amount: number; state: string; reason: string | null }>(
    'SELECT id, amount, state, reason FROM refund WHERE platform_id = $1 AND state LIKE $2 ORDER BY id',
    [market.world.platformId, state],
  );

/** Makes the next poll due. */
const makeDue = ({ inspector }: Market) => inspector.rows('UPDATE refund SET next_check_at = now()');

let quiet: Market;
beforeAll(async () => {
  quiet = await openMarket({ isListening: false });
});
afterAll(() => quiet?.close());

/** Opens a market whose node runs no sweeps, so that the test decides the order of events. Each test has its own platform. */
async function openQuietMarket(settings?: Record<string, string>) {
  return openSale(await quiet.replace(settings && { settings }));
}

async function openSale(market: Market) {
  const host = await market.host();
  const bought = await market.buyPix();
  const transactionId = bought.transactionId as string;
  const { platformId } = market.world;
  return {
    market,
    host,
    ...bought,
    transactionId,
    pay: async (amount: number) => {
      await host.simulator.pay(transactionId, { amount });
      await checkPayment(market.node.app, platformId, bought.paymentId);
    },
    /** Gives money back at the provider itself. */
    refundInPanel: (amount: number) => refundAtProvider(market, { transactionId }, amount),
    send: (id: string | undefined) => sendRefund(market.node.app, platformId, id as string),
    refunded: async () => {
      const answer = await host.handleHttp({
        method: 'GET',
        path: `/charges/${transactionId}`,
        query: {},
        headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
        body: undefined,
        rawBody: '',
      });
      return ('body' in answer ? (answer.body as { refunded_amount: number }) : { refunded_amount: -1 })
        .refunded_amount;
    },
  };
}

/** Holds the answers to the next lookups of charges. The provider looks when it is asked, and the test says when its answer arrives. */
async function holdLookups({ host }: Awaited<ReturnType<typeof openSale>>, count: number) {
  const held = Array.from({ length: count }, () => {
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    return { arrived: arrived.promise, answer: answered.resolve, arrive: arrived.resolve, answered: answered.promise };
  });
  const waiting = [...held];
  const handle = host.simulator.handle.bind(host.simulator);
  vi.spyOn(host.simulator, 'handle').mockImplementation(async (request) => {
    const answer = await handle(request);
    const lookup = request.method === 'GET' && request.path.startsWith('/charges') ? waiting.shift() : undefined;
    lookup?.arrive();
    await lookup?.answered;
    return answer;
  });
  return held;
}

describe('too little, and its rest after the deadline', () => {
  it('makes no sale once the part is on its way back, also for who decides on what was read before', async () => {
    const { market, paymentId, transactionId, pay } = await openQuietMarket();
    const { app } = market.node;
    const { platformId } = market.world;
    await pay(4_000);
    market.clock.forward(30 * 3_600_000);
    await checkPayment(app, platformId, paymentId);
    const before = (await findPayment(app, platformId, paymentId))!;
    const refund = (await findRefund(app, platformId, before.refunds[0]?.id as string))!;
    const confirmed = { captured: 4_000, returned: [], surplus: 4_000, due: 4_000, isApart: false };

    expect(await claimRefund(app, platformId, { refund, version: before.version, ...confirmed })).toBe('SEND');
    const rest: NewEvidence = {
      source: 'query',
      attemptId: refund.attemptId,
      providerStatus: 'paid',
      status: 'APPROVED',
      isRecognised: true,
      transactionId,
      amount: PRICE,
      paidAmount: PRICE,
      refundedAmount: null,
      movementIds: [],
      movementAmounts: null,
      reason: null,
      occurredAt: app.clock.now(),
    };
    const after = await applyCommand(app, before, { kind: 'REPORTED', evidence: [rest] });

    expect(after).toMatchObject({ status: 'CANCELED', paidAmount: PRICE, approvedAt: null });
    expect(after.refunds).toMatchObject([
      { cause: 'UNDERPAID', amount: 4_000, state: 'SENDING' },
      { cause: 'UNDERPAID', amount: PRICE - 4_000, state: 'REQUESTED' },
    ]);
  });
});

describe('money that came twice', () => {
  it('goes back once, by itself, and the payment stays approved', async () => {
    const market = await openTestMarket();
    const host = await market.host();
    const { paymentId, transactionId } = await market.buyPix();

    await host.simulator.pay(transactionId as string, { times: 2 });
    await Promise.all(market.letters.flatMap((letter) => [market.deliver(letter), market.deliver(letter)]));

    await waitFor('the surplus is back', async () => (await listRefunds(market, 'DONE')).length > 0);
    await waitFor('the payment knows', async () => (await market.readPayment(paymentId)).refunded_amount === PRICE);
    expect(await listRefunds(market)).toMatchObject([{ amount: PRICE, state: 'DONE' }]);
    expect(await market.readPayment(paymentId)).toMatchObject({
      status: 'APPROVED',
      settlement: 'DUPLICATE',
      paid_amount: 2 * PRICE,
    });
    await checkWorld(market.node.databaseUrl);
  });

  it('stays where the provider, asked, holds it only once', async () => {
    const { market, pay, refunded } = await openSale(await openTestMarket({ isListening: false }));
    await pay(PRICE);
    const [letter] = market.letters;
    const event = JSON.parse(letter?.body as string);
    event.data.paid_amount = 2 * PRICE;
    event.data.payments.push({ id: 'E-never-happened', amount: PRICE });
    const body = JSON.stringify(event);
    const signature = `sha256=${createHmac('sha256', SANDBOX_SECRETS.webhookSecret).update(body).digest('hex')}`;
    await market.node.app.listen({ port: 0, host: '127.0.0.1' });
    const log = captureLog(market.node.app, 'error');

    await market.deliver({ headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature }, body });

    const isTold = () => log.some((line) => line.includes('refund-not-confirmed'));
    await waitFor('the order to give back is refused, and people are told', async () => isTold());
    expect(await listRefunds(market)).toMatchObject([{ state: 'REFUSED', reason: 'NOT_CONFIRMED' }]);
    expect(await refunded()).toBe(0);
  });

  it('raises no alert where the money went back before, in part in the panel', async () => {
    const { market, paymentId, pay, refundInPanel, send, refunded } = await openQuietMarket();
    const { app } = market.node;
    const { platformId } = market.world;
    await pay(PRICE);
    await refundInPanel(1);
    await checkPayment(app, platformId, paymentId);
    const order = { id: newId(), amount: 1, authorisedAs: 'seller', authorisedBy: null, note: null } as const;
    await app.database.transaction(platformId, (transaction) =>
      authoriseRefund(app, transaction, { platformId, id: paymentId }, order),
    );
    const log = captureLog(app, 'error');
    await send(order.id);
    for (const { id } of await listRefunds(market, 'REQUESTED')) await send(id);

    expect(await listRefunds(market)).toMatchObject([{ state: 'DONE' }, { state: 'REFUSED', reason: 'NOT_CONFIRMED' }]);
    expect(await refunded()).toBe(2);
    expect(log).toEqual([]);
    await checkWorld(market.node.databaseUrl);
  });

  it('waits while the provider cannot be asked, and goes back later', async () => {
    const { market, host, pay, send, refunded } = await openQuietMarket();
    await pay(PRICE + 500);
    const [refund] = await listRefunds(market);
    host.addFault({ kind: 'error-500', times: 1, match: 'GET /charges' });

    await expect(send(refund?.id)).rejects.toThrow();
    expect(await listRefunds(market)).toMatchObject([{ state: 'REQUESTED', amount: 500 }]);
    expect(await refunded()).toBe(0);
    await send(refund?.id);

    expect(await listRefunds(market)).toMatchObject([{ state: 'DONE' }]);
    expect(await refunded()).toBe(500);
    await checkWorld(market.node.databaseUrl);
  });

  it('is not asked for again when the worker died in the call', async () => {
    const { market, pay, send, refunded } = await openQuietMarket();
    await pay(PRICE + 500);
    const [refund] = await listRefunds(market);
    await market.inspector.rows(
      `UPDATE refund SET state = 'SENDING', next_check_at = now() + interval '15 minutes' WHERE platform_id = $1`,
      [market.world.platformId],
    );

    // A sender may still be at work, so nothing is decided until its call must have ended.
    await send(refund?.id);
    await market.node.app.refunds.run();
    expect(await listRefunds(market)).toMatchObject([{ state: 'SENDING' }]);
    await makeDue(market);
    await market.node.app.refunds.run();
    await send(refund?.id);

    expect(await listRefunds(market)).toMatchObject([{ state: 'UNKNOWN', reason: 'INTERRUPTED' }]);
    expect(await refunded()).toBe(0);
  });

  it('is not asked for again when the answer was lost, and the provider’s word closes it', async () => {
    const { market, host, pay, send, refunded, paymentId } = await openQuietMarket();
    await pay(PRICE + 500);
    const [refund] = await listRefunds(market);
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges/' });

    await send(refund?.id);
    await send(refund?.id);
    await checkPayment(market.node.app, market.world.platformId, paymentId);

    expect(await refunded()).toBe(500);
    expect(await listRefunds(market)).toMatchObject([{ state: 'UNKNOWN' }]);
    expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 500 });
    await checkWorld(market.node.databaseUrl);
  });

  describe('is looked up when its call failed', () => {
    /** Sends a refund while the provider suffers a fault, and lets the time of that call pass. */
    async function fail(fault: 'error-500' | 'lose-answer', paid = PRICE + 500) {
      const sale = await openQuietMarket();
      const { market, host, pay, send } = sale;
      await pay(paid);
      if (paid < PRICE) {
        market.clock.forward(30 * 86_400_000);
        await checkPayment(market.node.app, market.world.platformId, sale.paymentId);
      }
      const [refund] = await listRefunds(market);
      host.addFault({ kind: fault, times: 1, match: 'POST /charges/' });
      await send(refund?.id);
      expect(await listRefunds(market)).toMatchObject([{ state: 'UNKNOWN' }]);
      await passTime(market, '1 hour');
      return sale;
    }
    const passTime = ({ inspector, world }: Market, time: string) =>
      inspector.rows(
        'UPDATE refund SET sent_at = sent_at - $2::interval, first_sent_at = first_sent_at - $2::interval WHERE platform_id = $1',
        [world.platformId, time],
      );
    const poll = async (market: Market) => {
      await makeDue(market);
      await market.node.app.refunds.run();
    };

    it('and sent again, once two lookups have shown that it did nothing', async () => {
      const { market, refunded } = await fail('error-500');

      await poll(market);
      expect([await listRefunds(market), await refunded()]).toMatchObject([[{ state: 'UNKNOWN' }], 0]);
      await poll(market);

      expect([await listRefunds(market), await refunded()]).toMatchObject([[{ state: 'DONE', amount: 500 }], 500]);
      await checkWorld(market.node.databaseUrl);
    });

    it('and not sent again where it was carried out', async () => {
      const { market, refunded } = await fail('lose-answer');

      for (let polls = 0; polls < 3; polls++) await poll(market);

      expect([await listRefunds(market), await refunded()]).toMatchObject([[{ state: 'DONE', amount: 500 }], 500]);
      expect(
        await market.inspector.rows('SELECT sends FROM refund WHERE platform_id = $1', [market.world.platformId]),
      ).toEqual([{ sends: 1 }]);
    });

    it('and left to a person where the provider has forgotten its key and more is left of the charge', async () => {
      const { market, refunded } = await fail('error-500');
      await passTime(market, '31 days');

      for (let polls = 0; polls < 4; polls++) await poll(market);

      expect([await listRefunds(market), await refunded()]).toMatchObject([[{ state: 'UNKNOWN' }], 0]);
    });

    it('and sent again without a key where it takes all that is left of the charge', async () => {
      const { market, refunded } = await fail('error-500', 4_000);
      await passTime(market, '31 days');

      for (let polls = 0; polls < 2; polls++) await poll(market);

      expect([await listRefunds(market), await refunded()]).toMatchObject([[{ state: 'DONE', amount: 4_000 }], 4_000]);
    });

    it('and not believed refused when the second call is: the first may have done its work', async () => {
      const { market, host, refunded } = await fail('error-500');
      host.addFault({ kind: 'false-refusal', times: 1, match: 'POST /charges/' });

      for (let polls = 0; polls < 2; polls++) await poll(market);
      expect(await listRefunds(market)).toMatchObject([{ state: 'UNKNOWN', reason: 'REFUSED_AGAIN' }]);
      await poll(market);

      expect([await listRefunds(market), await refunded()]).toMatchObject([[{ state: 'DONE', amount: 500 }], 500]);
    });
  });

  it.each(['done', 'pending'])(
    'never goes back twice when more comes meanwhile (refunds %s)',
    async (refundOutcome) => {
      const { market, pay, send, refunded } = await openQuietMarket({ refundOutcome });
      await pay(PRICE + 200);
      await pay(PRICE);
      const asked = await listRefunds(market);
      expect(asked.map(({ amount }) => amount)).toEqual([200, PRICE]);

      // Two nodes send one each, then both again, then all later ones.
      await Promise.all(asked.map(({ id }) => send(id)));
      await Promise.all(asked.map(({ id }) => send(id)));
      for (const { id } of await listRefunds(market, 'REQUESTED')) await send(id);

      const sent = (await listRefunds(market)).filter(({ state }) => ['DONE', 'PENDING'].includes(state));
      expect(sent.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(PRICE + 200);
      if (refundOutcome === 'done') expect(await refunded()).toBe(PRICE + 200);
      await checkWorld(market.node.databaseUrl);
    },
  );

  it('goes back each time it comes, also when it is the same sum again', async () => {
    const { market, pay, refunded } = await openQuietMarket();
    for (let times = 1; times <= 4; times++) {
      await pay(PRICE);
      for (const { id } of await listRefunds(market, 'REQUESTED'))
        await sendRefund(market.node.app, market.world.platformId, id);

      expect(await refunded()).toBe((times - 1) * PRICE);
    }
    expect(await listRefunds(market)).toMatchObject([1, 2, 3].map(() => ({ amount: PRICE, state: 'DONE' })));
    await checkWorld(market.node.databaseUrl);
  });

  it.each([
    ['the first order goes first', [0, 1]],
    ['the second order goes first', [1, 0]],
    ['both go at once', null],
  ])('leaves nothing behind when a part of it was given back in the provider’s panel: %s', async (_name, order) => {
    const { market, pay, send, refunded, refundInPanel } = await openQuietMarket();
    await pay(PRICE + 200);
    await pay(PRICE);
    const asked = await listRefunds(market);
    await refundInPanel(5_000);

    if (order) for (const index of order) await send(asked[index]?.id);
    else await Promise.all(asked.map(({ id }) => send(id)));
    await market.node.app.refunds.run();
    for (let round = 0; round < 3; round++) for (const { id } of await listRefunds(market, 'REQUESTED')) await send(id);

    expect(await refunded()).toBe(PRICE + 200);
    expect(await listRefunds(market, 'REQUESTED')).toEqual([]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is not decided on what the provider showed before another refund left', async () => {
    const sale = await openQuietMarket();
    const { market, pay, send, refunded, refundInPanel } = sale;
    await pay(PRICE + 200);
    await pay(PRICE);
    const [first, second] = await listRefunds(market);
    await refundInPanel(5_000);
    await send(second?.id);
    await send(first?.id);
    const open = await listRefunds(market, 'REQUESTED');
    expect(open.map(({ amount }) => amount)).toEqual([PRICE - 5_000, 200]);
    const lookups = await holdLookups(sale, 3);

    // The small one is looked up first and decided on last: when the large one is done, and before the provider was asked once more.
    const small = send(open[1]?.id);
    await lookups[0]?.arrived;
    const large = send(open[0]?.id);
    await lookups[1]?.arrived;
    lookups[1]?.answer();
    await lookups[2]?.arrived;
    lookups[0]?.answer();
    await small;
    lookups[2]?.answer();
    await large;
    for (const { id } of await listRefunds(market, 'REQUESTED')) await send(id);

    expect(await refunded()).toBe(PRICE + 200);
    expect(await listRefunds(market, 'REQUESTED')).toEqual([]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is closed by the provider’s word when it comes later, and not before', async () => {
    const { market, pay, send, refunded } = await openQuietMarket({ refundOutcome: 'pending' });
    await pay(PRICE * 2);
    const [refund] = await listRefunds(market);
    await send(refund?.id);

    await makeDue(market);
    await market.node.app.refunds.run();
    expect(await listRefunds(market)).toMatchObject([{ state: 'PENDING' }]);

    market.clock.forward(10_000);
    await waitFor('the provider to give it back', async () => (await refunded()) === PRICE);
    await makeDue(market);
    await market.node.app.refunds.run();

    expect(await listRefunds(market)).toMatchObject([{ amount: PRICE, state: 'DONE' }]);
  });

  it('is sent again when the provider could not be asked before anything left', async () => {
    const { market, host, pay } = await openQuietMarket();
    await pay(PRICE * 2);
    host.addFault({ kind: 'error-500', times: 1, match: 'GET /charges' });
    await market.node.app.refunds.run();
    expect(await listRefunds(market)).toMatchObject([{ state: 'REQUESTED' }]);

    await makeDue(market);
    await market.node.app.refunds.run();

    expect(await listRefunds(market)).toMatchObject([{ amount: PRICE, state: 'DONE' }]);
  });
});
