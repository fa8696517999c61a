/**
 * Kills the server during refunds of every kind, and compares the money that left the bank with the refunds on record: refunds of
 * sellers and administrators, chargebacks, special returns, and anticipations of the same money. TEST_SEED repeats one case.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPayment } from '../../core/src/modules/payments/service.ts';
import { newId } from '../../core/src/shared/ids.ts';
import { TEST_KEY } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { openDraw, rounds, SEED } from '../../core/test/draw.ts';
import { findBought } from '../../core/test/market.ts';
import { openSessionOf, openStaff } from '../../core/test/staff.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { buy, CPF, pixPurchase } from '../../core/test/world.ts';
import { openReturnBank, type ReturnBank } from './return-bank.ts';
import { type Answer, callUntilAnswered, DEADLINE_MS, hurry, killAt, openStage, type Stage } from './stage.ts';

const PAYMENTS = rounds({ short: 12, long: 48 });
const PRICE = 9_990;
const ANTICIPATIONS = rounds({ short: 4, long: 12 });
const AT_ONCE = 8;
const KILLS = rounds({ short: 1, long: 4 });
/** Far fewer requests than the bank receives meanwhile. */
const DEATHS_BY = rounds({ short: 12, long: 60 });
const BANK_KEY = 'return_key_canary_0123456789';
const LEDGER_AUDIT = resolve(import.meta.dirname, '../../core/src/programs/ledger-audit.ts');

type Person = { headers: Record<string, string> };
interface Sale {
  publicId: string;
  paymentId: string;
  transactionId: string;
}

let bank: ReturnBank;
let stage: Stage;
let seller: Person;
let admin: Person;
const sales: Sale[] = [];
const { below, deck, shuffle } = openDraw(SEED + 1);
const upTo = (most: number) => 1 + below(most);
const isSeller = deck([true, false]);
const nextOutcome = deck(['WON', 'LOST'] as const);
const isToldByBank = deck([true, false]);
const isClosedWrongly = deck([true, false]);
const isWhole = deck([true, false]);
const isAlsoRefunded = deck([true, false]);
const isPaid = deck([true, true, false]);

beforeAll(async () => {
  bank = await openReturnBank(openDraw(), BANK_KEY);
  stage = await openStage({
    provider: 'return-bank',
    bankUrl: bank.url,
    secrets: { secretKey: BANK_KEY, webhookSecret: BANK_KEY },
    settings: {
      anticipation: { isOffered: true, basisPointsPerDay: 12, automaticUpTo: PRICE },
      release: {
        PIX: { days: 10, reserveBasisPoints: 1_000, reserveDays: 90 },
        CREDIT_CARD: { days: 30, reserveBasisPoints: 0 },
        BILLET: { days: 3, reserveBasisPoints: 0 },
      },
    },
    prepare,
  });
});

afterAll(async () => {
  await stage?.close();
  await bank?.close();
});

async function prepare(app: FastifyInstance, { world, inspector }: Stage): Promise<void> {
  const { platformId, sellerId } = world;
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  seller = { headers: await openSessionOf(app, platformId, sellerId) };
  admin = await openStaff(app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
  await doAll(
    Array.from({ length: PAYMENTS }, () => async () => {
      const key = newId();
      // On a busy machine a purchase may be refused, and the bank's response may come too late.
      const bought = await waitFor('it is bought', async () => {
        const answer = await buy(app, pixPurchase(world), key);
        return answer.statusCode === 200 && answer.json();
      });
      const { publicId, paymentId } = await findBought(inspector, bought.paymentId);
      const transactionId = await waitFor('it is paid', async () => {
        await checkPayment(app, platformId, paymentId);
        return (await findBought(inspector, publicId)).transactionId;
      });
      sales.push({ publicId, paymentId, transactionId });
    }),
  );
  bank.becomeUnsteady();
}

const one = async <Row>(sql: string, values: unknown[] = []) =>
  (await stage.inspector.rows<Row>(sql, values))[0] as Row;
const count = async (sql: string, values: unknown[] = []) =>
  (await one<{ count: number }>(`SELECT (${sql})::int AS count`, values)).count;

/** Returns the error code, or null. An unexpected code is a bug. */
function codeOf({ status, body }: Answer, refusals: readonly string[]): string | null {
  if (status === 200) return null;
  if (!body.code || !refusals.includes(body.code)) throw new Error(`Unexpected ${status}: ${JSON.stringify(body)}`);
  return body.code;
}

const REFUND_REFUSALS = ['REFUND_FAILED', 'REFUND_TOO_LARGE', 'PAYMENT_DISPUTED'];
const requested: { key: string; procedure: string; code: string | null }[] = [];

async function refundSale({ publicId }: Sale, key: string, amount?: number): Promise<void> {
  const [person, procedure] = isSeller()
    ? ([seller, 'refunds.refundSale'] as const)
    : ([admin, 'refunds.refundPayment'] as const);
  const input = { paymentId: publicId, ...(amount && { amount }) };
  const ask = async () => codeOf(await callUntilAnswered(stage, person, procedure, input, key), REFUND_REFUSALS);
  const first = await ask();
  // A failed refund may be requested again with the same key.
  requested.push({ key, procedure, code: first === 'REFUND_FAILED' ? await ask() : first });
}

const ended = new Map<string, 'WON' | 'LOST'>();

async function dispute({ paymentId, transactionId }: Sale, kind: 'CHARGEBACK' | 'MED'): Promise<void> {
  const outcome = nextOutcome();
  const isTold = kind === 'MED' && isToldByBank();
  const isOpened = kind === 'MED' ? bank.openSpecialReturn(transactionId) : bank.takeBack(transactionId);
  if (!isOpened) throw new Error('Nothing was left to argue about.');
  const open = `SELECT id FROM dispute WHERE payment_id = $1 AND kind = $2`;
  const { id } = await waitFor('the case is opened', () => one<{ id: string }>(open, [paymentId, kind]), DEADLINE_MS);
  ended.set(paymentId, outcome);
  bank.decide(transactionId, outcome === 'WON');
  if (isTold) return;
  const isMistaken = outcome === 'WON' && isClosedWrongly();
  const input = { disputeId: id, outcome: isMistaken ? 'LOST' : outcome, note: 'Ofício do banco' };
  // The call is repeated after a lost response, or the bank reported the same meanwhile.
  codeOf(await callUntilAnswered(stage, admin, 'disputes.closeDispute', input, id), ['DISPUTE_CLOSED']);
  if (isMistaken)
    codeOf(await callUntilAnswered(stage, admin, 'disputes.correctDispute', { ...input, outcome }, id), []);
}

const wished: string[] = [];
const decided = new Map<string, 'PAY' | 'REFUSE'>();

async function anticipate(key: string, amount: number): Promise<void> {
  const input = { amount, expectedFee: amount };
  const answer = await callUntilAnswered(stage, seller, 'anticipations.requestAnticipation', input, key);
  if (codeOf(answer, ['ANTICIPATION_UNAVAILABLE', 'ANTICIPATION_TOO_LARGE'])) return;
  const { id, state } = answer.body.anticipation as { id: string; state: string };
  wished.push(id);
  if (state === 'PAID') return;
  const decide = async (decision: 'PAY' | 'REFUSE') => {
    const order = { anticipationId: id, decision, reason: 'Revisão' };
    decided.set(id, decision);
    return codeOf(
      await callUntilAnswered(stage, admin, 'anticipations.decideAnticipation', order, `${key}-${decision}`),
      ['ANTICIPATION_DECIDED', 'ANTICIPATION_CHANGED'],
    );
  };
  // A part of it was refunded meanwhile, so the offer has changed.
  if ((await decide(isPaid() ? 'PAY' : 'REFUSE')) === 'ANTICIPATION_CHANGED') await decide('REFUSE');
}

/** Half of the payments are refunded, whole or in parts whose sum may be too large; the others are disputed. */
function planActs(): (() => Promise<void>)[] {
  const acts = sales.flatMap((sale, index) => {
    const key = `refund-${SEED}-${index}`;
    if (index % 4 === 1 && isWhole()) return [() => refundSale(sale, key)];
    if (index % 4 < 2)
      return Array.from({ length: 3 }, (_, part) => {
        const amount = upTo(PRICE * 0.6);
        return () => refundSale(sale, `${key}-${part}`, amount);
      });
    const amount = upTo(PRICE / 3);
    const isRaced = isAlsoRefunded();
    return [
      () => dispute(sale, index % 4 === 2 ? 'CHARGEBACK' : 'MED'),
      ...(isRaced ? [() => refundSale(sale, key, amount)] : []),
    ];
  });
  for (let index = 1; index < ANTICIPATIONS; index++) {
    const amount = upTo(PRICE * 4);
    acts.push(() => anticipate(`anticipation-${SEED}-${index}`, amount));
  }
  return shuffle(acts);
}

async function doAll(acts: (() => Promise<void>)[]): Promise<void> {
  const left = acts.values();
  const worker = async () => {
    for (const act of left) await act();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const soon = (table: string, column: string, condition: string) =>
  `UPDATE ${table} SET ${column} = now() WHERE id IN (
    SELECT id FROM ${table} WHERE ${column} > now() AND ${condition} FOR UPDATE SKIP LOCKED)`;
const HURRY = [
  // Refunds that are being sent stay with their sender, which counts as dead only long after the longest call.
  soon('refund', 'next_check_at', `state IN ('REQUESTED', 'PENDING', 'UNKNOWN')`),
  soon('webhook', 'next_attempt_at', 'reason IS NOT NULL'),
  soon('pgboss.job', 'start_after', `state IN ('created', 'retry')`),
];

/** Makes due what a node notices within minutes of a death. */
const notice = async () => {
  await stage.inspector.rows(`UPDATE refund SET next_check_at = now() WHERE state = 'SENDING'`);
  await stage.inspector.rows(`UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state = 'active'`);
};

/** Returns true if nothing is under way, except refunds whose result only a person can find out. */
const isQuiet = async () =>
  bank.underWay() === 0 &&
  (await count(`SELECT
    (SELECT count(*) FROM webhook WHERE state = 'RECEIVED') + (SELECT count(*) FROM outbox WHERE published_at IS NULL)
    + (SELECT count(*) FROM pgboss.job WHERE state < 'completed' AND name ~ '^(payments|disputes|refunds)[.]')
    + (SELECT count(*) FROM refund WHERE state IN ('REQUESTED', 'SENDING'))
    + (SELECT count(*) FROM dispute WHERE settled_at IS NULL) + (SELECT count(*) FROM anticipation WHERE state = 'WAITING')`)) ===
    0;

/** Three days later a person settles lost refunds by the bank's own panel. */
async function settleLeft(): Promise<number> {
  const open = await stage.inspector.rows<{ id: string }>(
    `UPDATE refund SET created_at = created_at - interval '4 days' WHERE state IN ('PENDING', 'UNKNOWN') RETURNING id`,
  );
  for (const { id } of open) {
    const isDone = bank.returns.some(({ reference, status }) => reference === id && status === 'done');
    const input = { refundId: id, outcome: isDone ? 'DONE' : 'REFUSED', note: 'Extrato do banco' };
    codeOf(await callUntilAnswered(stage, admin, 'refunds.settleRefund', input, id), ['REFUND_NOT_OVERDUE']);
  }
  return open.length;
}

it(`money going back from ${PAYMENTS} payments and ${KILLS} deaths of the server (seed ${SEED})`, async () => {
  const acts = planActs();
  // The first anticipation is paid at once, because nothing was refunded yet.
  await anticipate(`anticipation-${SEED}-0`, PRICE / 2);
  const before = bank.requests();
  const deaths = Array.from({ length: KILLS }, () => upTo(DEATHS_BY));
  await hurry(stage, HURRY, async () => {
    await Promise.all([doAll(acts), killAt(stage, deaths, () => bank.requests() - before, notice)]);
    await waitFor('nothing is on its way', isQuiet, DEADLINE_MS);
    await settleLeft();
    await waitFor('everything has ended', isQuiet, DEADLINE_MS);
  });

  // No buyer got more back than was paid, in any way, and nothing was refunded twice.
  expect(bank.charges.filter(({ paid, returned, taken }) => returned + taken > paid)).toEqual([]);
  expect(await count(`SELECT count(*) FROM refund WHERE state NOT IN ('DONE', 'REFUSED')`)).toBe(0);
  await checkWorld(stage.databaseUrl, {
    returns: bank.returns.map(({ reference, amount, status }) => ({ reference, amount, isDone: status === 'done' })),
    holdings: bank.charges.map(({ reference, paid, returned, taken }) => ({
      reference,
      received: paid,
      returned: returned + taken,
    })),
    log: stage.server.log(),
    canaries: [BANK_KEY, CPF, 'joao@example.com', TEST_KEY],
  });
  await expectOneEach();
  const audit = spawnSync(process.execPath, [LEDGER_AUDIT], {
    env: { PATH: process.env.PATH, DATABASE_URL: stage.databaseUrl, ENCRYPTION_KEY: TEST_KEY },
    encoding: 'utf8',
  });
  expect(audit.status, audit.stdout + audit.stderr).toBe(0);
});

/** Every request was carried out once, however often it was repeated, and the ledger shows every refund. */
async function expectOneEach(): Promise<void> {
  const { inspector } = stage;
  const keyed = await inspector.rows(
    `SELECT r.id, count(k.key)::int AS keys FROM refund r
     LEFT JOIN idempotency_key k ON k.platform_id = r.platform_id AND k.response_body->>'refundId' = r.id::text
     WHERE r.cause = 'WANTED' GROUP BY r.platform_id, r.id HAVING count(k.key) <> 1`,
  );
  expect(keyed).toEqual([]);
  const answered = requested.filter(({ code }) => code === null).map(({ procedure, key }) => [procedure, key]);
  const kept = await inspector.rows<{ procedure: string; key: string }>(
    `SELECT procedure, key FROM idempotency_key WHERE procedure LIKE 'refunds.%' AND key NOT LIKE 'failed %'`,
  );
  expect(kept.map(({ procedure, key }) => `${procedure} ${key}`).sort()).toEqual(
    answered.map(([procedure, key]) => `${procedure} ${key}`).sort(),
  );
  const cases = await inspector.rows<{ payment: string; state: string; status: string; told: number }>(
    `SELECT d.payment_id AS payment, d.state, p.status, (SELECT count(*)::int FROM payment_evidence e
       WHERE e.payment_id = p.id AND e.source = 'dispute') AS told
     FROM dispute d JOIN payment p ON p.id = d.payment_id ORDER BY 1`,
  );
  expect(cases.map(({ payment, state }) => [payment, state])).toEqual([...ended].sort());
  const isCarriedOut = ({ state, status }: (typeof cases)[number]) => (status === 'CHARGEBACK') === (state === 'LOST');
  expect(cases.filter((item) => !isCarriedOut(item) || item.told > 2)).toEqual([]);
  const anticipations = await inspector.rows<{ id: string; state: string; paid: number; undone: number }>(
    `SELECT a.id, a.state,
       (SELECT count(*)::int FROM ledger_transaction t WHERE t.source = 'anticipation:' || a.id || ':paid') AS paid,
       (SELECT count(*)::int FROM ledger_transaction t WHERE t.source = 'anticipation:' || a.id || ':failed') AS undone
     FROM anticipation a`,
  );
  expect(anticipations.map(({ id }) => id).sort()).toEqual([...wished].sort());
  const wanted = (id: string) => ((decided.get(id) ?? 'PAY') === 'PAY' ? 'PAID' : 'REFUSED');
  expect(
    anticipations.filter(
      ({ id, state, paid, undone }) => state !== wanted(id) || paid !== (state === 'PAID' ? 1 : 0) || paid + undone > 1,
    ),
  ).toEqual([]);
  // Every kind of failure happened; these do not depend on the draw.
  expect(await count('SELECT count(*) FROM refund WHERE settled_by IS NOT NULL')).toBeGreaterThan(0);
  expect(anticipations.some(({ state }) => state === 'PAID')).toBe(true);
  expect(new Set(ended.values()).size).toBe(2);
}
