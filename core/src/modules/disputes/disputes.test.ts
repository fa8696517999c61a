import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import {
  callDisputes,
  deliverEvents,
  disputesOf,
  openPeople,
  type People,
  type Sold,
  sell,
} from '../../../test/disputed-sales.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { readBalances } from '../../../test/read-ledger.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { listConnections } from '../connections/service.ts';
import { post } from '../ledger/model.ts';
import { releaseDue } from '../ledger/release.ts';
import { authoriseRefund, findPayment, refundRefusalOf } from '../payments/service.ts';
import { notifyExpired } from './expiry.ts';
import { closeOpen, correctClosed, setSettled } from './model.ts';
import { settleClosed } from './outcomes.ts';
import { pollChargebacks } from './polling.ts';

const PRICE = 9_990;
/** 4.99 % and 1.00 of 99.90 are the platform's 5.98. */
const SHARE = 9_392;

let market: Market;
let people: People;
let sold: Sold;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  people = await openPeople(market);
});
beforeEach(async () => {
  sold = await sell(market, PRICE);
});
afterAll(() => market?.close());

const { stringify } = JSON;
const maria = () => readBalances(market, market.world.sellerId);
const disputes = () => disputesOf(market, sold.paymentId);
const status = async () => (await market.readPayment(sold.paymentId)).status;
const call = (name: string, input: Record<string, unknown>, headers = people.admin.headers) =>
  callDisputes(market, name, headers, input);
const openMed = async (extra: Record<string, unknown> = {}) => {
  const input = { paymentId: sold.publicId, kind: 'MED', reason: 'Golpe relatado ao banco', ...extra };
  const { status: code, body } = await call('openDispute', input);
  if (code !== 200) throw new Error(stringify(body));
  return body.disputeId as string;
};
const makeDue = () =>
  market.inspector.rows(`UPDATE ledger_hold SET release_at = now() - interval '1 minute' WHERE release_at > now()`);
/** Balances add up over the tests of this file: each looks at what it changed. */
async function changeOf(work: () => Promise<unknown>) {
  const before = await maria();
  await work();
  const after = await maria();
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const change = (after[kind] ?? 0) - (before[kind] ?? 0);
      return change === 0 ? [] : [[kind, change]];
    }),
  );
}
const notificationsOf = (type: string) =>
  market.inspector.rows<{ parameters: Record<string, unknown> }>(
    `SELECT n.parameters FROM notification n WHERE n.type = $1 AND n.source LIKE ANY (SELECT 'dispute:' || d.id || ':%' FROM dispute d WHERE d.payment_id = $2)`,
    [type, sold.paymentId],
  );

describe('a chargeback', () => {
  it('opens one case, however often its event is told', async () => {
    expect(await changeOf(() => sold.chargeBack())).toEqual({ PENDING: -SHARE });
    await deliverEvents(market, sold.paymentId, 3);
    await deliverEvents(market, sold.paymentId);

    expect(await disputes()).toMatchObject([{ kind: 'CHARGEBACK', state: 'OPEN', amount: PRICE, held_amount: 0 }]);
    expect(await notificationsOf('dispute.opened')).toMatchObject([
      { parameters: { amount: PRICE, kind: 'CHARGEBACK' } },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('that is won brings the money back, and no later word of it takes it away again', async () => {
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);
    const [{ id } = { id: '' }] = await disputes();

    expect(
      await changeOf(() => call('closeDispute', { disputeId: id, outcome: 'WON', note: 'Carta do banco' })),
    ).toEqual({
      PENDING: SHARE,
    });
    await sold.poll();
    await deliverEvents(market, sold.paymentId);

    expect(await status()).toBe('APPROVED');
    expect(await disputes()).toMatchObject([
      { state: 'WON', closed_by: people.admin.id, settled_at: expect.any(Date) },
    ]);
    expect(await notificationsOf('dispute.closed')).toMatchObject([{ parameters: { outcome: 'WON' } }]);
    const again = await call('closeDispute', { disputeId: id, outcome: 'LOST' });
    expect([again.status, again.body.code]).toEqual([409, 'DISPUTE_CLOSED']);
    await checkWorld(market.node.databaseUrl);
  });

  it('that is lost or given up changes nothing any more', async () => {
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);
    const [{ id } = { id: '' }] = await disputes();

    expect(await changeOf(() => call('acceptDispute', { disputeId: id }, people.seller))).toEqual({});

    expect(await status()).toBe('CHARGEBACK');
    expect(await disputes()).toMatchObject([{ state: 'ACCEPTED' }]);
  });

  it('is won where its provider, asked, called it taken back before and calls it paid now', async () => {
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);
    await pollChargebacks(market.node.app);
    expect(await disputes()).toMatchObject([{ state: 'OPEN' }]);

    const connection = (await listConnections(market.node.app, market.world.platformId)).get(market.connectionId);
    const asked = vi.spyOn(connection?.provider as { getTransaction: () => Promise<unknown> }, 'getTransaction');
    asked.mockResolvedValue({ transactionId: sold.transactionId, providerStatus: 'paid', amount: PRICE });
    await pollChargebacks(market.node.app).finally(() => asked.mockRestore());

    expect(await disputes()).toMatchObject([{ state: 'WON', closed_by: null, settled_at: expect.any(Date) }]);
    expect(await status()).toBe('APPROVED');
    await checkWorld(market.node.databaseUrl);
  });
});

describe('a special return', () => {
  it('keeps what is held from being released, and lets it go where it is won', async () => {
    expect(await changeOf(() => openMed({ providerReference: 'BACEN-1' }))).toEqual({});
    const [{ id } = { id: '' }] = await disputes();
    expect(await disputes()).toMatchObject([{ kind: 'MED', amount: PRICE, held_amount: SHARE }]);
    await makeDue();
    await releaseDue(market.node.app);
    expect(await market.inspector.rows('SELECT state FROM ledger_hold WHERE dispute_id = $1', [id])).toEqual([
      { state: 'OPEN' },
    ]);
    const payment = await findPayment(market.node.app, market.world.platformId, sold.paymentId);
    expect(payment && refundRefusalOf(payment, 100)).toBe('DISPUTED');

    await call('closeDispute', { disputeId: id, outcome: 'WON' });
    expect(await changeOf(() => releaseDue(market.node.app))).toEqual({ PENDING: -SHARE, AVAILABLE: SHARE });

    expect(await status()).toBe('APPROVED');
    await checkWorld(market.node.databaseUrl);
  });

  it('takes what was released already aside as far as it goes, and gives it back where it is won', async () => {
    await makeDue();
    await releaseDue(market.node.app);
    expect(await changeOf(openMed)).toEqual({ AVAILABLE: -SHARE, RESERVED: SHARE });
    const [{ id } = { id: '' }] = await disputes();
    expect(await disputes()).toMatchObject([{ held_amount: SHARE }]);
    await checkWorld(market.node.databaseUrl);

    expect(await changeOf(() => call('closeDispute', { disputeId: id, outcome: 'WON' }))).toEqual({
      AVAILABLE: SHARE,
      RESERVED: -SHARE,
    });
  });

  it('that is lost takes the kept money, opens nothing of its own, and is lost once', async () => {
    await makeDue();
    await releaseDue(market.node.app);
    const id = await openMed();

    expect(await changeOf(() => call('closeDispute', { disputeId: id, outcome: 'LOST' }))).toEqual({
      RESERVED: -SHARE,
    });
    await deliverEvents(market, sold.paymentId, 2);

    expect(await status()).toBe('CHARGEBACK');
    expect(await disputes()).toHaveLength(1);
    await checkWorld(market.node.databaseUrl);
  });

  it('about a part of the price keeps whole holds, and takes only that part where it is lost', async () => {
    const id = await openMed({ amount: 3_330 });
    expect(await disputes()).toMatchObject([{ amount: 3_330, held_amount: SHARE }]);

    const change = await changeOf(() => call('closeDispute', { disputeId: id, outcome: 'LOST' }));
    await market.inspector.rows('UPDATE dispute SET settled_at = NULL WHERE id = $1', [id]);
    expect(await changeOf(() => settleClosed(market.node.app))).toEqual({});

    // 6,660 of 9,990 are kept: the platform's 598 become 398, the seller has the rest.
    expect(change).toEqual({ PENDING: 6_262 - SHARE });
    expect(await market.readPayment(sold.paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 3_330 });
    await checkWorld(market.node.databaseUrl);
  });

  it('is lost where its provider takes the charge back or refunds it meanwhile', async () => {
    await openMed();
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId, 2);
    expect(await disputes()).toMatchObject([{ kind: 'MED', state: 'LOST', closed_by: null }]);

    sold = await sell(market, PRICE);
    await openMed();
    await sold.refund(PRICE);
    await deliverEvents(market, sold.paymentId, 2);
    expect(await disputes()).toMatchObject([{ kind: 'MED', state: 'LOST', closed_by: null }]);
    expect(await status()).toBe('REFUNDED');
    await checkWorld(market.node.databaseUrl);
  });

  it('whose money was taken out leaves a debt, which later sales pay', async () => {
    const { platformId, sellerId } = market.world;
    await makeDue();
    await releaseDue(market.node.app);
    const { AVAILABLE = 0 } = await maria();
    const taken = { kind: 'WITHDRAWAL', source: randomUUID(), currency: 'BRL', occurredAt: new Date() } as const;
    await market.node.app.database.write(platformId, [
      post(platformId, {
        ...taken,
        entries: [
          { kind: 'AVAILABLE', ownerId: sellerId, amount: -AVAILABLE },
          { kind: 'WITHDRAWN', amount: AVAILABLE },
        ],
      }),
    ]);
    const id = await openMed();
    expect(await disputes()).toMatchObject([{ held_amount: 0 }]);

    await call('closeDispute', { disputeId: id, outcome: 'LOST' });
    expect((await maria()).OWED).toBe(-SHARE);
    const next = await sell(market, PRICE);
    await makeDue();
    await releaseDue(market.node.app);
    expect(next.publicId).toBeTruthy();
    expect(await maria()).not.toHaveProperty('OWED');
    await checkWorld(market.node.databaseUrl);
  });

  it.each([
    ['of a payment that is none', { paymentId: 'nnnnnnnnnnnnnnnnnnnnnn' }, 'PAYMENT_NOT_FOUND', 'paymentId'],
    ['of more than is left', { amount: PRICE + 1 }, 'REFUND_TOO_LARGE', 'amount'],
    ['whose time is over', { dueAt: '2026-01-01T00:00:00Z' }, 'DISPUTE_EXPIRED', 'dueAt'],
  ])('%s is refused and says why', async (_, extra, code, field) => {
    const input = { paymentId: sold.publicId, kind: 'MED', reason: 'x', ...extra };
    const { body } = await call('openDispute', input);
    expect([body.code, body.details[0].field]).toEqual([code, field]);
  });

  it('refuses every refund while it is open', async () => {
    const { app } = market.node;
    const payment = await findPayment(app, market.world.platformId, sold.paymentId);
    if (!payment) throw new Error('There is no such payment.');
    await openMed();

    const order = { id: randomUUID(), amount: 100, authorisedAs: 'admin', authorisedBy: null, note: null } as const;
    const { refusal } = await app.database.transaction(payment.platformId, (transaction) =>
      authoriseRefund(app, transaction, payment, order),
    );
    expect(refusal).toBe('DISPUTED');
  });

  it('is opened once for one payment, and not for one that was given back', async () => {
    await openMed();
    const second = await call('openDispute', { paymentId: sold.publicId, kind: 'CHARGEBACK', reason: 'x' });
    expect(second.body.code).toBe('PAYMENT_DISPUTED');
    sold = await sell(market, PRICE);
    await sold.refund(PRICE);
    const { body } = await call('openDispute', { paymentId: sold.publicId, kind: 'MED', reason: 'x' });
    expect(body.code).toBe('DISPUTE_UNAVAILABLE');
  });
});

describe('an outcome', () => {
  it.each(['WON', 'LOST'] as const)(
    '(%s) that a process died before carrying out is finished, once',
    async (outcome) => {
      await makeDue();
      await releaseDue(market.node.app);
      const id = await openMed();
      const { platformId } = market.world;
      const ending = { id, outcome, closedBy: null, note: '', closedAt: new Date(), event: null };
      await market.node.app.database.write(platformId, [closeOpen(platformId, ending)]);

      const expected = outcome === 'WON' ? { AVAILABLE: SHARE, RESERVED: -SHARE } : { RESERVED: -SHARE };
      expect(await changeOf(() => Promise.all([1, 2, 3].map(() => settleClosed(market.node.app))))).toEqual(expected);

      expect(await status()).toBe(outcome === 'WON' ? 'APPROVED' : 'CHARGEBACK');
      expect(await changeOf(() => settleClosed(market.node.app))).toEqual({});
      await checkWorld(market.node.databaseUrl);
    },
  );
});

describe('a correction', () => {
  const correct = (disputeId: string, outcome: string, note = 'Carta do banco de 21/11') =>
    call('correctDispute', { disputeId, outcome, note });

  it('of a lost chargeback brings its money back, and takes it again where it was wrong itself', async () => {
    await sold.chargeBack();
    await deliverEvents(market, sold.paymentId);
    const [{ id } = { id: '' }] = await disputes();
    await call('closeDispute', { disputeId: id, outcome: 'LOST' });

    expect(await changeOf(() => correct(id, 'WON'))).toEqual({ PENDING: SHARE });
    expect(await status()).toBe('APPROVED');
    expect(await changeOf(() => Promise.all([correct(id, 'WON'), correct(id, 'WON')]))).toEqual({});
    expect(await changeOf(() => correct(id, 'LOST'))).toEqual({ PENDING: -SHARE });
    await deliverEvents(market, sold.paymentId);
    await sold.poll();
    expect(await status()).toBe('CHARGEBACK');
    expect(await changeOf(() => correct(id, 'WON'))).toEqual({ PENDING: SHARE });

    expect(await disputes()).toMatchObject([{ state: 'WON', settled_at: expect.any(Date) }]);
    expect((await notificationsOf('dispute.closed')).map(({ parameters }) => parameters.outcome).sort()).toEqual(
      ['LOST', 'WON', 'LOST', 'WON'].sort(),
    );
    const events = await market.inspector.rows<{ details: object }>(
      `SELECT details FROM audit_event WHERE type = 'dispute.corrected' AND subject_id = $1 ORDER BY created_at`,
      [id],
    );
    expect(events).toMatchObject([
      { details: { was: 'LOST', outcome: 'WON', note: 'Carta do banco de 21/11' } },
      { details: { was: 'WON', outcome: 'LOST' } },
      { details: { was: 'LOST', outcome: 'WON' } },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('of a special return moves its part alone, also where what was kept has been let go', async () => {
    const id = await openMed({ amount: 3_330 });
    await call('closeDispute', { disputeId: id, outcome: 'LOST' });
    expect(await changeOf(() => correct(id, 'WON'))).toEqual({ PENDING: SHARE - 6_262 });
    expect(await market.readPayment(sold.paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 0 });
    await makeDue();
    await releaseDue(market.node.app);
    expect(await changeOf(() => correct(id, 'LOST'))).toEqual({ AVAILABLE: 6_262 - SHARE });
    expect(await market.readPayment(sold.paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 3_330 });

    sold = await sell(market, PRICE);
    const whole = await openMed();
    await call('acceptDispute', { disputeId: whole });
    expect(await changeOf(() => correct(whole, 'LOST'))).toEqual({});
    expect(await changeOf(() => correct(whole, 'WON'))).toEqual({ PENDING: SHARE });
    expect(await disputes()).toMatchObject([{ state: 'WON' }]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is carried out by the job where a process died, and never by who was still at the outcome before', async () => {
    const id = await openMed();
    const { platformId } = market.world;
    const { app } = market.node;
    await call('closeDispute', { disputeId: id, outcome: 'WON' });
    const correction = { id, outcome: 'LOST', closedBy: null, note: 'x', closedAt: new Date() } as const;
    await app.database.write(platformId, [correctClosed(platformId, correction)]);
    await app.database.write(platformId, [setSettled(platformId, { id, corrections: 0 }, new Date())]);

    expect(await changeOf(() => Promise.all([1, 2].map(() => settleClosed(app))))).toEqual({ PENDING: -SHARE });
    expect(await status()).toBe('CHARGEBACK');
    await checkWorld(market.node.databaseUrl);
  });

  it('waits for the outcome, gives a reason, and for another case of the same payment', async () => {
    const id = await openMed({ amount: 1_000 });
    expect((await correct(id, 'WON')).body.code).toBe('DISPUTE_OPEN');
    await call('closeDispute', { disputeId: id, outcome: 'WON' });
    expect((await correct(id, 'LOST', ' ')).body.code).toBe('VALIDATION_FAILED');
    await openMed();
    expect((await correct(id, 'LOST')).body.code).toBe('PAYMENT_DISPUTED');
    expect((await correct(randomUUID(), 'LOST')).body.code).toBe('DISPUTE_NOT_FOUND');
    expect((await call('correctDispute', { disputeId: id, outcome: 'LOST', note: 'x' }, people.seller)).status).toBe(
      403,
    );
  });
});

describe('a time that is over', () => {
  it('is told once to the seller and refuses answers; the case stays open', async () => {
    const id = await openMed();
    await market.inspector.rows(`UPDATE dispute SET due_at = now() - interval '1 minute' WHERE id = $1`, [id]);

    await Promise.all([notifyExpired(market.node.app), notifyExpired(market.node.app)]);
    await notifyExpired(market.node.app);

    expect(await notificationsOf('dispute.expired')).toHaveLength(1);
    const late = await call(
      'answerDispute',
      { disputeId: id, defence: 'O cliente recebeu tudo no prazo.' },
      people.seller,
    );
    expect([late.status, late.body.code]).toEqual([422, 'DISPUTE_EXPIRED']);
    expect(await disputes()).toMatchObject([{ state: 'OPEN' }]);
  });

  it('is not told while something else works on the case, which delays no other', async () => {
    const [busy, other] = [await openMed(), await openMed({ paymentId: (await sell(market, PRICE)).publicId })];
    await market.inspector.rows(`UPDATE dispute SET due_at = now() - interval '1 minute' WHERE id = $1`, [other]);
    await market.inspector.rows(`UPDATE dispute SET due_at = now() - interval '1 hour' WHERE id = $1`, [busy]);
    const expired = () =>
      market.inspector.rows('SELECT id FROM dispute WHERE expired_at IS NOT NULL AND id = ANY($1)', [[busy, other]]);

    await market.node.app.database.transaction(market.world.platformId, async (transaction) => {
      await transaction.run({ text: 'SELECT 1 FROM dispute WHERE id = $1 FOR UPDATE', values: [busy] });
      await notifyExpired(market.node.app);
      expect(await expired()).toEqual([{ id: other }]);
    });
    await notifyExpired(market.node.app);

    expect(await expired()).toHaveLength(2);
  });
});

describe('by itself', () => {
  it('a node hears of chargebacks', async () => {
    await sold.chargeBack();
    const busy = await openMarket();
    try {
      const other = await sell(busy, PRICE);
      await other.chargeBack();
      await waitFor('the case is open', async () => (await disputesOf(busy, other.paymentId)).length === 1);
    } finally {
      await busy.close();
    }
  });
});
