/**
 * Kills the server while it sends withdrawals, and compares the bank's payments with those that count as paid. The bank pays twice when it
 * is asked twice. TEST_SEED repeats one case.
 */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_KEY } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { openDraw, rounds, SEED } from '../../core/test/draw.ts';
import { openStaff, type Staff } from '../../core/test/staff.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { CPF } from '../../core/test/world.ts';
import { openPayoutBank, type PayoutBank } from './payout-bank.ts';
import { callUntilAnswered, DEADLINE_MS, hurry, killAt, openStage, type Stage } from './stage.ts';

const HOLDERS = rounds({ short: 8, long: 20 });
const EACH = rounds({ short: 2, long: 5 });
const AMOUNT = 10_000;
const FEE = 367;
const KILLS = rounds({ short: 1, long: 4 });
const BANK_KEY = 'payout_key_canary_0123456789';

type Holder = Staff & { destinationId: string };

let bank: PayoutBank;
let stage: Stage;
const holders: Holder[] = [];

beforeAll(async () => {
  bank = await openPayoutBank(openDraw());
  // Withdrawals of a person are summed, so that nobody goes below a limit by parts.
  const all = AMOUNT * EACH;
  const withdrawals = { fee: FEE, minimum: 0, automaticUpTo: all, secondApprovalAbove: all, coolingHours: 0 };
  stage = await openStage({
    provider: 'payout-bank',
    bankUrl: bank.url,
    secrets: { secretKey: BANK_KEY, webhookSecret: BANK_KEY },
    settings: { withdrawals },
    async prepare(app, prepared) {
      for (let index = 0; index < HOLDERS; index++) holders.push(await openHolder(app, prepared));
    },
  });
});

afterAll(async () => {
  await stage?.close();
  await bank?.close();
});

async function openHolder(app: FastifyInstance, { world, inspector, connectionId }: Stage): Promise<Holder> {
  const { platformId } = world;
  const holder = await openStaff(app, platformId, { roles: ['seller'] });
  const [destination] = await inspector.rows<{ id: string }>(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
     VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'vera@example.com', 'Vera', $3, now()) RETURNING id`,
    [platformId, holder.id, CPF],
  );
  const entries = [
    { kind: 'PROVIDER', ownerId: connectionId, amount: -AMOUNT * EACH },
    { kind: 'AVAILABLE', ownerId: holder.id, amount: AMOUNT * EACH },
  ];
  const posting = { id: holder.id, kind: 'SALE', source: holder.id, currency: 'BRL', occurredAt: new Date(), entries };
  await inspector.rows('SELECT ledger_post($1, $2)', [platformId, JSON.stringify(posting)]);
  return { ...holder, destinationId: destination?.id as string };
}

async function withdraw(holder: Holder, key: string): Promise<void> {
  const input = { amount: AMOUNT, destinationId: holder.destinationId };
  const { status, body } = await callUntilAnswered(stage, holder, 'payouts.requestWithdrawal', input, key);
  if (status !== 200) throw new Error(`Unexpected ${status}: ${JSON.stringify(body)}`);
}

const count = async (condition: string) =>
  (await stage.inspector.rows<{ count: number }>(`SELECT count(*)::int AS count FROM withdrawal WHERE ${condition}`))[0]
    ?.count ?? 0;
/** Also passes the ten minutes, once, in which a lost withdrawal may still be carried out. */
const DUE = `UPDATE withdrawal SET next_check_at = now(), sent_at = sent_at - CASE
    WHEN state = 'UNKNOWN' AND sent_at > now() - interval '10 minutes' THEN interval '10 minutes' ELSE interval '0' END
  WHERE id IN (SELECT id FROM withdrawal WHERE next_check_at > now() FOR UPDATE SKIP LOCKED)`;
const CLOSED = `state IN ('PAID', 'FAILED')`;

it(`${HOLDERS * EACH} withdrawals and ${KILLS} deaths of the server (seed ${SEED})`, async () => {
  const total = HOLDERS * EACH;
  const { below } = openDraw(SEED + 1);
  const deaths = Array.from({ length: KILLS }, () => below(total * 0.7));
  const asking = holders.map(async (holder) => {
    for (let index = 0; index < EACH; index++) await withdraw(holder, `${holder.id}-${index}`);
  });
  await hurry(stage, [DUE], async () => {
    // The kills come during calls: some have been made, and responses of others are under way.
    await Promise.all([...asking, killAt(stage, deaths, () => bank.payouts.length)]);
    await waitFor('everything has ended', async () => (await count(CLOSED)) === total, DEADLINE_MS);
  });

  expect(await count('true')).toBe(total);
  await checkWorld(stage.databaseUrl, {
    payouts: bank.payouts.map(({ reference, status }) => ({ reference, isPaid: status === 'paid' })),
    log: stage.server.log(),
    canaries: [BANK_KEY, CPF, 'vera@example.com', TEST_KEY],
  });
  const paid = bank.payouts.filter(({ status }) => status === 'paid');
  expect(paid.every(({ amount }) => amount === AMOUNT - FEE)).toBe(true);
  expect(await count(`state = 'PAID'`)).toBe(paid.length);
  // Every fate was drawn at least once.
  expect(await count('checks > 0')).toBeGreaterThan(0);
  expect(await count('misses > 0')).toBeGreaterThan(0);
});
