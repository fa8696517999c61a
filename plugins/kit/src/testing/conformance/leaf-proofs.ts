/** Proves that no answer or event makes money with one of its leaves left out, null or of another kind. */
import type { WebhookResult } from '@feira/schemas/provider';
import { mapStatus } from '../../define.ts';
import type { Attempt, Prepared } from './attempt.ts';
import { listAttempts } from './attempts.ts';
import { findTarget } from './fault-proofs.ts';
import { playMandates } from './mandate-proofs.ts';
import { listMethods, type Market } from './market.ts';
import { toWithdraw } from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { changeEvent, collectEvents, eventsOf, parseEvent, readEvent } from './webhook-proofs.ts';
import type { WireCall, WirePlan } from './wire.ts';

type Path = (string | number)[];
interface Change {
  note: string;
  apply(body: unknown): unknown;
}

export async function proveLeaves(run: Run): Promise<void> {
  for (const attempt of listAttempts(run.subject)) {
    await prove(run, attempt.capability, 'answers', (market, check) => proveAnswerLeaves(market, attempt, check));
  }
  // Without a charge there is nothing to collect the events of.
  if (run.subject.manifest.operations.includes('processWebhook') && listMethods(run.subject).length > 0)
    await prove(run, 'webhooks', 'answers', proveEventLeaves);
}

async function proveAnswerLeaves(market: Market, attempt: Attempt, check: Check): Promise<void> {
  const { target, count } = await findTarget(market, attempt);
  for (const at of attempt.isRead ? Array.from({ length: count }, (_, index) => index) : [target]) {
    const prepared = await attempt.prepare(market);
    if (!prepared.isMoney) return;
    const recorded: WireCall[] = [];
    const whole = await runAnswered(market, prepared, async (call, _index, handle) => {
      recorded.push(call);
      return handle();
    });
    // Other proofs report an adapter that is wrong about the unchanged answer.
    if (!(await isFair(prepared, whole))) return;
    for (const { note, apply } of listChanges(bodyOf(recorded[at]?.answer))) {
      const outcome = await runAnswered(market, prepared, replay(recorded, at, apply));
      check(
        await isFair(prepared, outcome),
        `${attempt.name}, its answer with ${note}: ${describeOutcome(outcome)}, though that is not so.`,
      );
    }
  }
}

const bodyOf = (answer: WireCall['answer']) => (answer && 'body' in answer ? answer.body : undefined);

/** Answers as the provider did before, one answer with a change; a call that it was not asked then it is asked now. */
const replay =
  (recorded: readonly WireCall[], at: number, change: Change['apply']): WirePlan =>
  async ({ method, path }, index, handle) => {
    const before = recorded[index];
    const isSame = before?.answer && before.method === method && before.path === path;
    const answer = isSame ? before.answer! : await handle();
    return index === at && 'body' in answer ? { ...answer, body: change(answer.body) } : answer;
  };

/** An error, nothing, something still open, or the truth. */
async function isFair(prepared: Prepared, outcome: Awaited<ReturnType<typeof runAnswered>>): Promise<boolean> {
  if ('error' in outcome || outcome.result === null) return true;
  const isMade = prepared.isMoney?.(outcome.result) || prepared.isRefusal(outcome.result);
  return !isMade || prepared.isTrue(outcome.result);
}

async function runAnswered(market: Market, prepared: Prepared, plan: WirePlan) {
  market.wire.answer(plan);
  const outcome = await outcomeOf(prepared.run);
  market.wire.play(undefined);
  return outcome;
}

async function proveEventLeaves(market: Market, check: Check): Promise<void> {
  const { events } = await collectEvents(market);
  const { manifest, simulator } = { ...market.subject, simulator: market.simulator };
  for (const kind of manifest.capabilities.withdraw ?? []) {
    const { withdrawId } = await market.provider.withdraw(await toWithdraw(market, kind, 5_000));
    const isUnderWay = (await simulator.getWithdrawal?.(withdrawId))?.status === 'PENDING';
    // A withdrawal that was over at once cannot be ended by its bank any more.
    await simulator.fail?.(withdrawId).catch((error: unknown) => {
      if (isUnderWay) throw error;
    });
  }
  if (manifest.capabilities.mandates) await playMandates(market);
  await market.host.settle();
  const known = new Set(events.map(({ body }) => body));
  const later = market.host.deliveries.filter(({ body }) => !known.has(body));
  for (const event of [...events, ...later]) {
    const whole = await outcomeOf(() => readEvent(market, event));
    const truths = 'result' in whole ? claimsOf(market, whole.result) : [];
    for (const { note, apply } of listChanges(parseEvent(event))) {
      const outcome = await outcomeOf(() => readEvent(market, changeEvent(event, apply)));
      if ('error' in outcome) continue;
      const said = claimsOf(market, outcome.result).find((claim) => !truths.includes(claim));
      check(said === undefined, `An event with ${note} says ${said}, which it does not say as it is.`);
    }
  }
}

/** Returns the subject and status of each event in a request that moves money. */
function claimsOf(market: Market, result: WebhookResult): string[] {
  const { payment, withdraw, mandate, mandateCharge } = market.subject.manifest.status;
  return eventsOf(result).flatMap(({ subject, providerStatus }) => {
    const table = { payment, withdraw, either: payment, mandate, mandateCharge }[subject as 'payment'];
    if (!table || providerStatus === undefined) return [];
    const { status } = mapStatus<string>(table, providerStatus);
    return status === 'PENDING' ? [] : [`${subject} ${status}`];
  });
}

/** Every leaf of a body in its three ways of being wrong. */
function listChanges(body: unknown): Change[] {
  return listPaths(body).flatMap((path) => {
    const name = path.join('.');
    return [
      { note: `no ${name}`, apply: (whole: unknown) => changeAt(whole, path, () => undefined) },
      { note: `null as ${name}`, apply: (whole: unknown) => changeAt(whole, path, () => null) },
      {
        note: `another kind of ${name}`,
        apply: (whole: unknown) =>
          changeAt(whole, path, (leaf) => (typeof leaf === 'string' || leaf === null ? {} : 'x')),
      },
    ];
  });
}

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : [];
  return Object.entries(value).flatMap(([name, inner]) => listPaths(inner, [...path, name]));
}

function changeAt(value: unknown, [name, ...rest]: Path, change: (leaf: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[name] = changeAt(copy[name], rest, change);
  return copy;
}
