import type { Currency } from '@feira/schemas/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { readBalances } from '../../../test/read-ledger.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { auditLedger } from '../ledger/audit.ts';
import { type Entry, type Movement, post } from '../ledger/model.ts';
import { releaseDue } from '../ledger/release.ts';
import { expireDue } from './expiry.ts';

const DAY_MS = 86_400_000;
const BANK = '00000000-0000-7000-8000-0000000000b1';

let market: Market;
let admin: Staff;
let seller: Staff;
let paymentId: string;

const offer = (changes: object = {}) => ({ isOffered: true, basisPointsPerDay: 10, automaticUpTo: 0, ...changes });

async function setRules(changes: object = {}, custody = 'PLATFORM'): Promise<void> {
  await market.inspector.rows(
    `UPDATE platform SET settings = settings || jsonb_build_object('anticipation', $2::jsonb, 'custody', $3::text) WHERE platform_id = $1`,
    [market.world.platformId, JSON.stringify(offer(changes)), custody],
  );
  market.node.app.cache.forgetAll();
}

beforeAll(async () => {
  // Nothing is released or expired but where a test does it.
  market = await openMarket({ isListening: false });
  const permissions = ['isAntecipationsAvailable'] as const;
  admin = await openStaff(market.node.app, market.world.platformId, { roles: ['admin'], permissions });
  paymentId = (await market.buyPix()).paymentId;
});
beforeEach(async () => {
  await setRules();
  seller = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'], name: 'Vera Vendedora' });
});
afterAll(() => market?.close());

async function write(entries: (Entry | Movement)[], payment = paymentId, currency: Currency = 'BRL'): Promise<void> {
  const { platformId } = market.world;
  const facts = {
    kind: 'ADJUSTMENT' as const,
    source: newId(),
    currency,
    occurredAt: new Date(),
    paymentId: payment,
  };
  await market.node.app.database.write(platformId, [post(platformId, { ...facts, entries })]);
}

/** Holds money of one payment: cents, each due a number of days from now and a little later, so that the day is whole. */
const hold = (
  parts: [amount: number, days: number, reason?: 'RELEASE' | 'RESERVE'][],
  payment = paymentId,
  currency: Currency = 'BRL',
) => {
  const amount = parts.reduce((sum, [part]) => sum + part, 0);
  const releaseAt = (days: number) => new Date(Date.now() + days * DAY_MS + 60_000);
  return write(
    [
      { kind: 'PROVIDER', ownerId: BANK, amount: -amount },
      {
        kind: 'SHARE',
        ownerId: seller.id,
        amount,
        holds: parts.map(([part, days, reason = 'RELEASE']) => ({
          reason,
          amount: part,
          releaseAt: releaseAt(days),
          rule: { days },
        })),
      },
    ],
    payment,
    currency,
  );
};
const postRefund = (amount: number) =>
  write([
    { kind: 'SHARE', ownerId: seller.id, amount: -amount },
    { kind: 'REFUNDS', amount },
  ]);

const call = (who: Staff, name: string, payload: object, key = newId()) =>
  market.node.app.inject({
    method: 'POST',
    url: `/api/anticipations.${name}`,
    headers: { ...who.headers, 'idempotency-key': key },
    payload,
  });
const query = async (who: Staff, name: string, query: Record<string, string> = {}) =>
  (
    await market.node.app.inject({
      url: `/api/anticipations.${name}?${new URLSearchParams(query)}`,
      headers: who.headers,
    })
  ).json();
const request = async (amount: number, expectedFee: number, key?: string) =>
  (await call(seller, 'requestAnticipation', { amount, expectedFee }, key)).json();
const decide = async (anticipationId: string, decision: string, reason?: string) =>
  (await call(admin, 'decideAnticipation', { anticipationId, decision, ...(reason && { reason }) })).json();
const cancel = async (anticipationId: string, who = seller) =>
  (await call(who, 'cancelAnticipation', { anticipationId })).json();

const balances = () => readBalances(market, seller.id);
const holds = async () =>
  (
    await market.inspector.rows<{ hold: string }>(
      `SELECT amount || ' ' || account || ' ' || state AS hold FROM ledger_hold WHERE person_id = $1 ORDER BY release_at, amount`,
      [seller.id],
    )
  ).map(({ hold }) => hold);
const notificationsOf = async (who: Staff, type: string) =>
  (
    await market.inspector.rows<{ parameters: object; href: string }>(
      'SELECT parameters, href FROM notification WHERE person_id = $1 AND type = $2 ORDER BY created_at, id',
      [who.id, type],
    )
  ).map(({ parameters, href }) => ({ ...parameters, href }));
const recorded = () =>
  market.inspector.rows<{ type: string; actor_id: string | null; details: Record<string, unknown> }>(
    'SELECT type, actor_id, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id',
    [seller.id],
  );
const problems = async () => (await auditLedger(market.node.app.database.jobs, market.world.platformId)).problems;

describe('anticipations.quoteAnticipation', () => {
  it('says what could be had and what it costs; reserves and what is disputed or due are left out', async () => {
    await hold([
      [10_000, 10],
      [5_000, 20],
      [700, 90, 'RESERVE'],
      [300, 5],
      [200, -1],
    ]);
    await market.inspector.rows('UPDATE ledger_hold SET dispute_id = $2 WHERE person_id = $1 AND amount = 300', [
      seller.id,
      newId(),
    ]);

    const all = { currency: 'BRL', isOffered: true, most: 15_000, feeBasisPointsPerDay: 10 };
    expect(await query(seller, 'quoteAnticipation')).toEqual({
      ...all,
      amount: 15_000,
      fee: 200,
      net: 14_800,
      holds: 2,
    });
    expect(await query(seller, 'quoteAnticipation', { amount: '4000' })).toEqual({
      ...all,
      amount: 4_000,
      fee: 40,
      net: 3_960,
      holds: 1,
    });
    const nothing = { most: 0, amount: 0, fee: 0, net: 0, holds: 0 };
    expect(await query(seller, 'quoteAnticipation', { currency: 'USD' })).toMatchObject(nothing);
  });

  it('offers nothing where the platform does not, or where providers keep the money', async () => {
    await hold([[10_000, 10]]);
    for (const [rules, custody] of [
      [{ isOffered: false }, 'PLATFORM'],
      [{}, 'PROVIDER'],
    ] as const) {
      await setRules(rules, custody);
      expect(await query(seller, 'quoteAnticipation')).toMatchObject({ isOffered: false, most: 0, amount: 0 });
      expect(await request(10_000, 100)).toMatchObject({ code: 'ANTICIPATION_UNAVAILABLE' });
    }
    expect(await balances()).toEqual({ PENDING: 10_000 });
  });
});

describe('anticipations.requestAnticipation', () => {
  it('keeps the money aside until somebody decides, and tells those who can', async () => {
    await hold([
      [10_000, 10],
      [5_000, 20],
    ]);

    const { anticipation } = await request(12_000, 140);

    expect(anticipation).toMatchObject({ amount: 12_000, fee: 140, holds: 2, state: 'WAITING', closedAt: null });
    expect(await balances()).toEqual({ PENDING: 3_000, RESERVED: 12_000 });
    expect(await holds()).toEqual(['10000 RESERVED OPEN', '2000 RESERVED OPEN', '3000 PENDING OPEN']);
    expect(await notificationsOf(admin, 'anticipation.waiting')).toContainEqual({
      amount: 12_000,
      currency: 'BRL',
      title: 'Vera Vendedora',
      href: '/admin-root/manage-anticipations',
    });
    expect(await recorded()).toMatchObject([
      { type: 'anticipation.requested', actor_id: seller.id, details: { anticipationId: anticipation.id, fee: 140 } },
    ]);
    // The server promises a cent only once.
    expect((await query(seller, 'quoteAnticipation')).most).toBe(3_000);
    expect(await problems()).toEqual([]);
  });

  it('is done once a key, however often and however many at once', async () => {
    await hold([[10_000, 10]]);
    const key = newId();

    const answers = await Promise.all(Array.from({ length: 8 }, () => request(4_000, 40, key)));

    expect(new Set(answers.map(({ anticipation }) => anticipation?.id)).size).toBe(1);
    const again = await call(seller, 'requestAnticipation', { expectedFee: 40, amount: 4_000 }, key);
    expect(again.json()).toEqual(answers[0]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await balances()).toEqual({ PENDING: 6_000, RESERVED: 4_000 });
    expect(await request(5_000, 50, key)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const stranger = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    const theirs = await call(stranger, 'requestAnticipation', { amount: 4_000, expectedFee: 40 }, key);
    expect(theirs.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const keyless = { method: 'POST', url: '/api/anticipations.requestAnticipation' } as const;
    const { headers } = seller;
    const missing = await market.node.app.inject({ ...keyless, headers, payload: { amount: 1_000, expectedFee: 40 } });
    expect(missing.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_MISSING' });
  });

  it('names what is wrong and changes nothing', async () => {
    const key = newId();
    expect(await request(100, 10, key)).toMatchObject({ code: 'ANTICIPATION_UNAVAILABLE' });
    await hold([[10_000, 10]]);
    expect(await request(10_001, 900)).toMatchObject({
      code: 'ANTICIPATION_TOO_LARGE',
      details: [{ field: 'amount' }],
    });
    expect(await request(10_000, 99)).toMatchObject({ code: 'PRICE_CHANGED', details: [{ field: 'expectedFee' }] });
    expect(await request(1, 1)).toMatchObject({ code: 'ANTICIPATION_UNAVAILABLE', details: [{ field: 'amount' }] });
    expect(await balances()).toEqual({ PENDING: 10_000 });
    expect(await query(seller, 'listAnticipations')).toEqual({ items: [], next: null });
    // A refusal leaves the key free.
    expect((await request(100, 10, key)).anticipation).toMatchObject({ amount: 100 });
  });

  it('takes nothing of anybody else, on this platform or another', async () => {
    await hold([[10_000, 10]]);
    const neighbour = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    const there = await createWorld(market.node.app, {
      host: `${newId()}.example.com`,
      settings: { anticipation: offer() },
    });
    const [domain] = await market.inspector.rows<{ host: string }>(
      'SELECT host FROM platform_domain WHERE platform_id = $1',
      [there.platformId],
    );
    const foreigner = await openStaff(market.node.app, there.platformId, {
      roles: ['seller'],
      host: domain?.host as string,
    });
    for (const who of [neighbour, foreigner]) {
      expect(await query(who, 'quoteAnticipation')).toMatchObject({ isOffered: true, most: 0 });
      const answer = await call(who, 'requestAnticipation', { amount: 100, expectedFee: 100 });
      expect(answer.json()).toMatchObject({ code: 'ANTICIPATION_UNAVAILABLE' });
      const holdIds = { amount: 100, expectedFee: 100, holds: ['10000'] };
      expect((await call(who, 'requestAnticipation', holdIds)).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    const { anticipation } = await request(10_000, 100);
    for (const who of [neighbour, foreigner]) {
      expect(await cancel(anticipation.id, who)).toMatchObject({ code: 'ANTICIPATION_NOT_FOUND' });
      expect((await query(who, 'listAnticipations')).items).toEqual([]);
    }
    expect(await balances()).toEqual({ RESERVED: 10_000 });
  });

  it('is paid at once where it is small enough for the platform, and nobody is asked', async () => {
    await setRules({ automaticUpTo: 5_000 });
    await hold([[10_000, 10]]);

    expect((await request(5_000, 50)).anticipation).toMatchObject({ state: 'PAID', fee: 50 });
    expect((await request(5_000, 50)).anticipation).toMatchObject({ state: 'PAID' });

    expect(await balances()).toEqual({ AVAILABLE: 9_900 });
    expect((await recorded()).map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ['anticipation.requested', seller.id],
      ['anticipation.paid', null],
      ['anticipation.requested', seller.id],
      ['anticipation.paid', null],
    ]);
    expect(
      (await notificationsOf(admin, 'anticipation.waiting')).filter(
        (notice) => 'amount' in notice && notice.amount === 5_000,
      ),
    ).toEqual([]);
    expect(await notificationsOf(seller, 'anticipation.paid')).toHaveLength(2);
  });

  it('waits for approval in a currency whose amount the platform has not set', async () => {
    await setRules({ automaticUpTo: 5_000, automaticUpToAbroad: { USD: 900 } });
    await hold([[10_000, 10]], paymentId, 'USD');
    const currency = 'USD';

    const ask = async (amount: number) =>
      (await call(seller, 'requestAnticipation', { amount, expectedFee: 10, currency })).json().anticipation.state;

    expect(await ask(901)).toBe('WAITING');
    expect(await ask(900)).toBe('PAID');
  });
});

describe('anticipations.decideAnticipation', () => {
  it('pays the amount less the fee, and what is released later is nobody’s twice', async () => {
    await hold([
      [10_000, 10],
      [5_000, 20],
    ]);
    const { anticipation } = await request(12_000, 140);

    expect(await decide(anticipation.id, 'PAY')).toEqual({});

    expect(await balances()).toEqual({ PENDING: 3_000, AVAILABLE: 11_860 });
    expect(await notificationsOf(seller, 'anticipation.paid')).toEqual([
      { amount: 11_860, currency: 'BRL', href: '/platform/financial' },
    ]);
    expect((await recorded()).at(-1)).toMatchObject({
      type: 'anticipation.paid',
      actor_id: admin.id,
      details: { anticipationId: anticipation.id, fee: 140 },
    });
    expect(await decide(anticipation.id, 'PAY')).toMatchObject({ code: 'ANTICIPATION_DECIDED' });
    expect(await decide(anticipation.id, 'REFUSE', 'Não')).toMatchObject({ code: 'ANTICIPATION_DECIDED' });
    expect(await cancel(anticipation.id)).toMatchObject({ code: 'ANTICIPATION_DECIDED' });

    await market.inspector.rows(
      `UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE person_id = $1`,
      [seller.id],
    );
    await releaseDue(market.node.app);
    expect(await balances()).toEqual({ AVAILABLE: 14_860 });
    expect(await holds()).toEqual(['2000 RESERVED SETTLED', '3000 PENDING RELEASED', '10000 RESERVED SETTLED']);
    expect(await problems()).toEqual([]);
  });

  it('does not charge for days that have passed meanwhile', async () => {
    await hold([[10_000, 10]]);
    const { anticipation } = await request(10_000, 100);
    await market.inspector.rows(
      `UPDATE ledger_hold SET release_at = release_at - interval '4 days' WHERE person_id = $1`,
      [seller.id],
    );

    await decide(anticipation.id, 'PAY');

    expect(await balances()).toEqual({ AVAILABLE: 9_940 });
    expect((await query(seller, 'listAnticipations')).items).toMatchObject([
      { state: 'PAID', amount: 10_000, fee: 60 },
    ]);
  });

  it('gives all of it back where it is refused, which wants a reason', async () => {
    await hold([[10_000, 10]]);
    const { anticipation } = await request(4_000, 40);
    expect(await decide(anticipation.id, 'REFUSE')).toMatchObject({
      code: 'REASON_REQUIRED',
      details: [{ field: 'reason' }],
    });
    expect(await decide(anticipation.id, 'REFUSE', '  ')).toMatchObject({ code: 'REASON_REQUIRED' });

    await decide(anticipation.id, 'REFUSE', 'Vendas recentes demais');

    expect(await balances()).toEqual({ PENDING: 10_000 });
    expect((await query(seller, 'listAnticipations')).items).toMatchObject([
      { state: 'REFUSED', reason: 'Vendas recentes demais' },
    ]);
    expect(await notificationsOf(seller, 'anticipation.refused')).toMatchObject([{ reason: 'Vendas recentes demais' }]);
    expect((await request(10_000, 100)).anticipation.holds).toBe(2);
  });

  it('pays nothing once a part was given back or is disputed; refusing it is still possible', async () => {
    await hold([
      [10_000, 10],
      [5_000, 20],
    ]);
    const { anticipation } = await request(15_000, 200);
    await postRefund(1);
    expect(await balances()).toEqual({ RESERVED: 14_999 });

    expect(await decide(anticipation.id, 'PAY')).toMatchObject({ code: 'ANTICIPATION_CHANGED' });
    expect(await balances()).toEqual({ RESERVED: 14_999 });
    await decide(anticipation.id, 'REFUSE', 'Mudou');
    expect(await balances()).toEqual({ PENDING: 14_999 });

    const { anticipation: second } = await request(10_000, 100);
    await market.inspector.rows('UPDATE ledger_hold SET dispute_id = $2 WHERE person_id = $1', [seller.id, newId()]);
    expect(await decide(second.id, 'PAY')).toMatchObject({ code: 'ANTICIPATION_CHANGED' });

    await postRefund(14_999);
    expect(await decide(second.id, 'PAY')).toMatchObject({ code: 'ANTICIPATION_CHANGED' });
    expect(await decide(second.id, 'REFUSE', 'Nada resta')).toEqual({});
    expect(await balances()).toEqual({});
    expect(await problems()).toEqual([]);
  });
});

describe('anticipations.cancelAnticipation', () => {
  it('gives everything back to where it was', async () => {
    await hold([[10_000, 10]]);
    const { anticipation } = await request(10_000, 100);

    expect(await cancel(anticipation.id)).toEqual({});

    expect(await balances()).toEqual({ PENDING: 10_000 });
    expect(await holds()).toEqual(['10000 PENDING OPEN']);
    expect((await recorded()).at(-1)).toMatchObject({ type: 'anticipation.canceled', actor_id: seller.id });
    expect(await decide(anticipation.id, 'PAY')).toMatchObject({ code: 'ANTICIPATION_DECIDED' });
    expect(await cancel(newId())).toMatchObject({ code: 'ANTICIPATION_NOT_FOUND' });
  });
});

describe('what nobody has decided when its time comes', () => {
  it('is given up whole, and what is due is released', async () => {
    await hold([
      [10_000, 10],
      [5_000, 20],
    ]);
    const { anticipation } = await request(15_000, 200);
    expect(await expireDue(market.node.app)).toBe(false);
    await market.inspector.rows(
      'UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE person_id = $1 AND amount = 10000',
      [seller.id],
    );
    // Nothing is released from a hold while its anticipation waits.
    await releaseDue(market.node.app);
    expect(await balances()).toEqual({ RESERVED: 15_000 });

    expect(await expireDue(market.node.app)).toBe(true);

    expect(await balances()).toEqual({ PENDING: 15_000 });
    expect(await expireDue(market.node.app)).toBe(false);
    await releaseDue(market.node.app);
    expect(await balances()).toEqual({ PENDING: 5_000, AVAILABLE: 10_000 });
    expect(await decide(anticipation.id, 'PAY')).toMatchObject({ code: 'ANTICIPATION_DECIDED' });
    expect((await recorded()).at(-1)).toMatchObject({
      type: 'anticipation.canceled',
      actor_id: null,
      details: { isExpired: true },
    });
    expect(await notificationsOf(seller, 'anticipation.refused')).toMatchObject([{ amount: 15_000, currency: 'BRL' }]);
  });
});

describe('the lists', () => {
  it('show one’s own page by page, and to administrators everybody’s with their sum', async () => {
    await hold([[10_000, 10]]);
    const ids: string[] = [];
    for (const amount of [1_000, 2_000, 3_000]) ids.unshift((await request(amount, 100)).anticipation.id);
    await decide(ids[0] as string, 'PAY');
    await cancel(ids[2] as string);

    const first = await query(seller, 'listAnticipations', { limit: '2' });
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    const second = await query(seller, 'listAnticipations', { limit: '2', after: first.next });
    expect(second).toMatchObject({ items: [{ id: ids[2], state: 'CANCELED' }], next: null });

    const search = seller.email;
    const open = await query(admin, 'listRequested', { view: 'OPEN', search });
    expect(open).toMatchObject({ count: 1, total: 2_000, next: null });
    expect(open.items).toMatchObject([{ id: ids[1], person: { id: seller.id, name: 'Vera Vendedora' } }]);
    expect(await query(admin, 'listRequested', { view: 'PAID', search })).toMatchObject({ count: 1, total: 3_000 });
    const all = await query(admin, 'listRequested', { view: 'ALL', search, limit: '2' });
    expect(all).toMatchObject({ count: 3, total: 6_000, items: [{ id: ids[0] }, { id: ids[1] }] });
    const rest = await query(admin, 'listRequested', { view: 'ALL', search, limit: '2', after: all.next });
    expect(rest).toMatchObject({ items: [{ id: ids[2] }], next: null });
    const past = { view: 'ALL', search, from: '2026-01-01', to: '2026-01-31' };
    expect(await query(admin, 'listRequested', past)).toMatchObject({ items: [], currency: 'BRL', count: 0, total: 0 });
    const mistaken = { view: 'PAID', from: '2026-02-01', to: '2026-01-31' };
    expect(await query(admin, 'listRequested', mistaken)).toMatchObject({ code: 'PERIOD_INVALID' });
  });
});
