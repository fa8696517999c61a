/** Proves that whatever call a provider throttles, with Retry-After, the order may be sent again later: it is not refused, nor sent at once. */
import { isProviderError } from '../../errors.ts';
import type { Attempt } from './attempt.ts';
import { listAttempts } from './attempts.ts';
import { findTarget } from './fault-proofs.ts';
import type { Market } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const WAIT_S = 120;

export async function proveThrottles(run: Run): Promise<void> {
  for (const attempt of listAttempts(run.subject))
    await prove(run, attempt.capability, 'outcomes', (market, check) => proveThrottle(market, attempt, check));
}

async function proveThrottle(market: Market, attempt: Attempt, check: Check): Promise<void> {
  const { target, count } = await findTarget(market, attempt);
  for (let at = 0; at < count; at += 1) {
    const prepared = await attempt.prepare(market);
    const known = market.context.exchanges.length;
    let repeats = 0;
    let throttled = '';
    let hasActed = false;
    market.wire.answer(async (call, index, handle) => {
      const address = `${call.method} ${call.path}`;
      if (index === at) throttled = address;
      else if (index > at && address === throttled) repeats += 1;
      if (index !== at) {
        const answer = await handle();
        if (index === target && !attempt.isRead) hasActed = 'status' in answer && answer.status < 300;
        return answer;
      }
      const headers = { 'content-type': 'application/json', 'retry-after': String(WAIT_S) };
      return { status: 429, body: {}, headers };
    });
    const outcome = await outcomeOf(prepared.run);
    market.wire.play(undefined);
    const note = `${attempt.name}, its call ${at + 1} answered with 429 and Retry-After: ${describeOutcome(outcome)}`;
    check(repeats === 0, `${note}, and it was called again at once.`);
    const isTold = market.context.exchanges.slice(known).some(({ retryAt }) => retryAt !== undefined);
    check(isTold, `${note}, and nobody is told how long to wait.`);
    if ('result' in outcome) {
      // A token or receiver may well be made although a call beside it was throttled.
      const isUncheckable = at !== target && prepared.isMoney === undefined && !prepared.isRefusal(outcome.result);
      const isTrue =
        outcome.result !== null && !prepared.isRefusal(outcome.result) && (await prepared.isTrue(outcome.result));
      check(isTrue || isUncheckable, `${note}, though nothing was done.`);
      continue;
    }
    const { error } = outcome;
    const reported = isProviderError(error) ? error.outcome : undefined;
    if (at > target && !attempt.isRead && reported === 'UNKNOWN') continue;
    check(!hasActed, `${note}; the provider has acted, so it must be UNKNOWN.`);
    const isLater = reported === 'NOT_SENT' && isProviderError(error) && error.code === 'UNAVAILABLE';
    const isOpenRead = attempt.isRead && reported === 'UNKNOWN';
    check(isLater || isOpenRead, `${note}; it may be sent again later, so it must be UNAVAILABLE and NOT_SENT.`);
  }
}
