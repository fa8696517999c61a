/** Proves amounts that are held on a card: held without being charged, captured once, let go, and never given back by a void. */
import { isProviderError } from '../../errors.ts';
import { buy, describeStatus, type Market, statusOf } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const AMOUNT = 12_345;
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

export async function proveHolds(run: Run): Promise<void> {
  if (!run.subject.manifest.capabilities.methods?.CREDIT_CARD?.authorizes) return;
  for (const work of [proveCaptured, proveVoided, proveLostCapture, proveLostVoid])
    await prove(run, 'CREDIT_CARD.authorizes', 'works', work);
}

/** Cents that the provider has charged. */
const chargedBy = async ({ simulator }: Market, id: string): Promise<number | undefined> =>
  (await simulator.getCharge(id))?.paidAmount;

async function hold(market: Market, check: Check) {
  const { request, result, read } = await buy(market, 'CREDIT_CARD', { amount: AMOUNT, authorizeOnly: true });
  const { transactionId } = result;
  for (const told of [result, await read()]) {
    check(statusOf(market, told) === 'PENDING', `An amount that is only held is ${describeStatus(market, told)}.`);
    check(told?.heldAmount === AMOUNT, `Of ${AMOUNT} cents that are held, heldAmount tells ${told?.heldAmount}.`);
    check((told?.paidAmount ?? 0) === 0, `An amount that is only held is told as paid: ${told?.paidAmount}.`);
  }
  const charged = await chargedBy(market, transactionId);
  check(charged === 0, `authorizeOnly charged ${charged} cents at the provider.`);
  return { order: { reference: request.reference, transactionId, amount: AMOUNT }, read };
}

type Held = Awaited<ReturnType<typeof hold>>;

async function checkCaptured(market: Market, { order, read }: Held, check: Check): Promise<void> {
  const charged = await chargedBy(market, order.transactionId);
  check(charged === AMOUNT, `After capture the provider has charged ${charged} of ${AMOUNT} cents.`);
  const told = await read();
  check(statusOf(market, told) === 'APPROVED', `A captured charge is ${describeStatus(market, told)}.`);
  check(!told?.heldAmount, `A captured charge still tells ${told?.heldAmount} cents as held.`);
}

async function proveCaptured(market: Market, check: Check): Promise<void> {
  const held = await hold(market, check);
  const captured = await market.provider.capture(held.order);
  check(statusOf(market, captured) === 'APPROVED', `capture answers with ${describeStatus(market, captured)}.`);
  await checkCaptured(market, held, check);
  const again = await outcomeOf(() => market.provider.capture(held.order));
  const isPaid = 'result' in again && statusOf(market, again.result) === 'APPROVED';
  check(isPaid, `capture once more: ${describeOutcome(again)}; it tells the charge as it is.`);
  await checkCaptured(market, held, check);
  const voided = await outcomeOf(() => market.provider.void(held.order));
  check(
    !('result' in voided) || statusOf(market, voided.result) === 'APPROVED',
    `void of a captured charge: ${describeOutcome(voided)}.`,
  );
  await checkCaptured(market, held, check);
}

async function checkVoided(market: Market, { order, read }: Held, check: Check): Promise<void> {
  const told = await read();
  const isOver = ['REJECTED', 'CANCELED'].includes(statusOf(market, told));
  check(isOver, `A hold that was let go is ${describeStatus(market, told)}.`);
  check(!told?.heldAmount, `A hold that was let go still tells ${told?.heldAmount} cents as held.`);
  const late = await outcomeOf(() => market.provider.capture(order));
  check(
    !('result' in late) || statusOf(market, late.result) !== 'APPROVED',
    `capture of a hold that was let go: ${describeOutcome(late)}.`,
  );
  const charged = await chargedBy(market, order.transactionId);
  check(charged === 0, `The provider has charged ${charged} cents of a hold that was let go.`);
}

async function proveVoided(market: Market, check: Check): Promise<void> {
  const held = await hold(market, check);
  await market.provider.void(held.order);
  await checkVoided(market, held, check);
  const again = await outcomeOf(() => market.provider.void(held.order));
  check('result' in again, `void once more: ${describeOutcome(again)}; it tells the charge as it is.`);
  await checkVoided(market, held, check);
}

/** The provider does what it is asked, and nobody hears of it. */
async function loseAnswer(market: Market, call: () => Promise<unknown>, what: string, check: Check): Promise<void> {
  for (const method of WRITES) market.host.addFault({ kind: 'lose-answer', times: 1, match: `${method} /` });
  const outcome = await outcomeOf(call);
  const isOpen = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'UNKNOWN';
  check(isOpen, `${what} without an answer: ${describeOutcome(outcome)}; nobody knows what became of it.`);
}

async function proveLostCapture(market: Market, check: Check): Promise<void> {
  const held = await hold(market, check);
  await loseAnswer(market, () => market.provider.capture(held.order), 'capture', check);
  await checkCaptured(market, held, check);
  await market.provider.capture(held.order);
  await checkCaptured(market, held, check);
}

async function proveLostVoid(market: Market, check: Check): Promise<void> {
  const held = await hold(market, check);
  await loseAnswer(market, () => market.provider.void(held.order), 'void', check);
  await checkVoided(market, held, check);
}
