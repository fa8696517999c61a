/** Races every operation on one seller's money: each cent is counted once, and nothing deadlocks. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openManually } from '../src/modules/disputes/opening.ts';
import { closeByPerson, PROVIDER } from '../src/modules/disputes/outcomes.ts';
import { auditLedger } from '../src/modules/ledger/audit.ts';
import { releaseDue } from '../src/modules/ledger/release.ts';
import { applyCommand, authoriseRefund, findPayment } from '../src/modules/payments/service.ts';
import type { Evidence } from '../src/modules/payments/status.ts';
import type { PlatformContext } from '../src/plugins/platforms.ts';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { openDraw, rounds, SEED } from './draw.ts';
import { openSessionOf, openStaff, type Staff } from './staff.ts';
import { openPayouts, type Payouts, RULES } from './withdrawing.ts';
import { CPF } from './world.ts';

const ROUNDS = rounds({ short: 100, long: 1_000 });
const PRICE = 9_990;

let payouts: Payouts;
let admin: Staff;
let seller: Record<string, string>;
let platform: PlatformContext;
let destinationId: string;

beforeAll(async () => {
  // Only the rounds below do work; sweeps and jobs are off.
  payouts = await openPayouts({ isListening: false });
  const { node, world, inspector } = payouts;
  const { platformId, sellerId } = world;
  const settings = {
    withdrawals: { ...RULES, fee: 0, minimum: 1 },
    release: { PIX: { days: 0, reserveBasisPoints: 3_000, reserveDays: 30 } },
  };
  await inspector.rows('UPDATE platform SET settings = $2 WHERE platform_id = $1', [
    platformId,
    JSON.stringify(settings),
  ]);
  await inspector.rows('UPDATE person SET document = $2 WHERE id = $1', [sellerId, CPF]);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  destinationId = newId();
  await inspector.rows(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
     VALUES ($1, $2, $3, 'PIX_KEY', 'EMAIL', 'maria@example.com', 'Maria Vendedora', $4, now() - interval '1 hour')`,
    [platformId, destinationId, sellerId, CPF],
  );
  node.app.cache.forgetAll();
  platform = (await node.app.findPlatform(platformId)) as PlatformContext;
  seller = await openSessionOf(node.app, platformId, sellerId);
  admin = await openStaff(node.app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
});
afterAll(() => payouts.close());

interface Sale {
  paymentId: string;
  attemptId: string;
}

/** Buys once, and copies the sale for the other rounds. */
async function openSales(count: number): Promise<Sale[]> {
  const { inspector } = payouts;
  const bought = await payouts.buyPix();
  const copy = (table: string, of: string, changes: string, from: string) =>
    `INSERT INTO ${table} SELECT (jsonb_populate_record(null::${table}, to_jsonb(old) || jsonb_build_object(${changes}))).*
     FROM ${table} old, ${from} WHERE old.${of} = '${bought.paymentId}'`;
  await inspector.rows(
    'CREATE TABLE copied AS SELECT gen_random_uuid() AS payment, gen_random_uuid() AS attempt FROM generate_series(1, $1::int)',
    [count],
  );
  await inspector.rows(copy('payment', 'id', `'id', payment, 'public_id', payment`, 'copied'));
  await inspector.rows(
    copy(
      'payment_attempt',
      'payment_id',
      `'id', attempt, 'payment_id', payment, 'transaction_id', 'pix-' || attempt`,
      'copied',
    ),
  );
  const rows = await inspector.rows<Sale>('SELECT payment AS "paymentId", attempt AS "attemptId" FROM copied');
  await inspector.rows('DROP TABLE copied');
  return rows;
}

/** Applies a provider's report about a sale. */
async function applyStatus({ paymentId, attemptId }: Sale, status: Evidence['status']): Promise<void> {
  const { node, world } = payouts;
  const payment = await findPayment(node.app, world.platformId, paymentId);
  if (!payment) throw new Error('A copied payment is missing.');
  const said = {
    source: 'query' as const,
    attemptId,
    transactionId: `pix-${attemptId}`,
    providerStatus: status.toLowerCase(),
    status,
    isRecognised: true,
    amount: PRICE,
    paidAmount: PRICE,
    refundedAmount: null,
    movementIds: [],
    movementAmounts: null,
    reason: null,
    occurredAt: node.app.clock.now(),
  };
  await applyCommand(node.app, payment, { kind: 'REPORTED', evidence: [said] });
}

/** Expected refusals. Any other error fails the test, as does a deadlock. */
const REFUSALS = [
  ...[
    'BALANCE_TOO_LOW',
    'WITHDRAWAL_DECIDED',
    'DISPUTE_UNAVAILABLE',
    'PAYMENT_DISPUTED',
    'DISPUTE_CLOSED',
    'REFUND_TOO_LARGE',
  ],
  ...['DISPUTED', 'TOO_MUCH', 'NOT_PAID'],
];

describe(`withdrawals × refunds × disputes × chargebacks × releases (seed ${SEED})`, () => {
  it(`leave every balance right after ${ROUNDS} rounds of all at once`, async () => {
    const { below, deck, shuffle } = openDraw();
    const isDisputed = deck([true, false, false]);
    const isChargedBack = deck([true, false, false, false]);
    const isClosed = deck([true, false]);
    const isRejected = deck([true, false]);
    const outcome = deck(['WON', 'LOST'] as const);
    const { node, world, inspector } = payouts;
    const { app } = node;
    const { platformId, sellerId } = world;
    const sales = await openSales(ROUNDS + 1);
    const answers = new Set<string>();
    const heard = async (name: string, work: Promise<string | null | undefined>) => {
      const answer = (await work) ?? 'DONE';
      if (answer !== 'DONE' && !REFUSALS.includes(answer)) throw new Error(`${name} was answered ${answer}.`);
      answers.add(`${name} ${answer}`);
    };
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: { code?: string }) => {
          if (REFUSALS.includes(error.code ?? '')) return error.code;
          throw error;
        },
      );
    const withdraw = async (amount: number) =>
      (await payouts.call({ headers: seller } as Staff, 'requestWithdrawal', { amount, destinationId })).code;
    const decide = async (withdrawalId: string) =>
      (await payouts.call(admin, 'decideWithdrawal', { withdrawalId, decision: 'REJECT', reason: 'Revisão' })).code;
    const authorise = async ({ paymentId }: Sale, amount: number) => {
      const wanted = { id: newId(), amount, authorisedAs: 'seller', authorisedBy: sellerId, note: null } as const;
      const { refusal } = await app.database.transaction(platformId, (transaction) =>
        authoriseRefund(app, transaction, { platformId, id: paymentId }, wanted),
      );
      return refusal;
    };
    const dispute = (sale: Sale, amount: number) =>
      codeOf(
        openManually(app, platform, PROVIDER, { paymentId: sale.paymentId, kind: 'MED', amount, reason: 'Fraude' }),
      );
    const end = (id: string, outcome: 'WON' | 'LOST') =>
      codeOf(
        closeByPerson(app, platformId, { id, outcome, closedBy: null, note: '', caller: PROVIDER, sellerId: null }),
      );
    const one = async <T extends object>(sql: string) => (await inspector.rows<T>(sql))[0];

    // Runs each operation alone first: each succeeds, and an excess is refused.
    const first = sales[0] as Sale;
    await applyStatus(first, 'APPROVED');
    await releaseDue(app);
    await heard('withdraw', withdraw(1));
    await heard('withdraw', withdraw(PRICE * 1_000));
    await heard('reject', decide((await one<{ id: string }>('SELECT id FROM withdrawal'))?.id as string));
    await heard('refund', authorise(first, 1));
    await heard('dispute', dispute(first, 1));
    await heard('outcome', end((await one<{ id: string }>('SELECT id FROM dispute'))?.id as string, 'WON'));
    expect([...answers]).toEqual([
      ...['withdraw DONE', 'withdraw BALANCE_TOO_LOW', 'reject DONE', 'refund DONE', 'dispute DONE', 'outcome DONE'],
    ]);

    for (let round = 1; round <= ROUNDS; round++) {
      const sale = sales[round] as Sale;
      const before = sales[round - 1] as Sale;
      const open = await one<{ id: string }>(`SELECT id FROM dispute WHERE state = 'OPEN' ORDER BY opened_at LIMIT 1`);
      const waiting = await one<{ id: string }>(
        `SELECT id FROM withdrawal WHERE state = 'WAITING' ORDER BY random() LIMIT 1`,
      );
      const works: (() => Promise<void>)[] = [
        () =>
          heard(
            'approve',
            applyStatus(sale, 'APPROVED').then(() => null),
          ),
        () =>
          heard(
            'release',
            releaseDue(app).then(() => null),
          ),
        () => heard('withdraw', withdraw(1 + below(PRICE))),
        () => heard('refund', authorise(before, 1 + below(PRICE))),
        () => heard('refund', authorise(before, 1 + below(PRICE / 3))),
        ...(isDisputed() ? [() => heard('dispute', dispute(before, 1 + below(PRICE)))] : []),
        ...(isChargedBack()
          ? [
              () =>
                heard(
                  'chargeback',
                  applyStatus(before, 'CHARGEBACK').then(() => null),
                ),
            ]
          : []),
        ...(open && isClosed() ? [() => heard('outcome', end(open.id, outcome()))] : []),
        ...(waiting && isRejected()
          ? [() => heard('reject', decide(waiting.id)), () => heard('reject', decide(waiting.id))]
          : []),
      ];
      await Promise.all(shuffle(works).map((work) => work()));
      if (round % 250 === 0) await checkWorld(node.databaseUrl);
    }

    const beyond = await inspector.rows(
      `SELECT kind, balance FROM ledger_account WHERE owner_id = $1 AND (kind <> 'OWED' AND balance < 0 OR kind = 'OWED' AND balance > 0)`,
      [sellerId],
    );
    expect(beyond).toEqual([]);
    await checkWorld(node.databaseUrl);
    expect((await auditLedger(app.database.jobs, platformId)).problems).toEqual([]);
  });
});
