/**
 * Proves that a repeated write which meets what the lost one made comes to it, or leaves it open: a conflict is no refusal, and a list that is
 * cut off does not say that nothing is there.
 */
import type { ReceiverResult } from '@feira/schemas/provider';
import { isProviderError } from '../../errors.ts';
import type { Attempt, Prepared } from './attempt.ts';
import { listAttempts } from './attempts.ts';
import { findTarget } from './fault-proofs.ts';
import { createCrowd, ID } from './list-crowd.ts';
import type { Market } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';
import { writeReference } from './sent.ts';
import type { WireCall } from './wire.ts';

/** The writes that make something which a repeat may meet. Another token for the same card is no second order. */
const ORDERS = [
  'createTransaction',
  'refund',
  'withdraw',
  'createReceiver',
  'createMandate',
  'chargeMandate',
  'refundMandateCharge',
];

/** The orders whose repeat a provider with a key of its own may refuse, though nothing is wrong with it. */
const OWN_WORDS = ['createTransaction', 'withdraw'];

export async function proveConflicts(run: Run): Promise<void> {
  for (const attempt of listAttempts(run.subject)) {
    const { capability, isRead, name } = attempt;
    if (isRead) await prove(run, capability, 'references', (market, check) => proveCrowded(market, attempt, check));
    if (!ORDERS.includes(name)) continue;
    if (OWN_WORDS.includes(name))
      await prove(run, capability, 'references', (market, check) => proveOwnConflict(market, attempt, check));
    for (const isCrowded of [false, true])
      await prove(run, capability, 'references', (market, check) => proveConflict(market, attempt, isCrowded, check));
  }
}

/** The object stands on the second page of its list: it is found, or nobody says that it does not exist. */
async function proveCrowded(market: Market, attempt: Attempt, check: Check): Promise<void> {
  const prepared = await attempt.prepare(market);
  const { crowd, hasCrowded } = createCrowd(() => namesOf(market, prepared));
  market.wire.answer(async (call, _index, handle) => crowd(call, await handle()));
  const outcome = await outcomeOf(prepared.run);
  market.wire.play(undefined);
  if (!hasCrowded()) return;
  const note = `${attempt.name}, with a first page full of others: ${describeOutcome(outcome)}`;
  if ('error' in outcome) return check(isProviderError(outcome.error), `${note} is no ProviderError.`);
  check(await isFair(prepared, outcome.result), `${note}, though it is on the second page.`);
}

/** The first answer is lost, and the repeat is answered with 409: the provider has something of this name already. */
async function proveConflict(market: Market, attempt: Attempt, isCrowded: boolean, check: Check): Promise<void> {
  const { target } = await findTarget(market, attempt);
  const prepared = await attempt.prepare(market);
  let lost: WireCall | undefined;
  let lostIds: string[] = [];
  market.wire.play(async (call, index, handle) => {
    if (index !== target) return handle();
    lost = call;
    const known = JSON.stringify(market.wire.calls);
    lostIds = listIds(await handle()).filter((id) => !known.includes(id));
    return { drop: true };
  });
  await outcomeOf(prepared.run);
  await market.wire.settle();
  if (!lost) return;
  const address = addressOf(lost);
  const { crowd, hasCrowded } = createCrowd(() => [...namesOf(market, prepared), ...lostIds]);
  let hasMet = false;
  let repeats = 0;
  market.wire.answer(async (call, _index, handle) => {
    if (addressOf(call) !== address) return isCrowded ? crowd(call, await handle()) : handle();
    if (hasMet) {
      repeats += 1;
      return handle();
    }
    hasMet = true;
    return { status: 409, body: {}, headers: { 'content-type': 'application/json' } };
  });
  const outcome = await outcomeOf(prepared.run);
  market.wire.play(undefined);
  if (isCrowded && !hasCrowded()) return;
  const met = `${hasMet ? ' and answered with 409' : ''}${isCrowded ? ', with a first page full of others' : ''}`;
  const note = `${attempt.name}, asked for again after a lost answer${met}: ${describeOutcome(outcome)}`;
  check(repeats === 0, `${note}, and it was sent once more.`);
  const made = (await prepared.countMade?.()) ?? 1;
  check(made <= 1, `${note}, and the provider acted ${made} times.`);
  if ('error' in outcome) {
    const { error } = outcome;
    const isOpen = isProviderError(error) && error.outcome === 'UNKNOWN';
    return check(isOpen, `${note}; what the first request made exists, so it must be UNKNOWN.`);
  }
  check(await isMade(market, prepared, outcome.result), `${note}, though what the first request made exists.`);
}

/** The first answer is lost, and the provider answers the repeat in its own way: what it refuses exists, so that nobody may call it refused. */
async function proveOwnConflict(market: Market, attempt: Attempt, check: Check): Promise<void> {
  const { target } = await findTarget(market, attempt);
  const prepared = await attempt.prepare(market);
  let hasActed = false;
  market.wire.play(async (_call, index, handle) => {
    const answer = await handle();
    if (index !== target) return answer;
    hasActed = 'status' in answer && answer.status < 300;
    return { drop: true };
  });
  await outcomeOf(prepared.run);
  market.wire.play(undefined);
  await market.wire.settle();
  if (!hasActed) return;
  const outcome = await outcomeOf(prepared.run);
  const note = `${attempt.name}, asked for again after a lost answer: ${describeOutcome(outcome)}`;
  const isOpen = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'UNKNOWN';
  const isTaken = 'result' in outcome && !prepared.isRefusal(outcome.result);
  check(isOpen || isTaken, `${note}; what the first request made exists, so it must be UNKNOWN or found.`);
}

const namesOf = ({ subject }: Market, { names = [] }: Prepared): string[] =>
  names.flatMap((name) => [name, writeReference(subject.manifest, name)]);

/** Whatever is still open says nothing wrong. */
const isFair = async (prepared: Prepared, result: unknown): Promise<boolean> => {
  if (result === null) return false;
  const isOpen = prepared.isMoney && !prepared.isMoney(result) && !prepared.isRefusal(result);
  return isOpen || prepared.isTrue(result);
};

/** A receiver that exists already may have any standing. */
async function isMade(market: Market, prepared: Prepared, result: unknown): Promise<boolean> {
  if (prepared.isRefusal(result)) return false;
  if (await isFair(prepared, result)) return true;
  const { receiverId, receiverToken } = result as Partial<ReceiverResult>;
  if (receiverId === undefined || !market.subject.manifest.operations.includes('getReceiver')) return false;
  return (await market.provider.getReceiver({ receiverId, receiverToken }))?.receiverId === receiverId;
}

/** Two addresses that differ in nothing but the names of objects are one. */
const addressOf = ({ method, path }: WireCall): string =>
  `${method} ${path
    .split('/')
    .map((part) => (part.length >= LONG && /\d/.test(part) ? '*' : part))
    .join('/')}`;
const LONG = 12;

/** The ids that an answer gives. */
function listIds(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([field, value]) => {
    const isId = ID.test(field) && (typeof value === 'string' || typeof value === 'number');
    return isId && String(value).length >= 6 ? [String(value)] : listIds(value);
  });
}
