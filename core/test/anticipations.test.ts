/** Races anticipations against everything else that happens to a sale: whatever comes first, each cent is counted once. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireAnticipation } from '../src/modules/anticipations/service.ts';
import { auditLedger } from '../src/modules/ledger/audit.ts';
import { releaseDue } from '../src/modules/ledger/release.ts';
import { applyCommand, disputeEvidence, findPayment } from '../src/modules/payments/service.ts';
import { isLocked } from '../src/plugins/database.ts';
import { newId } from '../src/shared/ids.ts';
import { chargeBackAtProvider, pollPayment, refundAtProvider, sellPaid } from './at-provider.ts';
import { checkWorld } from './check-world.ts';
import { openDraw, rounds, SEED } from './draw.ts';
import { type Bought, type Market, openMarket } from './market.ts';
import { readBalances } from './read-ledger.ts';
import { openSessionOf, openStaff } from './staff.ts';

const ROUNDS = rounds({ short: 40, long: 250 });
const PRICE = 9_990;
/** 4.99 % and 1.00 of 99.90 are 5.98; a tenth of the 93.92 left stays as a reserve. */
const SHARE = 9_392;
const RESERVE = 939;
const HELD = SHARE - RESERVE;

let market: Market;
let seller: Record<string, string>;
let admin: Record<string, string>;

beforeAll(async () => {
  // Nothing is released, expired or polled unless the test does it.
  market = await openMarket({ isListening: false });
  const { node, world, inspector } = market;
  const settings = {
    anticipation: { isOffered: true, basisPointsPerDay: 12, automaticUpTo: 1_500 },
    release: {
      PIX: { days: 10, reserveBasisPoints: 1_000, reserveDays: 90 },
      CREDIT_CARD: { days: 30, reserveBasisPoints: 0 },
      BILLET: { days: 3, reserveBasisPoints: 0 },
    },
  };
  await inspector.rows('UPDATE platform SET settings = $2 WHERE platform_id = $1', [
    world.platformId,
    JSON.stringify(settings),
  ]);
  node.app.cache.forgetAll();
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  seller = await openSessionOf(node.app, world.platformId, world.sellerId);
  const permissions = ['isAntecipationsAvailable'] as const;
  admin = (await openStaff(node.app, world.platformId, { roles: ['admin'], permissions })).headers;
});
afterAll(() => market?.close());

const poll = (sale: Bought) => pollPayment(market, sale);

const sell = () => sellPaid(market, PRICE);
const refund = (sale: Bought, amount: number) => refundAtProvider(market, sale, amount);
const chargeBack = (sale: Bought) => chargeBackAtProvider(market, sale);

async function winDispute({ paymentId }: Bought): Promise<void> {
  const { app } = market.node;
  const payment = await findPayment(app, market.world.platformId, paymentId);
  if (payment?.status === 'CHARGEBACK')
    await applyCommand(app, payment, {
      kind: 'REPORTED',
      evidence: [disputeEvidence(newId(), 'WON', app.clock.now())],
    });
}

async function call(headers: Record<string, string>, name: string, payload: object): Promise<string> {
  const url = `/api/anticipations.${name}`;
  const idempotent = { ...headers, 'idempotency-key': newId() };
  const answer = await market.node.app.inject({ method: 'POST', url, headers: idempotent, payload });
  return answer.json().code ?? answer.json().anticipation?.state ?? 'DONE';
}
const request = (amount: number) => call(seller, 'requestAnticipation', { amount, expectedFee: amount });
const decide = (anticipationId: string, decision: 'PAY' | 'REFUSE') =>
  call(admin, 'decideAnticipation', { anticipationId, decision, reason: 'Revisão' });
const cancel = (anticipationId: string) => call(seller, 'cancelAnticipation', { anticipationId });

const listWaiting = async () =>
  (await market.inspector.rows<{ id: string }>(`SELECT id FROM anticipation WHERE state = 'WAITING' ORDER BY id`)).map(
    ({ id }) => id,
  );
const balances = () => readBalances(market, market.world.sellerId);
const holdsOf = async ({ paymentId }: Bought) =>
  (
    await market.inspector.rows<{ hold: string }>(
      `SELECT reason || ' ' || state || ' ' || amount AS hold FROM ledger_hold WHERE payment_id = $1 ORDER BY reason, release_at, amount`,
      [paymentId],
    )
  ).map(({ hold }) => hold);
const problems = async () => (await auditLedger(market.node.app.database.jobs, market.world.platformId)).problems;
const count = async (sql: string) =>
  (await market.inspector.rows<{ count: number }>(`SELECT (${sql})::int AS count`))[0]?.count ?? 0;

describe('an anticipated sale that is taken back', () => {
  it('closes what was to come once, and the seller gives back what they got', async () => {
    const sale = await sell();
    expect(await balances()).toEqual({ PENDING: SHARE });
    await request(HELD);
    const [id] = await listWaiting();
    await decide(id as string, 'PAY');
    // 9 whole days at 0.12 %; the tenth day has begun.
    const fee = Math.ceil((HELD * 9 * 12) / 10_000);
    expect(await balances()).toEqual({ PENDING: RESERVE, AVAILABLE: HELD - fee });

    await chargeBack(sale);
    await Promise.all([poll(sale), poll(sale), poll(sale)]);

    // The rest of the hold is released first. The fee was for money paid early, so it stays charged.
    expect(await balances()).toEqual({ OWED: -fee });
    expect(await holdsOf(sale)).toEqual(['RELEASE REVERSED 0', 'RESERVE TAKEN 0']);
    const taken = `SELECT count(*) FROM ledger_transaction WHERE kind = 'CHARGEBACK' AND payment_id = '${sale.paymentId}'`;
    expect(await count(taken)).toBe(1);
    await checkWorld(market.node.databaseUrl);

    // The hold becomes due, but nothing is left to release.
    await market.inspector.rows(
      'UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE payment_id = $1',
      [sale.paymentId],
    );
    await releaseDue(market.node.app);
    expect(await balances()).toEqual({ OWED: -fee });
    expect(await holdsOf(sale)).toEqual(['RELEASE REVERSED 0', 'RESERVE TAKEN 0']);

    // A won case returns the money to the seller, who first pays the debt.
    await winDispute(sale);
    expect(await balances()).toEqual({ AVAILABLE: SHARE - fee });
    await checkWorld(market.node.databaseUrl);
    expect(await problems()).toEqual([]);
  });

  it('in part stays open with what is left, and is settled at its time', async () => {
    const before = await balances();
    const sale = await sell();
    await request(HELD);
    await decide((await listWaiting())[0] as string, 'PAY');

    await refund(sale, PRICE / 2);
    await poll(sale);
    await refund(sale, 1_000);
    await poll(sale);

    const [release, reserve] = await holdsOf(sale);
    expect(release).toMatch(/^RELEASE ANTICIPATED/);
    expect(reserve).toBe('RESERVE TAKEN 0');
    const left = Number(release?.split(' ')[2]);
    expect(left).toBeGreaterThan(0);
    await market.inspector.rows(
      'UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE payment_id = $1',
      [sale.paymentId],
    );
    const held = await balances();
    await releaseDue(market.node.app);

    expect(await holdsOf(sale)).toEqual([`RELEASE SETTLED ${left}`, 'RESERVE TAKEN 0']);
    expect((await balances()).AVAILABLE).toBe(held.AVAILABLE);
    expect(held.AVAILABLE).toBeGreaterThan(before.AVAILABLE ?? 0);
    await checkWorld(market.node.databaseUrl);
  });
});

describe(`requests × releases × refunds × chargebacks × decisions × cancellations (seed ${SEED})`, () => {
  it(`leave the books right after ${ROUNDS} rounds of all at once`, async () => {
    const { below, deck, pick, shuffle } = openDraw();
    const takeBackBy = deck(['case', 'case', 'case', 'refund', ...Array<'part'>(6).fill('part')] as const);
    const isWonBack = deck([true, false]);
    const decision = deck(['PAY', 'PAY', 'REFUSE'] as const);
    const isCanceled = deck([true, false, false]);
    const isExpired = deck([true, false, false, false, false]);
    const { app } = market.node;
    const { platformId } = market.world;
    const sales: Bought[] = [await sell(), await sell()];
    const answers = new Set<string>();
    const heard = (name: string) => async (code: Promise<string>) => void answers.add(`${name} ${await code}`);

    /** Makes holds of every kind due now. */
    const passTime = async () => {
      const sale = pick(sales.slice(-6));
      await market.inspector.rows(
        `UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE payment_id = $1 AND state IN ('OPEN', 'ANTICIPATED')`,
        [sale.paymentId],
      );
      await releaseDue(app);
    };
    const takeBack = async () => {
      const sale = pick(sales.slice(-4));
      const by = takeBackBy();
      // The provider refuses to take money that has gone already.
      if (by === 'case') await chargeBack(sale).catch(() => undefined);
      else await refund(sale, by === 'refund' ? PRICE : 1 + below(4_000));
      await Promise.all([poll(sale), poll(sale)]);
      if (isWonBack()) await winDispute(sale);
    };

    // Runs each act alone first, so that each happens.
    const wish = async () => {
      expect(await request(2_000)).toBe('WAITING');
      return (await listWaiting()).at(-1) as string;
    };
    const paid = await wish();
    expect([await decide(paid, 'PAY'), await decide(paid, 'PAY')]).toEqual(['DONE', 'ANTICIPATION_DECIDED']);
    expect(await cancel(await wish())).toBe('DONE');
    const changed = await wish();
    for (const sale of sales) {
      await refund(sale, PRICE);
      await poll(sale);
    }
    expect([await decide(changed, 'PAY'), await decide(changed, 'REFUSE')]).toEqual(['ANTICIPATION_CHANGED', 'DONE']);

    // The sweep comes back to a person whose accounts are busy.
    const expire = (id: string) =>
      expireAnticipation(app, platformId, id).catch((error: unknown) => {
        if (!isLocked(error)) throw error;
      });
    for (let round = 1; round <= ROUNDS; round++) {
      sales.push(await sell());
      const waiting = await listWaiting();
      const chosen = [pick(waiting), pick(waiting), pick(waiting)].filter((id) => id !== undefined);
      const work: (() => Promise<unknown>)[] = [
        () => heard('request')(request(1 + below(12_000))),
        () => heard('request')(request(1 + below(12_000))),
        passTime,
        takeBack,
        ...chosen.flatMap((id) => [
          () => heard('decide')(decide(id, decision())),
          ...(isCanceled() ? [() => heard('cancel')(cancel(id))] : []),
          ...(isExpired() ? [() => expire(id)] : []),
        ]),
      ];
      await Promise.all(shuffle(work).map((run) => run()));
      if (round % 50 === 0) await checkWorld(market.node.databaseUrl);
    }

    const expected = [
      ...['request WAITING', 'request PAID', 'request ANTICIPATION_UNAVAILABLE', 'request ANTICIPATION_TOO_LARGE'],
      ...['decide DONE', 'decide ANTICIPATION_CHANGED', 'decide ANTICIPATION_DECIDED'],
      ...['cancel DONE', 'cancel ANTICIPATION_DECIDED'],
    ];
    expect([...answers].filter((answer) => !expected.includes(answer))).toEqual([]);

    await checkWorld(market.node.databaseUrl);
    expect(await problems()).toEqual([]);
    const posted = (step: string) =>
      `(SELECT count(*) FROM ledger_transaction t WHERE t.source = 'anticipation:' || x.id || ':${step}')`;
    expect(
      await count(`SELECT count(*) FROM anticipation x WHERE ${posted('requested')} <> 1
        OR ${posted('paid')} <> CASE x.state WHEN 'PAID' THEN 1 ELSE 0 END
        OR ${posted('failed')} > CASE WHEN x.state IN ('REFUSED', 'CANCELED') THEN 1 ELSE 0 END`),
    ).toBe(0);
    expect(
      await count(
        `SELECT coalesce(sum(e.amount), 0) FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id AND a.kind = 'ANTICIPATION'`,
      ),
    ).toBe(await count(`SELECT coalesce(sum(fee), 0) FROM anticipation WHERE state = 'PAID'`));
    expect(
      await count(`SELECT count(*) FROM ledger_hold h JOIN anticipation x ON x.id = h.anticipation_id
        WHERE (x.state = 'PAID') <> (h.state IN ('ANTICIPATED', 'SETTLED', 'REVERSED')) AND x.state <> 'WAITING'`),
    ).toBe(0);
  });
});
