/** All parties act on one payment at once: whatever comes first, its money is where its cases say, and sums are zero. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureLog } from '../../../test/capture-log.ts';
import { checkWorld } from '../../../test/check-world.ts';
import { deliverEvents, disputesOf, openPeople, type People, type Sold, sell } from '../../../test/disputed-sales.ts';
import { type Draw, openDraw, rounds, SEED } from '../../../test/draw.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { auditLedger } from '../ledger/audit.ts';
import { releaseDue } from '../ledger/release.ts';
import { applyCommand, authoriseRefund, findPayment, type NewEvidence } from '../payments/service.ts';
import { notifyExpired } from './expiry.ts';
import { settleClosed } from './outcomes.ts';

const ROUNDS = rounds({ short: 60, long: 240 });
const AT_ONCE = 30;
const PRICE = 9_990;

let market: Market;
let people: People;
let log: string[];

beforeAll(async () => {
  // Most of them wait for each other: none is to be refused because too many do.
  market = await openMarket({ isListening: false, env: { DATABASE_POOL_SIZE: '30' } });
  people = await openPeople(market);
  log = captureLog(market.node.app, 'error');
});
afterAll(() => market?.close());

const call = (name: string, payload: Record<string, unknown>) =>
  market.node.app.inject({ method: 'POST', url: `/api/disputes.${name}`, headers: people.admin.headers, payload });

/** The errors that any of them may answer; anything else is a bug. */
const FINE = ['PAYMENT_DISPUTED', 'DISPUTE_UNAVAILABLE', 'DISPUTE_CLOSED', 'DISPUTE_OPEN', 'REFUND_TOO_LARGE'];

async function expectFine(answer: ReturnType<typeof call>): Promise<void> {
  const { statusCode, body } = await answer;
  if (statusCode === 503) throw new AppError('DATABASE_UNAVAILABLE');
  if (statusCode !== 200) expect(FINE, log.at(-1)).toContain(JSON.parse(body).code);
}

/** On a busy machine an act may wait too long for the seller's accounts. It has written nothing then, and is repeated. */
async function untilServed(act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if ((error as AppError).code !== 'DATABASE_UNAVAILABLE') throw error;
    }
  }
}

const wordOf = (sold: Sold): NewEvidence => ({
  source: 'webhook',
  attemptId: sold.attemptId,
  providerStatus: 'charged_back',
  status: 'CHARGEBACK',
  isRecognised: true,
  transactionId: sold.transactionId,
  amount: PRICE,
  paidAmount: PRICE,
  refundedAmount: null,
  movementIds: [],
  movementAmounts: null,
  reason: null,
  occurredAt: new Date(),
});

type Action = (sold: Sold, draw: Draw) => Promise<unknown>;
type Kind = 'MED' | 'CHARGEBACK';
type Outcome = 'WON' | 'LOST';

const find = async ({ paymentId }: Sold) => {
  const payment = await findPayment(market.node.app, market.world.platformId, paymentId);
  if (!payment) throw new Error('There is no such payment.');
  return payment;
};

const openAs =
  (kind: Kind, amount?: number): Action =>
  (sold) =>
    expectFine(call('openDispute', { paymentId: sold.publicId, kind, reason: 'x', ...(amount && { amount }) }));
const open: Action = (sold, draw) => {
  const amount = draw.pick([undefined, undefined, 1 + draw.below(PRICE)]);
  return openAs(draw.pick<Kind>(['MED', 'MED', 'CHARGEBACK']), amount)(sold, draw);
};
const closeAs =
  (outcome: Outcome): Action =>
  async (sold) => {
    for (const { id, state } of await disputesOf(market, sold.paymentId))
      if (state === 'OPEN') await expectFine(call('closeDispute', { disputeId: id, outcome }));
  };
const close: Action = (sold, draw) => closeAs(draw.pick<Outcome>(['WON', 'LOST']))(sold, draw);
const correctAs =
  (outcome: Outcome): Action =>
  async (sold) => {
    for (const { id } of await disputesOf(market, sold.paymentId))
      await expectFine(call('correctDispute', { disputeId: id, outcome, note: 'Carta do banco' }));
  };
const correct: Action = (sold, draw) => correctAs(draw.pick<Outcome>(['WON', 'LOST']))(sold, draw);
const refund: Action = async (sold, draw) => {
  const order = { id: newId(), authorisedAs: 'admin', authorisedBy: null, note: null } as const;
  const amount = 1 + draw.below(PRICE);
  const { app } = market.node;
  const payment = await find(sold);
  await app.database.transaction(payment.platformId, (transaction) =>
    authoriseRefund(app, transaction, payment, { ...order, amount }),
  );
};
const chargeBack: Action = async (sold) => {
  await applyCommand(market.node.app, await find(sold), { kind: 'REPORTED', evidence: [wordOf(sold)] });
  await deliverEvents(market, sold.paymentId, 2);
};
const release: Action = async (sold) => {
  await market.inspector.rows(
    `UPDATE ledger_hold SET release_at = now() - interval '1 minute' WHERE payment_id = $1 AND release_at > now()`,
    [sold.paymentId],
  );
  await releaseDue(market.node.app);
};
const settle: Action = () => Promise.all([settleClosed(market.node.app), notifyExpired(market.node.app)]);

/** Each at once; the second meets what the first has left, while other payments are still at theirs. */
const FIRST = [open, open, refund, release, chargeBack];
const SECOND = [close, close, refund, release, chargeBack, settle];
const THIRD = [correct, correct, close, refund, release, settle];
/** Beside the races nobody touches these: a case of each kind stays open, is won and is lost, and one is corrected twice. */
const UNDISTURBED: Action[][] = [
  ...(['MED', 'CHARGEBACK'] as const).flatMap((kind) => [
    [openAs(kind)],
    [openAs(kind), closeAs('WON')],
    [openAs(kind), closeAs('LOST')],
  ]),
  [openAs('MED'), closeAs('WON'), correctAs('LOST'), correctAs('WON')],
];

describe('a payment that everybody wants something of', () => {
  it(`keeps its money where its cases say (${ROUNDS} rounds, seed ${SEED})`, async () => {
    const draw = openDraw();
    const ended = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const sold = await Promise.all(Array.from({ length: AT_ONCE }, () => sell(market, PRICE)));
      const some = (acts: Action[], share: number) => draw.shuffle(acts.filter(() => draw.fraction() < share));
      const plans = sold.map((one, index) => ({
        one,
        waves: UNDISTURBED[index]?.map((act) => [act]) ?? [some(FIRST, 0.5), some(SECOND, 0.6), some(THIRD, 0.4)],
        own: openDraw(draw.below(2 ** 31)),
      }));
      await Promise.all(
        plans.map(async ({ one, waves, own }) => {
          for (const wave of waves) await Promise.all(wave.map((act) => untilServed(() => act(one, own))));
        }),
      );
      for (const one of sold) await deliverEvents(market, one.paymentId);
      while (await settleClosed(market.node.app));
      await checkWorld(market.node.databaseUrl);
      for (const one of sold) {
        const cases = await disputesOf(market, one.paymentId);
        expect(cases.filter(({ state }) => state === 'OPEN').length).toBeLessThanOrEqual(1);
        for (const { kind, state } of cases) ended.set(`${kind} ${state}`, (ended.get(`${kind} ${state}`) ?? 0) + 1);
      }
    }
    const [corrected] = await market.inspector.rows('SELECT 1 FROM dispute WHERE corrections > 1');
    expect(corrected).toBeTruthy();
    const closedTwice = await market.inspector.rows(
      `SELECT subject_id FROM audit_event WHERE type = 'dispute.closed' GROUP BY subject_id HAVING count(*) > 1`,
    );
    expect(closedTwice).toEqual([]);
    const { problems } = await auditLedger(market.node.app.database.jobs, market.world.platformId);
    expect(problems).toEqual([]);
    // Each of them happened, or nothing was raced.
    const kinds = ['MED OPEN', 'MED WON', 'MED LOST', 'CHARGEBACK OPEN', 'CHARGEBACK WON', 'CHARGEBACK LOST'];
    expect(kinds.filter((kind) => !ended.has(kind))).toEqual([]);
  });
});
