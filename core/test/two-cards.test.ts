/**
 * A purchase that two cards pay: each holds its part, and both are charged together or not at all. Nodes die and answers are lost before and
 * after every call; a node that only seemed dead wakes up later. In the end nothing is held, and what was charged is the sale's or went back.
 */

import type { SimulatedCharge } from '@feira/plugin-kit';
import { ProviderError } from '@feira/plugin-kit';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPayment, findPayment, keptOf } from '../src/modules/payments/service.ts';
import { finishWebhook, type ReceivedWebhook } from '../src/modules/webhooks/model.ts';
import { processWebhook } from '../src/modules/webhooks/service.ts';
import { newId } from '../src/shared/ids.ts';
import { pollPayment } from './at-provider.ts';
import { checkWorld, type ProviderHolding } from './check-world.ts';
import { callDisputes, deliverEvents, disputesOf, openPeople } from './disputed-sales.ts';
import { type Draw, openDraw, rounds, SEED } from './draw.ts';
import { readMails } from './mails.ts';
import { type Letter, type Market, openMarket } from './market.ts';
import { createPerson, openSession } from './people.ts';
import { readSaleLedger } from './read-ledger.ts';
import { openStaff } from './staff.ts';
import { buy, connect, pixPurchase } from './world.ts';

const PRICE = 9_990;
const SECOND = 4_321;
const FIRST = PRICE - SECOND;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const GOOD = '4111111111111111';
const OTHER = '5555555555554444';
const POOR = '4000000000000010';

let market: Market;
let first: Market | undefined;
let calls: Calls;
beforeEach(async () => {
  first ??= await openMarket({ isListening: false });
  market = market ? await market.replace() : first;
  calls = watchCalls();
  await market.host();
  return async () => {
    calls.wake();
    await Promise.allSettled(open.splice(0));
    await noteHoldings();
    vi.restoreAllMocks();
  };
});
afterAll(() => first?.close());

/** The end of one call that charges, captures or lets go. */
type Fate = 'unsent' | 'lost' | 'refused' | 'dies before' | 'dies after';

interface Calls {
  /** The fates of the next calls; null for one that goes well. */
  fates: (Fate | null)[];
  /** Nodes that died go on: the answer of their call is lost. */
  wake(): void;
  /** Resolves with the next node that dies. */
  death(): Promise<void>;
}

/** Decides about the calls of the platform's node. A node that dies never hears of its call, nor does anything after it. */
function watchCalls(): Calls {
  const { circuits } = market.node.app;
  const { countCall } = circuits;
  const dead = new Set<() => void>();
  const mourners = new Set<() => void>();
  const watched: Calls = {
    fates: [],
    wake() {
      for (const wake of dead) wake();
      dead.clear();
    },
    death: () => new Promise((resolve) => mourners.add(resolve)),
  };
  const die = () =>
    new Promise<void>((resolve) => {
      dead.add(resolve);
      for (const tell of mourners) tell();
      mourners.clear();
    });
  vi.spyOn(circuits, 'countCall').mockImplementation(async (connection, counted, call) => {
    const fate = counted.kind === 'charge' ? watched.fates.shift() : null;
    const fail = (outcome: ProviderError['outcome'], code: ProviderError['code']) =>
      countCall(connection, counted, async () => {
        throw new ProviderError(code, outcome, 'As the test wants it.');
      });
    if (fate === 'unsent') return fail('NOT_SENT', 'UNAVAILABLE');
    if (fate === 'refused') return fail('REJECTED', 'INVALID_REQUEST');
    if (fate === 'lost' || fate === 'dies after') await countCall(connection, counted, call);
    if (fate === 'dies before' || fate === 'dies after') await die();
    return fate ? fail('UNKNOWN', 'UNAVAILABLE') : countCall(connection, counted, call);
  });
  return watched;
}

/** The work of nodes that died. */
const open: Promise<unknown>[] = [];

/** Waits until the work is done, or its node dies on the way. */
async function tryTo(work: () => Promise<unknown>): Promise<void> {
  const death = calls.death();
  const working = work();
  open.push(working);
  await Promise.race([working, death]);
}

async function tokenOf(number: string): Promise<string> {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const made = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().id;
}

interface Purchase {
  cards?: [string, string];
  amount?: number;
  key?: string;
  installments?: number;
  changes?: Record<string, unknown>;
}

async function pay({ cards = [GOOD, OTHER], amount = SECOND, key, installments = 1, changes }: Purchase = {}) {
  const [one, two] = cards;
  const body = pixPurchase(market.world, {
    paymentMethod: 'CREDIT_CARD',
    creditCard: { token: await tokenOf(one), installments },
    secondCard: { token: await tokenOf(two), amount },
    ...changes,
  });
  return buy(market.node.app, body, key);
}

/** The payment that was made last. */
async function findLast() {
  const [row] = await market.inspector.rows<{ id: string }>(
    'SELECT id FROM payment WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [market.world.platformId],
  );
  return (await findPayment(market.node.app, market.world.platformId, row?.id as string))!;
}

/** The node is gone: its calls count as abandoned. */
const bury = () =>
  market.inspector.rows(`UPDATE payment_attempt SET node_id = $1 WHERE state = 'CREATED' AND platform_id = $2`, [
    newId(),
    market.world.platformId,
  ]);

const look = async () =>
  checkPayment(market.node.app, market.world.platformId, (await findLast()).id, { isJanitor: true });

/** Lets the janitor look as it would in two hours, and every refund be sent. */
async function settle(): Promise<void> {
  for (const minutes of [1, 1, 1, 30, 30]) {
    market.clock.forward(minutes * MINUTE_MS);
    await look();
    if (await isSettled()) break;
  }
  await sendRefunds();
}

async function isSettled(): Promise<boolean> {
  const { status } = await findLast();
  return status !== 'PENDING' && (await booked()).every((charge) => charge.status !== 'authorized');
}

async function sendRefunds(): Promise<void> {
  const isOpen = async () => (await findLast()).refunds.some(({ state }) => state !== 'DONE' && state !== 'REFUSED');
  for (let round = 0; round < 4 && (await isOpen()); round++) {
    await market.inspector.rows('UPDATE refund SET next_check_at = now() WHERE platform_id = $1', [
      market.world.platformId,
    ]);
    await market.node.app.refunds.run();
    await look();
  }
}

type Booked = SimulatedCharge & { refundedAmount: number };

/** The charges in the provider's own book, in the order of the cards. */
async function booked(): Promise<Booked[]> {
  const { simulator } = await market.host();
  const { attempts } = await findLast();
  const all = (await simulator.listCharges(100)) as Booked[];
  return attempts.flatMap(({ id }) => all.filter(({ reference }) => reference === id));
}
const statesOf = async () => (await booked()).map(({ status, paidAmount }) => [status, paidAmount]);

/** Every test adds to them, because the check is about the whole database. */
const holdings = new Map<string, ProviderHolding>();
const takenAtBank = new Set<string>();

async function noteHoldings(): Promise<void> {
  const { simulator } = await market.host();
  for (const { reference, paidAmount, refundedAmount } of (await simulator.listCharges(100)) as Booked[])
    holdings.set(reference, {
      reference,
      received: paidAmount,
      returned: takenAtBank.has(reference) ? paidAmount : refundedAmount,
    });
}

/** Nothing is held any more, and what the provider holds is what is kept of the price. */
async function checkEnd(): Promise<void> {
  const payment = await findLast();
  const charges = await booked();
  await noteHoldings();
  expect(charges.filter(({ status }) => status === 'authorized')).toEqual([]);
  const held = charges.map(({ reference }) => holdings.get(reference) as ProviderHolding);
  expect(held.reduce((sum, { received, returned }) => sum + received - returned, 0)).toBe(keptOf(payment));
  expect(payment.refunds.filter(({ state }) => state !== 'DONE' && state !== 'REFUSED')).toEqual([]);
  await checkWorld(market.node.databaseUrl, {
    mayWait: true,
    holdings: [...holdings.values()],
    now: market.clock.now(),
  });
}

const readView = async () =>
  (
    await market.node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${(await findLast()).publicId}` })
  ).json();

describe('a price that two cards pay', () => {
  it('is held on both, charged on both, and sold once, as if one card had paid it', async () => {
    const answer = await pay({ changes: { orderBumpsIds: [market.world.bumpId] } });

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'APPROVED',
      payment: {
        amount: 11_980,
        paidAmount: 11_980,
        settlement: 'EXACT',
        cards: [
          { lastDigits: '1111', amount: 11_980 - SECOND, state: 'CHARGED' },
          { lastDigits: '4444', amount: SECOND, state: 'CHARGED' },
        ],
      },
    });
    expect(await statesOf()).toEqual([
      ['paid', 11_980 - SECOND],
      ['paid', SECOND],
    ]);
    const ours = await findLast();
    expect(ours).toMatchObject({ holdDecision: 'CAPTURE', cardLastDigits: '1111' });
    const { events } = await market.readPayment(ours.id);
    expect(events.filter((type) => type === 'payment.approved')).toHaveLength(1);
    const people = { Maria: market.world.sellerId };
    const ledger = await readSaleLedger(market.inspector, ours.id, people);
    await checkEnd();

    const creditCard = { token: await tokenOf(GOOD), installments: 1 };
    await buy(
      market.node.app,
      pixPurchase(market.world, { paymentMethod: 'CREDIT_CARD', creditCard, orderBumpsIds: [market.world.bumpId] }),
    );
    expect(ledger).toEqual(await readSaleLedger(market.inspector, (await findLast()).id, people));
  });

  it('is found by the last digits of either card', async () => {
    await pay();
    const { app } = market.node;
    const { platformId, sellerId } = market.world;
    await createPerson(app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
    const headers = await openSession(app, 'maria@example.com');
    const countFound = async (search: string) => {
      const answer = await app.inject({ url: '/api/sales.listSales', query: { search }, headers });
      return answer.json().sales.length;
    };

    expect(await countFound('1111')).toBe(1);
    expect(await countFound('4444')).toBe(1);
    expect(await countFound('9999')).toBe(0);
  });

  it('is not charged where the second card is refused: the first is let go, and the buyer is told why', async () => {
    const answer = await pay({ cards: [GOOD, POOR] });

    expect(answer.json()).toMatchObject({
      status: 'REJECTED',
      payment: {
        decline: 'FUNDS',
        mayBeCharged: false,
        isConfirming: false,
        cards: [
          { lastDigits: '1111', state: 'RELEASED' },
          { lastDigits: '0010', state: 'REFUSED' },
        ],
      },
    });
    expect(await statesOf()).toEqual([
      ['voided', 0],
      ['refused', 0],
    ]);
    expect(await findLast()).toMatchObject({ holdDecision: 'VOID' });
    await checkEnd();
  });

  it('asks no second card where the first is refused', async () => {
    const answer = await pay({ cards: [POOR, GOOD] });

    expect(answer.json()).toMatchObject({ status: 'REJECTED', payment: { decline: 'FUNDS' } });
    expect((await findLast()).attempts).toHaveLength(1);
    await checkEnd();
  });

  it('has one answer, however often it is bought under one key', async () => {
    const key = newId();
    const answers = [await pay({ key }), await pay({ key }), ...(await Promise.all([pay({ key }), pay({ key })]))];

    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await booked()).toHaveLength(2);
    const other = await pay({ key, amount: SECOND + 1 });
    expect(other.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await checkEnd();
  });

  it.each([
    ['less than 1,00 on the second card', 99, {}, 400, undefined],
    ['less than 1,00 on the first card', PRICE - 99, {}, 422, 'SECOND_CARD_AMOUNT'],
    ['more than the price', PRICE + 1, {}, 422, 'SECOND_CARD_AMOUNT'],
    ['an amount that gives too small installments', 100, { installments: 2 }, 422, 'SECOND_CARD_AMOUNT'],
  ])('refuses %s', async (_name, amount, more, status, code) => {
    const answer = await pay({ amount, ...more });

    expect(answer.statusCode).toBe(status);
    expect(answer.json().details).toMatchObject([{ field: 'secondCard.amount' }]);
    if (code) expect(answer.json().code).toBe(code);
  });

  it('is for cards alone, and for connections that are proved to hold amounts', async () => {
    const byPix = await pay({ changes: { paymentMethod: 'PIX' } });
    expect(byPix.json()).toMatchObject({
      code: 'TWO_CARDS_NOT_OFFERED',
      details: [{ field: 'secondCard' }],
    });
    const before = await market.node.app.inject({
      url: `/api/checkout.getCheckout?checkoutId=${market.world.offerId}`,
    });
    expect(before.json().takesTwoCards).toBe(true);

    await market.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED' WHERE platform_id = $1`, [
      market.world.platformId,
    ]);
    await connect(market.node.app, market.world, {
      provider: 'asaas',
      settings: { webhookEmail: 'ops@example.com' },
      secrets: {
        apiKey: '$aact_hmlg_invented-key-of-the-test',
        webhookAuthToken: 'invented-webhook-token-of-32-characters',
      },
    });
    market.node.app.cache.forgetAll();
    const after = await market.node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${market.world.offerId}` });
    expect(after.json()).toMatchObject({ creditCardEnabled: true, takesTwoCards: false });
  });

  it('divides the price of installments to the cent', async () => {
    const answer = await pay({ installments: 3 });

    expect(answer.json(), answer.body).toMatchObject({ status: 'APPROVED', payment: { installments: 3 } });
    const { amount } = await findLast();
    expect(amount).toBeGreaterThan(PRICE);
    expect(await statesOf()).toEqual([
      ['paid', amount - SECOND],
      ['paid', SECOND],
    ]);
    await checkEnd();
  });
});

describe('a call whose answer is lost', () => {
  it.each<[string, (Fate | null)[], string]>([
    ['the first hold', ['lost'], 'APPROVED'],
    ['the second hold', [null, 'lost'], 'APPROVED'],
    ['both holds', ['lost', 'lost'], 'APPROVED'],
    ['the first capture', [null, null, 'lost'], 'APPROVED'],
    ['the second capture', [null, null, null, 'lost'], 'APPROVED'],
    ['a capture that was not sent', [null, null, 'unsent'], 'APPROVED'],
    ['a capture that was refused, and taken later', [null, null, null, 'refused'], 'APPROVED'],
    ['a first hold that was not sent', ['unsent'], 'REJECTED'],
    ['a second hold that was not sent', [null, 'unsent'], 'REJECTED'],
    ['a second hold that was refused', [null, 'refused'], 'REJECTED'],
  ])('%s ends with both or none charged', async (_name, fates, status) => {
    calls.fates.push(...fates);
    const answer = await pay();
    const before = await readView();
    if (fates.includes('lost')) expect(before).toMatchObject({ status: 'PENDING', isConfirming: true });
    if (status === 'REJECTED') expect(answer.json()).toMatchObject({ code: 'PAYMENT_REFUSED' });

    await settle();

    expect(await findLast()).toMatchObject({ status, paidAmount: status === 'APPROVED' ? PRICE : 0 });
    await checkEnd();
  });

  it('of a void is looked up, and the amount is let go', async () => {
    calls.fates.push(null, null, 'unsent', 'lost');
    await pay({ cards: [GOOD, POOR] });
    expect((await statesOf())[0]).toEqual(['authorized', 0]);

    await settle();

    expect((await statesOf())[0]).toEqual(['voided', 0]);
    await checkEnd();
  });

  it('tells no buyer of a payment in part while one card is charged before the other', async () => {
    calls.fates.push(null, null, null, 'unsent');
    await pay();
    const { id } = await findLast();

    expect(await readView()).toMatchObject({ status: 'PENDING', isConfirming: true, paidAmount: FIRST });
    expect(await readMails(market.node.app, market.inspector, market.world.platformId, 'joao@example.com')).toEqual([]);
    await settle();
    expect((await findPayment(market.node.app, market.world.platformId, id))?.status).toBe('APPROVED');
  });
});

describe('a node that dies', () => {
  it.each<[string, (Fate | null)[], string, number, number?]>([
    ['before the first hold', ['dies before'], 'REJECTED', 0, 402],
    ['after the first hold', ['dies after'], 'REJECTED', 0],
    ['before the second hold', [null, 'dies before'], 'REJECTED', 0, 402],
    ['after the second hold', [null, 'dies after'], 'APPROVED', PRICE],
    ['before the first capture', [null, null, 'dies before'], 'APPROVED', PRICE],
    ['after the first capture', [null, null, 'dies after'], 'APPROVED', PRICE],
    ['before the second capture', [null, null, null, 'dies before'], 'APPROVED', PRICE],
    ['after the second capture', [null, null, null, 'dies after'], 'APPROVED', PRICE],
  ])('%s leaves nothing to guess, nor when it wakes up', async (_name, fates, status, paidAmount, answered = 200) => {
    const key = newId();
    calls.fates.push(...fates);
    await tryTo(() => pay({ key }));
    await bury();

    await settle();

    expect(await findLast()).toMatchObject({ status, paidAmount });
    await checkEnd();
    const again = await pay({ key });
    expect(again.statusCode).toBe(answered);

    calls.wake();
    await Promise.allSettled(open.splice(0));
    await settle();
    expect(await findLast()).toMatchObject({ status, paidAmount });
    await checkEnd();
  });

  it('before it lets the first card go leaves that to the next check', async () => {
    calls.fates.push(null, null, 'dies before');
    await tryTo(() => pay({ cards: [GOOD, POOR] }));
    expect((await statesOf())[0]).toEqual(['authorized', 0]);

    await settle();

    expect((await statesOf())[0]).toEqual(['voided', 0]);
    await checkEnd();
  });

  it('answers nobody as long as it may still ask the second card', async () => {
    const key = newId();
    calls.fates.push(null, 'dies before');
    await tryTo(() => pay({ key }));

    expect((await pay({ key })).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
    await bury();
    await settle();
  });
});

describe('a hold that its provider ends', () => {
  const endHold = async (place: number) => {
    const charge = (await booked())[place];
    await (await market.host()).handleHttp({
      method: 'POST',
      path: `/charges/${charge?.transactionId}/void`,
      query: {},
      headers: { authorization: 'Bearer sk_test_0123456789abcdef' },
      body: {},
      rawBody: '{}',
    });
  };

  it('after the other was captured ends the payment unpaid, and what was captured goes back', async () => {
    calls.fates.push(null, null, null, 'unsent');
    await pay();
    await endHold(1);

    await settle();

    expect(await findLast()).toMatchObject({ status: 'REFUNDED', paidAmount: FIRST, refundedAmount: FIRST });
    expect((await findLast()).refunds).toMatchObject([{ cause: 'UNDERPAID', amount: FIRST, state: 'DONE' }]);
    await checkEnd();
  });

  it('before any was captured lets the other go', async () => {
    calls.fates.push(null, null, 'unsent');
    await pay();
    await endHold(0);

    await settle();

    expect(await statesOf()).toEqual([
      ['voided', 0],
      ['voided', 0],
    ]);
    expect(await findLast()).toMatchObject({ status: 'REJECTED', paidAmount: 0 });
    await checkEnd();
  });

  it('is not waited for for more than a day', async () => {
    calls.fates.push(null, null, null, 'unsent');
    await pay();
    for (let looks = 0; looks < 6; looks++) {
      calls.fates = ['unsent'];
      market.clock.forward(5 * HOUR_MS);
      await look();
    }
    calls.fates = [];
    await settle();

    expect(await statesOf()).toEqual([
      ['refunded', FIRST],
      ['voided', 0],
    ]);
    await checkEnd();
  });
});

describe('what two cards paid', () => {
  const refund = async (amount: number) => {
    const { headers } = await openStaff(market.node.app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });
    const answer = await market.node.app.inject({
      method: 'POST',
      url: '/api/refunds.refundPayment',
      headers: { ...headers, 'idempotency-key': newId() },
      payload: { paymentId: (await findLast()).publicId, amount, note: 'Pedido do comprador.' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    await sendRefunds();
  };

  it('goes back whole, each part to its own card', async () => {
    await pay();
    await refund(PRICE);

    expect((await booked()).map(({ refundedAmount }) => refundedAmount)).toEqual([FIRST, SECOND]);
    expect(await findLast()).toMatchObject({ status: 'REFUNDED', refundedAmount: PRICE });
    await checkEnd();
  });

  it('goes back in part, and the rest after it', async () => {
    await pay();
    await refund(FIRST + 1);
    expect(await findLast()).toMatchObject({ status: 'APPROVED', refundedAmount: FIRST + 1 });
    await checkEnd();
    await refund(SECOND - 1);

    expect(await findLast()).toMatchObject({ status: 'REFUNDED', refundedAmount: PRICE });
    await checkEnd();
  });

  it('stays a sale where the bank of one card takes its part', async () => {
    await pay();
    const sold = await findLast();
    const [, second] = await booked();
    await (await market.host()).simulator.chargeback(second!.transactionId);
    takenAtBank.add(second!.reference);
    await pollPayment(market, { paymentId: sold.id });
    await deliverEvents(market, sold.id);

    expect(await findLast()).toMatchObject({ status: 'APPROVED', paidAmount: PRICE });
    expect(await disputesOf(market, sold.id)).toMatchObject([{ kind: 'CHARGEBACK', amount: SECOND }]);
    await checkEnd();
    const { admin } = await openPeople(market);
    const [dispute] = await disputesOf(market, sold.id);
    await callDisputes(market, 'closeDispute', admin.headers, { disputeId: dispute!.id, outcome: 'WON' });
    takenAtBank.delete(second!.reference);
  });
});

const LIVES = rounds({ short: 6, long: 120 });

it(
  `charges both or none in ${LIVES} lives that are drawn (seed ${SEED})`,
  async () => {
    const draw = openDraw();
    for (let count = 0; count < LIVES; count++) await live(draw);
  },
  30_000 * LIVES,
);

/** Hands letters to the node and processes them. */
async function deliver(letters: readonly Letter[]): Promise<void> {
  const { app } = market.node;
  for (const letter of letters) await market.deliver(letter);
  const webhooks = await market.inspector.rows<ReceivedWebhook>(
    `SELECT platform_id AS "platformId", id, connection_id AS "connectionId", method, path, headers, query, body, part, 1 AS attempts, replays
     FROM webhook WHERE state = 'RECEIVED'`,
  );
  for (const webhook of webhooks)
    await app.database.write(webhook.platformId, [finishWebhook(webhook, await processWebhook(app, webhook))]);
}

/** Plays one life: fates of the calls, events that are lost, repeated and reordered, and looks of the janitor between them. */
async function live(draw: Draw): Promise<void> {
  market = await market.replace();
  await market.host();
  const fates: (Fate | null)[] = Array.from({ length: 6 }, () =>
    draw.below(3) === 0 ? draw.pick<Fate>(['unsent', 'lost', 'refused', 'dies before', 'dies after']) : null,
  );
  calls.fates = [...fates];
  const cards = draw.pick<[string, string]>([
    [GOOD, OTHER],
    [GOOD, OTHER],
    [GOOD, POOR],
    [POOR, GOOD],
  ]);
  const amount = draw.pick([100, SECOND, PRICE - 100, 1 + PRICE / 2]);
  await tryTo(() => pay({ cards, amount }));
  for (let step = 0; step < 5; step++) {
    const act = draw.below(5);
    if (act === 0) market.letters.splice(0, draw.below(3));
    else if (act === 1) {
      const letters = draw.shuffle(market.letters.splice(0));
      await tryTo(() => deliver([...letters, ...letters.filter(() => draw.below(2) === 0)]));
    } else if (act === 2) await bury();
    else {
      market.clock.forward(draw.pick([1_000, 20_000, MINUTE_MS, 31 * MINUTE_MS]));
      await tryTo(look);
    }
    if (draw.below(4) === 0) calls.wake();
  }
  calls.fates = [];
  await bury();
  await settle();
  calls.wake();
  await Promise.allSettled(open.splice(0));
  market.clock.forward(25 * HOUR_MS);
  await settle();
  const payment = await findLast();
  expect({ fates, amount, cards, status: payment.status, kept: keptOf(payment) }).toMatchObject({
    kept: payment.status === 'APPROVED' ? PRICE : 0,
  });
  await checkEnd();
}
