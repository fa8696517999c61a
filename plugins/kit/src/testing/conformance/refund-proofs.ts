/** Proves refunds: of the whole amount, of a part, never of more. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { RefundRequest } from '@feira/schemas/provider';
import { idempotencyOf } from '@feira/schemas/rules/operation-rules';
import { sampleRefund } from '../samples.ts';
import { carriesAmount } from './amounts.ts';
import { buyPaid, listMethods, type Market, newReference, statusOf } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const TOTAL = 12_345;

export async function proveRefunds(run: Run): Promise<void> {
  for (const method of listMethods(run.subject)) {
    const kind = run.subject.manifest.capabilities.methods?.[method]?.refund;
    if (kind === 'none') {
      if (run.subject.manifest.operations.includes('refund'))
        await prove(run, method, 'works', (market, check) => proveNoRefund(market, method, check));
      continue;
    }
    const capability = `${method}.refund`;
    await prove(run, capability, 'works', (market, check) => proveFull(market, method, check));
    await prove(run, capability, 'works', (market, check) => proveFailed(market, method, check));
    if (kind !== 'partial') continue;
    await prove(run, capability, 'amounts', (market, check) => provePartial(market, method, check));
    if (idempotencyOf(run.subject.manifest, 'refund').supported) {
      await prove(run, capability, 'references', (market, check) => proveOnce(market, method, check));
    }
  }
}

async function open(market: Market, method: PaymentMethod) {
  const { result, read } = await buyPaid(market, method, { amount: TOTAL });
  const send = (amount: number, changes: Partial<RefundRequest> = {}) =>
    market.provider.refund(
      sampleRefund({
        reference: newReference(),
        transactionId: result.transactionId,
        paymentMethod: method,
        amount,
        isFull: amount === TOTAL,
        ...changes,
      }),
    );
  return { transactionId: result.transactionId, read, send };
}

async function proveFull(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { read, send } = await open(market, method);
  const { status, reason } = await send(TOTAL);
  check(status !== 'REFUSED', `A full refund was refused: ${reason}`);
  if (status === 'PENDING') return;
  const refunded = await read();
  check(
    ['REFUNDED', 'RETURNED'].includes(statusOf(market, refunded)),
    `A charge refunded in full is ${statusOf(market, refunded)} ("${refunded?.providerStatus}").`,
  );
  check((refunded?.refundedAmount ?? TOTAL) === TOTAL, `refundedAmount is ${refunded?.refundedAmount}, not ${TOTAL}.`);
  const again = await outcomeOf(() => send(TOTAL, { isFull: false }));
  const after = await read();
  check(
    (after?.refundedAmount ?? TOTAL) === TOTAL,
    `A second full refund answered ${describeOutcome(again)} and paid again.`,
  );
}

/** A refund that the bank did not carry out is money that is still there, whatever was said of it before. */
async function proveFailed(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { transactionId, read, send } = await open(market, method);
  const { refundId, status } = await send(TOTAL);
  // It goes by the id of its charge, so that no bank can fail it by one of its own.
  if (refundId === transactionId) return;
  const failed = await outcomeOf(async () => {
    if (status === 'REFUSED' || !market.simulator.fail) throw new Error('There is nothing to fail.');
    await market.simulator.fail(refundId);
  });
  // Not every simulator knows its refunds by the ids that their results have.
  if ('error' in failed) return;
  const charge = await read();
  check((charge?.refundedAmount ?? 0) === 0, `A refund failed, and refundedAmount is ${charge?.refundedAmount}.`);
  check(statusOf(market, charge) === 'APPROVED', `A refund failed, and the charge is ${statusOf(market, charge)}.`);
  const told = charge?.refunds?.find((one) => one.refundId === refundId);
  check(told === undefined || told.status === 'REFUSED', `A refund that failed is told as ${told?.status}.`);
}

async function provePartial(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { read, send } = await open(market, method);
  let sum = 0;
  for (const amount of [345, 1, 1_999]) {
    const before = market.wire.calls.length;
    const { status, reason } = await send(amount);
    check(status !== 'REFUSED', `A refund of ${amount} of ${TOTAL} cents was refused: ${reason}`);
    const isCarried = carriesAmount(market.subject.manifest, 'refund', market.wire.calls.slice(before), amount);
    check(isCarried, `No request carries the part of ${amount} cents that goes back.`);
    sum += amount;
    const charge = await read();
    check(statusOf(market, charge) === 'APPROVED', `After a part went back the charge is ${statusOf(market, charge)}.`);
    if (status === 'DONE')
      check(
        (charge?.refundedAmount ?? sum) === sum,
        `${sum} cents went back; refundedAmount is ${charge?.refundedAmount}.`,
      );
  }
  const tooMuch = await outcomeOf(() => send(TOTAL - sum + 1, { isFull: false }));
  const isDone = 'result' in tooMuch && tooMuch.result.status === 'DONE';
  check(!isDone, `More than was left could be refunded: ${describeOutcome(tooMuch)}.`);
  const left = await read();
  check(
    (left?.refundedAmount ?? sum) === sum,
    `After a refused refund refundedAmount is ${left?.refundedAmount}, not ${sum}.`,
  );
}

async function proveOnce(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { read, send } = await open(market, method);
  const reference = newReference();
  await send(345, { reference });
  await send(345, { reference });
  const refunded = (await read())?.refundedAmount ?? 345;
  check(refunded === 345, `The same refund sent twice gave ${refunded} cents back, not 345.`);
}

/** Proves that a refund which the manifest does not offer moves no money. */
async function proveNoRefund(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { read, send } = await open(market, method);
  const outcome = await outcomeOf(() => send(TOTAL));
  const isDone = 'result' in outcome && outcome.result.status === 'DONE';
  check(!isDone, `Refunds of ${method} are not declared, but one was done: declare them.`);
  const status = statusOf(market, await read());
  check(status === 'APPROVED', `A refund that is not declared left the charge ${status}.`);
}
