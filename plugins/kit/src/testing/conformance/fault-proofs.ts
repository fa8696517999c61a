/** Plays the faults between adapter and provider, and checks the outcome that the adapter reports. */
import { isProviderError, type Outcome } from '../../errors.ts';
import type { SimulatorAnswer } from '../../simulator.ts';
import type { Attempt, Prepared } from './attempt.ts';
import { listAttempts } from './attempts.ts';
import type { HangingCall, Market } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run, withMarket } from './run.ts';
import { CLOSED_ADDRESS, type WirePlan } from './wire.ts';

interface WireFault {
  name: string;
  /** `open`: the adapter cannot know whether the provider acted. */
  kind: 'open' | 'refused' | 'busy' | 'other';
  hangs?: boolean;
  /** From then on every call suffers it: where tokens are granted, the host asks for a new one and tries again. */
  lasts?: boolean;
  play(market: Market, handle: () => Promise<SimulatorAnswer>): Promise<SimulatorAnswer>;
}

const status = (code: number, kind: WireFault['kind']): WireFault => ({
  name: `status ${code}`,
  kind,
  play: async () => ({ status: code, body: {}, headers: { 'content-type': 'application/json' } }),
});

const FAULTS: WireFault[] = [
  { name: 'a time-out before the provider acted', kind: 'open', hangs: true, play: ({ wire }) => wire.silence },
  {
    name: 'a time-out after the provider acted',
    kind: 'open',
    hangs: true,
    async play({ wire }, handle) {
      await handle();
      return wire.silence;
    },
  },
  { name: 'a lost connection', kind: 'open', play: async () => ({ drop: true }) },
  {
    name: 'a lost answer',
    kind: 'open',
    async play(_market, handle) {
      await handle();
      return { drop: true };
    },
  },
  {
    name: 'half an answer',
    kind: 'open',
    async play(_market, handle) {
      const answer = await handle();
      return 'drop' in answer ? answer : { drop: true, partial: answer };
    },
  },
  {
    name: 'status 500 after the provider acted',
    kind: 'open',
    async play(_market, handle) {
      await handle();
      return { status: 500, body: {} };
    },
  },
  ...[302, 408, 500, 502, 503, 504].map((code) => status(code, 'open')),
  ...[400, 403].map((code) => status(code, 'refused')),
  { ...status(401, 'refused'), lasts: true },
  ...[404, 409, 410, 422].map((code) => status(code, 'other')),
  status(429, 'busy'),
];

const HUGE_BYTES = 3 * 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Answers with status 200 that say nothing. */
const GARBAGE: [name: string, answer: SimulatorAnswer][] = [
  ['null', { status: 200, body: 'null', headers: JSON_TYPE }],
  ['an empty list', { status: 200, body: [] }],
  ['an empty object', { status: 200, body: {} }],
  ['a bare text', { status: 200, body: '"OK"', headers: JSON_TYPE }],
  ['a number', { status: 200, body: '0', headers: JSON_TYPE }],
  ['nothing', { status: 200, body: '', headers: JSON_TYPE }],
  ['a page', { status: 200, body: '<html>OK</html>', headers: { 'content-type': 'text/html' } }],
  ['broken JSON', { status: 200, body: '{"id": "x", "status": "pa', headers: JSON_TYPE }],
  ['wrong kinds', { status: 200, body: { id: {}, status: [], data: {}, items: {}, value: 'x', amount: null } }],
  ['too much', { status: 200, body: `{"id": "${'x'.repeat(HUGE_BYTES)}"}`, headers: JSON_TYPE }],
];

export async function proveFaults(run: Run): Promise<void> {
  for (const attempt of listAttempts(run.subject)) {
    const { capability } = attempt;
    await prove(run, capability, 'outcomes', (market, check) => proveOutcomes(run, market, attempt, check));
    await run.recorder.prove(capability, 'outcomes', (check) => proveRefusedConnection(run, attempt, check));
    await prove(run, capability, 'answers', (market, check) => proveAnswers(market, attempt, check));
  }
}

async function proveOutcomes(run: Run, market: Market, attempt: Attempt, check: Check): Promise<void> {
  const { target, count } = await findTarget(market, attempt);
  for (const fault of FAULTS) {
    if (fault.hangs) {
      await proveHanging(run, attempt, fault, check);
      continue;
    }
    const isHit = (index: number) => (fault.lasts ? index >= target : index === target);
    const plan: WirePlan = (_call, index, handle) => (isHit(index) ? fault.play(market, handle) : handle());
    await judge(attempt, fault, await spoil(market, attempt, plan), check);
  }
  for (let index = 0; index < count; index += 1) {
    if (index === target) continue;
    for (const answer of [{ status: 500, body: {} }, { drop: true }] as const) {
      const plan: WirePlan = async (_call, at, handle) => (at === index ? answer : handle());
      await judgeBeside(attempt, index, await spoil(market, attempt, plan), check);
    }
  }
}

/** A call that will never be answered is given up this soon; nothing else waits for it. */
const SHORT_MS = 30;
const LONG_MS = 2_000;

/**
 * Lets a call time out, in markets of its own: a call given up before it arrived may arrive later, and must not be among the calls of the
 * next fault. One that has not arrived in time proves nothing about what the provider does, so it is played again with more time.
 */
async function proveHanging(run: Run, attempt: Attempt, fault: WireFault, check: Check): Promise<void> {
  let hasArrived = false;
  for (let timeoutMs = SHORT_MS; !hasArrived; timeoutMs *= 4) {
    await withMarket(run, async (market) => {
      const { target: index } = await findTarget(market, attempt);
      const plan: WirePlan = (_call, at, handle) => {
        if (at !== index) return handle();
        hasArrived = true;
        return fault.play(market, handle);
      };
      const spoilt = await spoil(market, attempt, plan, { index, timeoutMs });
      hasArrived ||= timeoutMs > LONG_MS;
      if (hasArrived) await judge(attempt, fault, spoilt, check);
    });
  }
}

/** The call that does what the operation is for: its last write, or the last call of one that only reads. */
export async function findTarget(market: Market, attempt: Attempt): Promise<{ target: number; count: number }> {
  // Twice, because the first time may also make what later calls find, such as a customer.
  let calls: Market['wire']['calls'] = [];
  for (let time = 0; time < 2; time += 1) {
    const prepared = await attempt.prepare(market);
    const before = market.wire.calls.length;
    await prepared.run();
    calls = market.wire.listCounted(before);
  }
  const lastWrite = calls.findLastIndex(({ method }) => method !== 'GET');
  return { target: attempt.isRead ? calls.length - 1 : lastWrite, count: calls.length };
}

interface Spoilt {
  prepared: Prepared;
  outcome: { result: unknown } | { error: unknown };
}

async function spoil(market: Market, attempt: Attempt, plan: WirePlan, hanging?: HangingCall): Promise<Spoilt> {
  const prepared = await attempt.prepare(market);
  market.wire.play(plan);
  market.hang(hanging);
  const outcome = await outcomeOf(prepared.run);
  market.wire.play(undefined);
  market.hang(undefined);
  await market.wire.settle();
  return { prepared, outcome };
}

const outcomeIn = (outcome: Spoilt['outcome']): Outcome | undefined =>
  'error' in outcome && isProviderError(outcome.error) ? outcome.error.outcome : undefined;

async function judge(attempt: Attempt, fault: WireFault, { prepared, outcome }: Spoilt, check: Check): Promise<void> {
  const note = `${attempt.name} after ${fault.name}: ${describeOutcome(outcome)}`;
  const reported = outcomeIn(outcome);
  const result = 'result' in outcome ? outcome.result : undefined;
  const made = (await prepared.countMade?.()) ?? 0;
  check(made <= 1, `${note}, and the provider acted ${made} times.`);
  if (attempt.isRead) {
    const isSure = fault.name === 'status 404' || fault.name === 'status 410';
    const isFair = reported !== undefined || (isSure && result === null) || (result && (await prepared.isTrue(result)));
    return check(Boolean(isFair), `${note}, though the provider said nothing of the kind.`);
  }
  if ('result' in outcome) {
    const isFair = fault.kind === 'open' || fault.kind === 'busy' ? false : prepared.isRefusal(result);
    const isTrue = isFair || (!prepared.isRefusal(result) && (await prepared.isTrue(result)));
    return check(isTrue, `${note}, though the provider said nothing of the kind.`);
  }
  if (fault.kind === 'open')
    return check(reported === 'UNKNOWN', `${note}; the provider may have acted, so it must be UNKNOWN.`);
  if (fault.kind === 'refused')
    return check(reported === 'REJECTED', `${note}; the provider refused, so it must be REJECTED.`);
  if (fault.kind === 'busy')
    return check(reported === 'NOT_SENT', `${note}; nothing was taken, so it must be NOT_SENT.`);
  check(
    reported === 'REJECTED' || reported === 'UNKNOWN',
    `${note}; it must be REJECTED, or UNKNOWN where that cannot be told.`,
  );
}

/** Checks that the outcome fits the provider's real state after a call beside the deciding one has failed. */
async function judgeBeside(
  attempt: Attempt,
  index: number,
  { prepared, outcome }: Spoilt,
  check: Check,
): Promise<void> {
  const note = `${attempt.name}, its call ${index + 1} failing: ${describeOutcome(outcome)}`;
  const made = await prepared.countMade?.();
  if ('result' in outcome) {
    // A token or receiver may well be made although a call beside it failed; money and reads can be checked.
    const isUncheckable = !attempt.isRead && prepared.countMade === undefined && !prepared.isRefusal(outcome.result);
    const isTrue = outcome.result !== null && (await prepared.isTrue(outcome.result));
    return check(isTrue || isUncheckable, `${note}, though that is not so.`);
  }
  const reported = outcomeIn(outcome);
  check(reported !== undefined, `${note} is no ProviderError.`);
  check(made !== 1 || reported === 'UNKNOWN', `${note}; the provider has acted, so it must be UNKNOWN.`);
}

async function proveRefusedConnection(run: Run, attempt: Attempt, check: Check): Promise<void> {
  const outcome = await withMarket(run, async (market) => {
    const prepared = await attempt.prepare(market);
    return withMarket(
      run,
      async (cut) => {
        // The prepared call goes to an address where no server listens.
        market.provider = cut.provider;
        return outcomeOf(prepared.run);
      },
      { baseUrl: CLOSED_ADDRESS },
    );
  });
  check(
    outcomeIn(outcome) === 'NOT_SENT',
    `${attempt.name} without a connection: ${describeOutcome(outcome)}, not NOT_SENT.`,
  );
}

async function proveAnswers(market: Market, attempt: Attempt, check: Check): Promise<void> {
  const { target, count } = await findTarget(market, attempt);
  // A read may rest on any of its answers; of a write the one that says what was done.
  const targets = attempt.isRead ? Array.from({ length: count }, (_, index) => index) : [target];
  for (const at of targets) {
    for (const [name, garbage] of GARBAGE) {
      const plan: WirePlan = async (_call, index, handle) => {
        const answer = await handle();
        return index === at ? garbage : answer;
      };
      await judgeAnswer(attempt, name, await spoil(market, attempt, plan), check);
    }
  }
}

async function judgeAnswer(attempt: Attempt, name: string, { prepared, outcome }: Spoilt, check: Check): Promise<void> {
  const note = `${attempt.name} answered with ${name}: ${describeOutcome(outcome)}`;
  if ('result' in outcome) {
    const isTrue = outcome.result !== null && (await prepared.isTrue(outcome.result));
    return check(isTrue, `${note}, though the answer says nothing.`);
  }
  const reported = outcomeIn(outcome);
  if (attempt.isRead) return check(reported !== undefined, `${note} is no ProviderError.`);
  check(reported === 'UNKNOWN', `${note}; the provider acted, so it must be UNKNOWN.`);
}
