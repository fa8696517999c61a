import { randomUUID } from 'node:crypto';
import type { Currency } from '@feira/schemas/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../../../test/capture-log.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { readBalances } from '../../../test/read-ledger.ts';
import { auditLedger } from './audit.ts';
import { type Entry, type Movement, post } from './model.ts';
import { releaseDue } from './release.ts';

const DAY_MS = 86_400_000;
const BANK = '00000000-0000-7000-8000-0000000000b1';

let market: Market;
let paymentId: string;
let personId: string;

beforeAll(async () => {
  // Nothing is released but where a test does it.
  market = await openMarket({ isListening: false });
});
beforeEach(async () => {
  paymentId = (await market.buyPix()).paymentId;
  personId = randomUUID();
  await market.inspector.rows('INSERT INTO person (platform_id, id, name, email) VALUES ($1, $2, $3, $4)', [
    market.world.platformId,
    personId,
    'Ana',
    `${personId}@example.com`,
  ]);
});
afterAll(() => market?.close());

async function write(entries: (Entry | Movement)[], currency: Currency = 'BRL', payment = paymentId): Promise<boolean> {
  const { platformId } = market.world;
  const facts = {
    kind: 'ADJUSTMENT' as const,
    source: randomUUID(),
    currency,
    occurredAt: new Date(),
    paymentId: payment,
  };
  const [result] = await market.node.app.database.write(platformId, [post(platformId, { ...facts, entries })]);
  return result.rows[0]!.isNew;
}

/** Holds money of one payment, in parts of these cents, due this number of days from now. */
const hold = (amounts: number[], days = -1, currency: Currency = 'BRL', payment = paymentId) => {
  const amount = amounts.reduce((sum, part) => sum + part, 0);
  const releaseAt = new Date(Date.now() + days * DAY_MS);
  const holds = amounts.map((part) => ({ reason: 'RELEASE' as const, amount: part, releaseAt, rule: { days: 1 } }));
  return write(
    [
      { kind: 'PROVIDER', ownerId: BANK, amount: -amount },
      { kind: 'SHARE', ownerId: personId, amount, holds },
    ],
    currency,
    payment,
  );
};

const balances = (currency: Currency = 'BRL') => readBalances(market, personId, currency);
const holds = () =>
  market.inspector.rows<{ id: string; state: string; amount: number }>(
    'SELECT id, state, amount::int FROM ledger_hold WHERE person_id = $1 ORDER BY amount',
    [personId],
  );
const states = async () => (await holds()).map(({ state }) => state);
const postings = () =>
  market.inspector.rows<{ source: string; payment_id: string | null; explanation: { holds: string[] } }>(
    `SELECT DISTINCT t.source, t.payment_id, t.explanation FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
     JOIN ledger_account a ON a.id = e.account_id WHERE a.owner_id = $1 AND t.kind = 'RELEASE'`,
    [personId],
  );
const sweep = () => releaseDue(market.node.app);
const problems = async () => (await auditLedger(market.node.app.database.jobs, market.world.platformId)).problems;

describe('money whose time has come', () => {
  it('is released once, by however many sweeps at once', async () => {
    await hold([100, 250]);
    await hold([70], -1, 'USD', (await market.buyPix()).paymentId);

    await Promise.all([sweep(), sweep(), sweep(), sweep()]);

    expect(await balances()).toEqual({ AVAILABLE: 350 });
    expect(await balances('USD')).toEqual({ AVAILABLE: 70 });
    expect(await states()).toEqual(['RELEASED', 'RELEASED', 'RELEASED']);
    expect(await postings()).toHaveLength(2);
    expect(await sweep()).toBe(false);
    expect(await problems()).toEqual([]);
  });

  it('is released at most a hundred parts at a time', async () => {
    await hold(Array.from({ length: 130 }, (_, index) => index + 1));

    expect(await sweep()).toBe(true);
    expect((await postings())[0]?.explanation.holds).toHaveLength(100);
    expect(await sweep()).toBe(true);

    expect(await balances()).toEqual({ AVAILABLE: (130 * 131) / 2 });
    const made = await postings();
    expect(made.map(({ explanation }) => explanation.holds.length).sort()).toEqual([100, 30]);
    expect(made.every((posting) => posting.payment_id === paymentId)).toBe(true);
    expect(made.every(({ source, explanation }) => source === `release:${explanation.holds[0]}`)).toBe(true);
  });

  it('pays first what its owner owes', async () => {
    await write([
      { kind: 'TAKE', ownerId: personId, amount: -300 },
      { kind: 'DISPUTES', amount: 300 },
    ]);
    await hold([200, 250]);
    expect(await balances()).toEqual({ PENDING: 450, OWED: -300 });

    await sweep();

    expect(await balances()).toEqual({ AVAILABLE: 150 });
  });

  it('stays where its time is not yet, where a dispute keeps it, and where an anticipation has it', async () => {
    await hold([100], 1);
    await hold([200, 300, 400], -1, 'BRL', (await market.buyPix()).paymentId);
    const [, disputed, promised] = await holds();
    await market.inspector.rows('UPDATE ledger_hold SET dispute_id = $2 WHERE id = $1', [disputed?.id, randomUUID()]);
    await write([{ kind: 'RESERVE', ownerId: personId, holdId: promised?.id as string, anticipationId: randomUUID() }]);

    await sweep();

    expect(await states()).toEqual(['OPEN', 'OPEN', 'OPEN', 'RELEASED']);
    expect(await balances()).toEqual({ PENDING: 300, RESERVED: 300, AVAILABLE: 400 });
    expect(await sweep()).toBe(false);
  });

  it('waits for nobody whose accounts are busy, and is passed over where it was taken back meanwhile', async () => {
    await hold([100, 250]);
    await hold([70], -1, 'USD', (await market.buyPix()).paymentId);
    const { app } = market.node;
    const { platformId } = market.world;
    const log = captureLog(app, 'error');
    await app.database.transaction(platformId, async (transaction) => {
      await transaction.run({
        text: `SELECT 1 FROM ledger_account WHERE owner_id = $1 AND currency = 'BRL' FOR UPDATE`,
        values: [personId],
      });
      expect(await sweep()).toBe(true);
      // A sweep that waits fails after a while, and says so.
      expect(log).toEqual([]);
      expect(await states()).toEqual(['RELEASED', 'OPEN', 'OPEN']);
      const entries: (Entry | Movement)[] = [
        { kind: 'SHARE', ownerId: personId, amount: -250 },
        { kind: 'REFUNDS', amount: 250 },
      ];
      const facts = {
        kind: 'REFUND',
        source: randomUUID(),
        currency: 'BRL',
        occurredAt: new Date(),
        paymentId,
      } as const;
      const { values } = post(platformId, { ...facts, entries });
      await transaction.run({ text: 'SELECT ledger_post($1, $2)', values });
    });
    await sweep();

    expect(await balances()).toEqual({ AVAILABLE: 100 });
    expect((await states()).sort()).toEqual(['RELEASED', 'RELEASED', 'TAKEN']);
    expect(await problems()).toEqual([]);
  });

  it('is settled where it was paid out before its time, and given to nobody again', async () => {
    await hold([100, 200]);
    const [first] = await holds();
    await write([{ kind: 'RELEASE', ownerId: personId, holdId: first?.id as string, state: 'ANTICIPATED' }]);
    expect(await states()).toEqual(['ANTICIPATED', 'OPEN']);

    await sweep();

    expect(await states()).toEqual(['SETTLED', 'RELEASED']);
    expect(await balances()).toEqual({ AVAILABLE: 300 });
  });
});
