/**
 * A payment that a rule holds for a person's review: nothing is charged before somebody accepts it, and nothing stays held that nobody accepts,
 * whichever node dies on the way.
 */
import { createHash } from 'node:crypto';
import { ProviderError, type SimulatedCharge } from '@feira/plugin-kit';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findConnection } from '../src/modules/connections/service.ts';
import { checkPayment, findPayment } from '../src/modules/payments/service.ts';
import { newId } from '../src/shared/ids.ts';
import { type Market, openMarket, openTestMarket } from './market.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from './world.ts';

const HOUR_MS = 3_600_000;
const PRICE = 9_990;
const GOOD = '4111111111111111';
const OTHER = '5555555555554444';
const POOR = '4000000000000010';

let base: Market;
let market: Market;
let admin: Staff;
beforeEach(async () => {
  base ??= await openMarket({ isListening: false });
  market = await base.replace();
  await market.host();
  admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable', 'isSalesAvailable'],
  });
  await save([rule()]);
  return () => vi.restoreAllMocks();
});
afterAll(() => base?.close());

async function call(name: string, payload?: object) {
  const answer = await market.node.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/${name}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  market.node.app.cache.forgetAll();
  return { status: answer.statusCode, body: answer.json() };
}

const rule = (extra: Record<string, unknown> = {}) => ({
  id: newId(),
  name: 'Valor alto',
  isEnabled: true,
  methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
  conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 9_000 }],
  action: 'REVIEW',
  ...extra,
});
const save = (rules: object[], version = 0) => call('risk.saveRules', { version, rules });

async function tokenOf(number: string): Promise<string> {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const made = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  return made.json().id;
}

async function pay(number = GOOD, extra: object = {}, key?: string, headers: Record<string, string> = {}) {
  const card = { paymentMethod: 'CREDIT_CARD', creditCard: { token: await tokenOf(number), installments: 1 } };
  return buy(market.node.app, pixPurchase(market.world, { ...BUYER_ADDRESS, ...card, ...extra }), key, headers);
}

async function findLast() {
  const [row] = await market.inspector.rows<{ id: string }>(
    'SELECT id FROM payment WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [market.world.platformId],
  );
  return (await findPayment(market.node.app, market.world.platformId, row?.id as string))!;
}
const readView = async () =>
  (
    await market.node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${(await findLast()).publicId}` })
  ).json();
/** The charges of the last payment in the provider's own book. */
async function booked() {
  const { simulator } = await market.host();
  const { attempts } = await findLast();
  const all = (await simulator.listCharges(100)) as SimulatedCharge[];
  return attempts.flatMap(({ id }) =>
    all.filter(({ reference }) => reference === id).map(({ status, paidAmount }) => [status, paidAmount]),
  );
}
const decide = async (decision: 'ACCEPT' | 'REFUSE') =>
  call('risk.decideReview', { paymentId: (await findLast()).publicId, decision });
const look = async () =>
  checkPayment(market.node.app, market.world.platformId, (await findLast()).id, { isJanitor: true });
const queue = async () => (await call('risk.listReviews')).body.items;
const countWaiting = async () =>
  (await call('inbox.countItems')).body.items.find(({ kind }: { kind: string }) => kind === 'REVIEWS').count;

/** Lets the next calls about charges fail before they reach the provider. */
function failCalls(count: number, outcome: ProviderError['outcome'] = 'NOT_SENT') {
  const { circuits } = market.node.app;
  const { countCall } = circuits;
  let left = count;
  vi.spyOn(circuits, 'countCall').mockImplementation((connection, counted, work) =>
    counted.kind === 'charge' && left-- > 0
      ? countCall(connection, counted, async () => {
          throw new ProviderError('UNAVAILABLE', outcome, 'As the test wants it.');
        })
      : countCall(connection, counted, work),
  );
}

describe('a payment in review', () => {
  it('is held and charged by nobody but the person who accepts it, once', async () => {
    const answer = (await pay()).json();

    expect(answer).toMatchObject({ status: 'PENDING', payment: { review: 'WAITING', paidAmount: 0, cards: null } });
    expect(await booked()).toEqual([['authorized', 0]]);
    await look();
    market.clock.forward(47 * HOUR_MS);
    await look();
    expect(await booked()).toEqual([['authorized', 0]]);
    expect(await queue()).toEqual([
      expect.objectContaining({
        paymentId: answer.paymentId,
        amount: PRICE,
        cardLastDigits: '1111',
        causes: [{ kind: 'RULE', name: 'Valor alto' }],
      }),
    ]);
    expect(await countWaiting()).toBe(1);

    const ends = await Promise.all([decide('ACCEPT'), decide('ACCEPT')]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await booked()).toEqual([['paid', PRICE]]);
    const payment = await findLast();
    expect(payment).toMatchObject({ status: 'APPROVED', settlement: 'EXACT', holdDecision: 'CAPTURE' });
    expect((await market.readPayment(payment.id)).events.filter((type) => type === 'payment.approved')).toHaveLength(1);
    expect(await readView()).toMatchObject({ status: 'APPROVED', review: null });
    const { order } = (await call(`sales.getSale?saleId=${payment.saleId}`)).body;
    expect(order).toMatchObject({ cards: null, cardLastDigits: '1111', risk: { action: 'REVIEW' } });
    expect([await queue(), await countWaiting()]).toEqual([[], 0]);
    expect((await decide('REFUSE')).body.code).toBe('REVIEW_ENDED');
    const log = await market.inspector.rows<{ type: string }>(
      `SELECT type FROM audit_event WHERE platform_id = $1 AND type LIKE 'risk.review%'`,
      [market.world.platformId],
    );
    expect(log).toEqual([{ type: 'risk.reviewAccepted' }]);
  });

  it('is told to those who may decide, until somebody has', async () => {
    // A node that listens works on its events.
    market = await openTestMarket();
    await market.host();
    const open = (permissions: ('isConfigAvailable' | 'isSalesAvailable')[]) =>
      openStaff(market.node.app, market.world.platformId, { roles: ['admin'], permissions });
    await open(['isSalesAvailable']);
    admin = await open(['isConfigAvailable']);
    await save([rule()]);
    const { id } = admin;
    const told = () =>
      market.inspector.rows<{ personId: string; isRead: boolean }>(
        `SELECT person_id AS "personId", read_at IS NOT NULL AS "isRead" FROM notification
         WHERE platform_id = $1 AND type = 'payment.review'`,
        [market.world.platformId],
      );
    expect((await pay()).json().status).toBe('PENDING');
    await waitFor('the team is told', async () => (await told()).length > 0);
    expect(await told()).toEqual([{ personId: id, isRead: false }]);

    await decide('ACCEPT');
    expect(await told()).toEqual([{ personId: id, isRead: true }]);
  });

  it('charges nothing where it is refused, and its buyer is told so', async () => {
    await pay();

    expect((await decide('REFUSE')).status).toBe(200);
    expect(await booked()).toEqual([['voided', 0]]);
    expect(await findLast()).toMatchObject({ status: 'REJECTED', paidAmount: 0, holdDecision: 'VOID' });
    expect(await readView()).toMatchObject({ review: 'ENDED', decline: null, paidAmount: 0 });
    expect((await decide('ACCEPT')).body.code).toBe('REVIEW_ENDED');
    expect((await market.readPayment((await findLast()).id)).events).not.toContain('payment.approved');
  });

  it('that nobody decides is let go when its time is over, and not charged after it', async () => {
    await pay();
    const [{ decideBy }] = await queue();
    expect(Date.parse(decideBy) - market.clock.now().getTime()).toBeGreaterThan(47.9 * HOUR_MS);

    market.clock.forward(48 * HOUR_MS + 1_000);
    expect((await decide('ACCEPT')).body.code).toBe('REVIEW_ENDED');
    expect(await booked()).toEqual([['authorized', 0]]);
    market.clock.forward(5 * 60_000);
    await look();

    expect(await booked()).toEqual([['voided', 0]]);
    expect(await readView()).toMatchObject({ review: 'ENDED', decline: null, paidAmount: 0 });
    expect(await queue()).toEqual([]);
  });

  it.each([
    ['ACCEPT', 'paid', 'APPROVED', PRICE],
    ['REFUSE', 'voided', 'REJECTED', 0],
  ] as const)(
    'whose node dies after the decision to %s is carried out by its next check',
    async (decision, book, status, paid) => {
      await pay();
      failCalls(1, decision === 'ACCEPT' ? 'UNKNOWN' : 'NOT_SENT');
      expect((await decide(decision)).status).toBe(200);
      expect(await booked()).toEqual([['authorized', 0]]);
      expect((await findLast()).nextCheckAt!.getTime()).toBeLessThan(market.clock.now().getTime() + HOUR_MS);

      market.clock.forward(60_000);
      await look();
      expect(await booked()).toEqual([[book, paid]]);
      expect((await findLast()).status).toBe(status);
    },
  );

  it('has one answer under one key, and is in nobody’s queue while the bank has not answered or has refused it', async () => {
    const key = newId();
    const first = await pay(GOOD, {}, key);
    const repeat = await pay(GOOD, {}, key);
    expect(repeat.body).toBe(first.body);
    expect(await booked()).toHaveLength(1);
    await decide('REFUSE');

    expect((await pay(POOR)).json()).toMatchObject({ status: 'REJECTED', payment: { review: null, decline: 'FUNDS' } });
    failCalls(1, 'UNKNOWN');
    await pay();
    expect(await readView()).toMatchObject({ isConfirming: true, review: null });
    expect(await queue()).toEqual([]);
    expect((await decide('ACCEPT')).body.code).toBe('REVIEW_ENDED');
  });

  it('of two cards is held on both, and charged on both', async () => {
    const second = { secondCard: { token: await tokenOf(OTHER), amount: 4_000 } };
    expect((await pay(GOOD, second)).json()).toMatchObject({ payment: { review: 'WAITING' } });
    expect(await booked()).toEqual([
      ['authorized', 0],
      ['authorized', 0],
    ]);

    await decide('ACCEPT');
    expect(await booked()).toEqual([
      ['paid', PRICE - 4_000],
      ['paid', 4_000],
    ]);
    expect((await findLast()).status).toBe('APPROVED');
  });
});

describe('a purchase that cannot be held', () => {
  it('is not looked at where no card pays', async () => {
    const pix = (await buy(market.node.app, pixPurchase(market.world))).json();
    expect(pix).toMatchObject({ status: 'PENDING', payment: { review: null } });
    expect((await findLast()).terms?.risk).toBeUndefined();
  });

  it('is challenged where no connection of its route holds amounts, and charged once that is solved', async () => {
    const connection = await findConnection(market.node.app, market.world.platformId, market.connectionId);
    const card = connection!.manifest.capabilities.methods!.CREDIT_CARD as { authorizes?: boolean };
    const { authorizes } = card;
    card.authorizes = false;
    try {
      const asked = (await pay()).json();
      expect(asked.code).toBe('CHALLENGE_REQUIRED');
      const { token, bits } = asked.challenge;
      let nonce = 0;
      while (!hasZeroBits(createHash('sha256').update(`${token}:${nonce}`).digest(), bits)) nonce++;

      expect((await pay(GOOD, {}, undefined, { 'feira-challenge': `${token}:${nonce}` })).json().status).toBe(
        'APPROVED',
      );
      expect((await findLast()).terms?.risk).toEqual({
        action: 'CHALLENGE',
        causes: [{ kind: 'RULE', name: 'Valor alto' }],
      });
    } finally {
      card.authorizes = authorizes as boolean;
    }
  });

  it('is refused to people without the permission', async () => {
    await pay();
    const other = await openStaff(market.node.app, market.world.platformId, {
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });
    const answer = await market.node.app.inject({
      method: 'POST',
      url: '/api/risk.decideReview',
      headers: other.headers,
      payload: { paymentId: (await findLast()).publicId, decision: 'ACCEPT' },
    });
    expect([answer.statusCode, await booked()]).toEqual([403, [['authorized', 0]]]);
  });
});
