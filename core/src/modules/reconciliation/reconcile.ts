/** Reconciles one day of one platform: compares every movement with the providers' current answers. It writes nothing but cases. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment, heldIn, unreturnedOf } from '../payments/service.ts';
import type { ReceivedWebhook } from '../webhooks/model.ts';
import {
  type Difference,
  type Finding,
  finishRun,
  type Subject,
  selectRun,
  selectUnseen,
  type UnseenRow,
  upsertCase,
  vanishCase,
} from './case-model.ts';
import { compareCharges, comparePayment, compareWithdrawal, completeGone } from './compare.ts';
import { lookUpCharges, lookUpEvent, lookUpWithdrawal, sumUp, UNANSWERED } from './provider-calls.ts';
import {
  NO_ID,
  type PaymentRow,
  selectMade,
  selectMoved,
  selectPayments,
  selectUnknownEvents,
  selectWithdrawals,
  selectWithdrawn,
  type WithdrawalRow,
} from './subjects-model.ts';

/** The days after which a payment is compared again, which finds changes that the provider never reported. */
const PAYMENT_AGES = [0, 7, 30, 90];
/** The days after which a withdrawal is compared again, because a transfer may take days. */
const WITHDRAWAL_AGES = [0, 1, 2, 7, 30];
/** Few calls to providers at a time, so that purchases do not become slower. */
const AT_ONCE = 4;
/** A row that changes meanwhile is compared again, at most so often. */
const TRIES = 3;

interface Run {
  app: FastifyInstance;
  platformId: string;
  id: string;
  day: string;
  compared: number;
  unanswered: number;
}

/** Returns null where there is no such run. A repeated run finds the same differences. */
export async function reconcile(
  app: FastifyInstance,
  platformId: string,
  id: string,
): Promise<{ found: number; fresh: number; day: string } | null> {
  const [stored] = await app.database.read(platformId, [selectRun(platformId, id)], true);
  const day = stored.rows[0]?.day;
  if (!day) return null;
  const run: Run = { app, platformId, id, day, compared: 0, unanswered: 0 };
  for (const age of PAYMENT_AGES)
    await eachPage(
      run,
      (after) => selectMade(platformId, day, age, after),
      (rows) =>
        comparePayments(
          run,
          rows.map((row) => row.id),
        ),
    );
  await eachPage(
    run,
    (after) => selectMoved(platformId, day, after),
    (rows) =>
      comparePayments(
        run,
        rows.map((row) => row.paymentId),
      ),
  );
  for (const age of WITHDRAWAL_AGES)
    await eachPage(
      run,
      (after) => selectWithdrawn(platformId, day, age, after),
      (rows) =>
        compareWithdrawals(
          run,
          rows.map((row) => row.id),
        ),
    );
  await eachPage(
    run,
    (after) => selectUnknownEvents(platformId, day, after),
    (rows) => eachOf(rows, (row) => compareEvent(run, row)),
  );
  await eachPage(
    run,
    (after) => selectUnseen(platformId, id, after),
    (rows) => eachOf(rows, (row) => compareUnseen(run, row)),
  );
  const [finished] = await app.database.write(platformId, [finishRun(platformId, id, run)]);
  return { day, ...finished.rows[0]! };
}

async function eachPage<Row extends { id: string }>(
  { app, platformId }: Run,
  select: (after: string) => Statement<Row>,
  work: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  let after = NO_ID;
  for (;;) {
    const rows = await app.database.list(platformId, select(after), true);
    const last = rows.at(-1);
    if (!last) return;
    await work(rows);
    after = last.id;
  }
}

async function eachOf<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<void> {
  const waiting = rows.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const row of waiting) await work(row);
    }),
  );
}

const readRows = <Row>({ app, platformId }: Run, statement: Statement<Row>): Promise<Row[]> =>
  app.database.list(platformId, statement, true);

async function comparePayments(run: Run, ids: string[]): Promise<void> {
  const rows = await readRows(run, selectPayments(run.platformId, ids));
  await eachOf(rows, (row) => compareOne(run, row, PAYMENT));
}

async function compareWithdrawals(run: Run, ids: string[]): Promise<void> {
  const rows = await readRows(run, selectWithdrawals(run.platformId, ids));
  await eachOf(rows, (row) => compareOne(run, row, WITHDRAWAL));
}

/** Compares one kind of row. */
interface Comparison<Row> {
  compare(run: Run, row: Row): Promise<Difference | null | typeof UNANSWERED>;
  select(platformId: string, ids: string[]): Statement<Row>;
  toSubject(row: Row): Subject;
}

/** Cents that a provider holds of each attempt, by our evidence. */
function heldByAttempt({ charges }: Payment): Map<string, number> {
  const held = new Map<string, number>();
  for (const charge of charges)
    if (charge.attemptId) held.set(charge.attemptId, (held.get(charge.attemptId) ?? 0) + heldIn(charge));
  return held;
}

/** The sums of a payment that only its evidence tells: a bank may have taken one of several charges. */
const sumsOf = (payment: Payment) => ({
  returned: payment.charges.reduce((sum, charge) => sum + charge.captured - heldIn(charge), 0),
  unreturned: unreturnedOf(payment),
});

const PAYMENT: Comparison<PaymentRow> = {
  async compare({ app, platformId }, row) {
    const reported = await lookUpCharges(app, platformId, row);
    if (reported === UNANSWERED) return UNANSWERED;
    const isDetailed = reported.length > 1 || reported.some(({ isGone }) => isGone);
    const payment = isDetailed ? await findPayment(app, platformId, row.id) : null;
    const charges = reported.map((charge) =>
      completeGone(
        charge,
        payment?.charges.find(({ attemptId }) => attemptId === charge.attemptId),
      ),
    );
    const difference = comparePayment(sumUp(charges), payment ? { ...row, ...sumsOf(payment) } : row);
    if (!payment || (difference && difference.kind !== 'UNRETURNED')) return difference;
    return compareCharges(charges, heldByAttempt(payment)) ?? difference;
  },
  select: selectPayments,
  toSubject({ id, currency, attempts }) {
    const attempt = attempts.findLast(({ hasFailed }) => !hasFailed) ?? attempts.at(-1);
    return {
      connectionId: attempt?.connectionId ?? null,
      paymentId: id,
      withdrawalId: null,
      transactionId: attempt?.transactionId ?? null,
      currency,
    };
  },
};

const WITHDRAWAL: Comparison<WithdrawalRow> = {
  async compare({ app, platformId }, row) {
    const reported = await lookUpWithdrawal(app, platformId, row);
    return reported === UNANSWERED ? UNANSWERED : compareWithdrawal(reported, row.posted);
  },
  select: selectWithdrawals,
  toSubject: ({ id, currency, connectionId, withdrawId }) => ({
    connectionId,
    paymentId: null,
    withdrawalId: id,
    transactionId: withdrawId,
    currency,
  }),
};

/** Returns whether the row could be compared. A difference counts only if the row did not change during the look-up. */
async function compareOne<Row extends { id: string; version: number }>(
  run: Run,
  row: Row,
  comparison: Comparison<Row>,
): Promise<boolean> {
  let current = row;
  run.compared += 1;
  for (let tries = 0; tries < TRIES; tries++) {
    const difference = await comparison.compare(run, current);
    if (difference === null) return true;
    if (difference === UNANSWERED) break;
    const [again] = await readRows(run, comparison.select(run.platformId, [row.id]));
    if (again?.version === current.version) {
      await report(run, { ...difference, ...comparison.toSubject(current) });
      return true;
    }
    current = again ?? current;
  }
  run.unanswered += 1;
  return false;
}

async function report({ app, platformId, id }: Run, finding: Finding): Promise<void> {
  await app.database.run(platformId, upsertCase(platformId, id, finding));
}

/** Reports a charge or a withdrawal that nobody here has. */
async function compareEvent(run: Run, webhook: ReceivedWebhook): Promise<void> {
  run.compared += 1;
  const stray = await lookUpEvent(run.app, webhook);
  if (stray === UNANSWERED) run.unanswered += 1;
  else if (stray)
    await report(run, {
      subject: stray.subject,
      kind: 'MISSING',
      providerAmount: stray.amount,
      ledgerAmount: 0,
      connectionId: webhook.connectionId,
      transactionId: stray.transactionId,
      paymentId: null,
      withdrawalId: null,
      currency: null,
    });
}

/** Compares an open case of another day again, and closes it where the difference has gone. */
async function compareUnseen(run: Run, row: UnseenRow): Promise<void> {
  const { app, platformId, id } = run;
  if (row.paymentId || row.withdrawalId) {
    const isCompared = row.paymentId
      ? await compareAgain(run, PAYMENT, row.paymentId)
      : await compareAgain(run, WITHDRAWAL, row.withdrawalId as string);
    if (!isCompared) return;
  } else if (!row.isClaimed) return;
  await app.database.run(platformId, vanishCase(platformId, id, row.id));
}

async function compareAgain<Row extends { id: string; version: number }>(
  run: Run,
  comparison: Comparison<Row>,
  id: string,
): Promise<boolean> {
  const [row] = await readRows(run, comparison.select(run.platformId, [id]));
  return row ? compareOne(run, row, comparison) : false;
}
