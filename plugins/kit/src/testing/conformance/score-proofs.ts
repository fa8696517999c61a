/** Proves that a package scores a purchase, tells the same of the same order, and reports what became of it; and that no card goes along. */
import type { ScoreRequest } from '@feira/schemas/score';
import { SCORED_OUTCOMES } from '@feira/schemas/score';
import { sampleOutcome, sampleScore } from '../samples.ts';
import { listWritten } from './amounts.ts';
import type { Attempt } from './attempt.ts';
import { type Market, newReference, type Subject } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const SCORES = 'scores';

export async function proveScores(run: Run): Promise<void> {
  const { capabilities, operations } = run.subject.manifest;
  if (!capabilities.scores) return;
  await prove(run, SCORES, 'works', proveScored);
  await prove(run, SCORES, 'references', proveRepeated);
  if (operations.includes('reportOutcome')) await prove(run, SCORES, 'works', proveReported);
}

const toRequest = (changes: Partial<ScoreRequest> = {}) => sampleScore({ reference: newReference(), ...changes });

async function proveScored(market: Market, check: Check): Promise<void> {
  const charges = async () => (await market.simulator.listCharges(10_000)).length;
  const before = { calls: market.wire.calls.length, charges: await charges() };
  const request = toRequest();
  const { scoreId } = await market.provider.scoreTransaction(request);
  check(scoreId !== request.reference, 'scoreId is our own reference: tell the id that the provider gave.');
  check((await charges()) === before.charges, 'A purchase that was scored has a charge at the provider.');
  const written = listWritten(market.wire.calls.slice(before.calls));
  check(written.length > 0, 'scoreTransaction has asked nobody.');
  check(
    written.some((value) => String(value).includes(request.customer.email)),
    'No request of a score carries the e-mail of the buyer.',
  );
  // Without the fields that not every purchase has.
  const {
    address: _address,
    cardBin: _bin,
    pageSeconds: _seconds,
    customerIp: _ip,
    userId: _user,
    ...least
  } = toRequest();
  const outcome = await outcomeOf(() => market.provider.scoreTransaction(least));
  check('result' in outcome, `A purchase of which little is known: ${describeOutcome(outcome)}.`);
}

async function proveRepeated(market: Market, check: Check): Promise<void> {
  const request = toRequest();
  const first = await market.provider.scoreTransaction(request);
  const again = await market.provider.scoreTransaction(request);
  check(
    again.scoreId === first.scoreId && again.score === first.score,
    `The same order is scored ${first.score} as ${first.scoreId}, and then ${again.score} as ${again.scoreId}.`,
  );
  const other = await market.provider.scoreTransaction(toRequest());
  check(other.scoreId !== first.scoreId, 'Two orders have the same scoreId.');
}

async function proveReported(market: Market, check: Check): Promise<void> {
  for (const outcome of SCORED_OUTCOMES) {
    const request = toRequest();
    const { scoreId } = await market.provider.scoreTransaction(request);
    const report = sampleOutcome({ scoreId, reference: request.reference, outcome });
    for (const time of ['first', 'second']) {
      const told = await outcomeOf(() => market.provider.reportOutcome(report));
      check('result' in told, `${outcome}, told for the ${time} time: ${describeOutcome(told)}.`);
    }
  }
  const unknown = await outcomeOf(() => market.provider.reportOutcome(sampleOutcome({ scoreId: 'nobodys' })));
  check('error' in unknown, `The outcome of a score that nobody gave: ${describeOutcome(unknown)}.`);
}

/** Neither moves money: a score that was lost is asked for again, and a report is told again. */
export const listScoreAttempts = ({ manifest: { capabilities, operations } }: Subject): Attempt[] => [
  ...(capabilities.scores ? [SCORE] : []),
  ...(capabilities.scores && operations.includes('reportOutcome') ? [REPORT] : []),
];

const SCORE: Attempt = {
  capability: SCORES,
  name: 'scoreTransaction',
  isRead: true,
  async prepare(market) {
    const request = toRequest();
    return {
      run: () => market.provider.scoreTransaction(request),
      isTrue: async (result) => {
        const told = await market.provider.scoreTransaction(request);
        return JSON.stringify(told) === JSON.stringify(result);
      },
      isRefusal: () => false,
    };
  },
};

const REPORT: Attempt = {
  capability: SCORES,
  name: 'reportOutcome',
  isRead: true,
  async prepare(market) {
    const request = toRequest();
    const { scoreId } = await market.provider.scoreTransaction(request);
    const report = sampleOutcome({ scoreId, reference: request.reference });
    return {
      run: () => market.provider.reportOutcome(report),
      // Its result says nothing, and an answer that nobody can read may hide an outcome that was noted.
      isTrue: async () => true,
      isRefusal: () => false,
    };
  },
};
