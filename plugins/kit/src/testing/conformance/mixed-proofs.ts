/** Proves what single proofs leave apart: refunds after refunds of several payments, and shares of a sale in installments of which a part goes back. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { RefundRequest } from '@feira/schemas/provider';
import { sampleRefund } from '../samples.ts';
import { carriesAmount, listWritten } from './amounts.ts';
import { buy, buyPaid, listMethods, type Market, newReference, statusOf } from './market.ts';
import { getReceiver, toSplit } from './payouts.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run } from './run.ts';

const TOTAL = 12_345;
const PART = 4_999;

export async function proveMixed(run: Run): Promise<void> {
  const { splits, methods } = run.subject.manifest.capabilities;
  for (const method of listMethods(run.subject)) {
    if (methods?.[method]?.refund !== 'partial' || method === 'CREDIT_CARD') continue;
    await prove(run, `${method}.refund`, 'amounts', (market, check) => proveSeveral(market, method, check));
  }
  if (splits && (methods?.CREDIT_CARD?.maxInstallments ?? 1) > 1)
    for (const type of ['FIXED', 'PERCENTAGE'] as const)
      await prove(run, 'splits', 'works', (market, check) => proveSplitPlan(market, type, check));
}

const giveBack = (
  market: Market,
  request: Pick<RefundRequest, 'transactionId' | 'paymentMethod' | 'amount' | 'splits'>,
) => market.provider.refund(sampleRefund({ reference: newReference(), isFull: false, ...request }));

/** Paid twice, a part and then the whole price go back: the second refund finds its money in the other payment. */
async function proveSeveral(market: Market, method: PaymentMethod, check: Check): Promise<void> {
  const { result, read } = await buy(market, method, { amount: TOTAL });
  const { transactionId } = result;
  await market.simulator.pay(transactionId);
  await outcomeOf(() => market.simulator.pay(transactionId));
  const received = (await market.simulator.getCharge(transactionId))?.paidAmount ?? 0;
  if (received !== 2 * TOTAL) return;
  let sum = 0;
  for (const amount of [PART, TOTAL, TOTAL - PART]) {
    const outcome = await outcomeOf(() => giveBack(market, { transactionId, paymentMethod: method, amount }));
    const isTaken = 'result' in outcome && outcome.result.status !== 'REFUSED';
    const note = `Of ${received} cents that came in twice ${sum} went back, and ${amount} more`;
    check(isTaken, `${note} gave ${describeOutcome(outcome)}.`);
    if ('result' in outcome && outcome.result.status === 'PENDING') return;
    sum += amount;
    const returned = (await read())?.refundedAmount;
    check((returned ?? sum) === sum, `${note} went back; refundedAmount is ${returned}.`);
  }
  const tooMuch = await outcomeOf(() => giveBack(market, { transactionId, paymentMethod: method, amount: 1 }));
  const isDone = 'result' in tooMuch && tooMuch.result.status === 'DONE';
  check(!isDone, `All of ${received} cents went back, and one cent more: ${describeOutcome(tooMuch)}.`);
}

/** Not divisible by the number of installments, nor is the share. */
const PLAN = { price: 100_001, share: 30_001, installments: 3, basisPoints: 3_700, part: 20_003, partShare: 6_001 };

/** A share is of the whole price and not of each installment, and so is the part that goes back. */
async function proveSplitPlan(market: Market, type: 'FIXED' | 'PERCENTAGE', check: Check): Promise<void> {
  const { manifest } = market.subject;
  const receiver = await getReceiver(market);
  const readBalance = async () =>
    manifest.operations.includes('getReceiver') ? (await market.provider.getReceiver(receiver))?.balance : undefined;
  const { price: amount, installments, part } = PLAN;
  const wanted = type === 'FIXED' ? PLAN.share : PLAN.basisPoints;
  const cents = type === 'FIXED' ? PLAN.share : Math.round((amount * PLAN.basisPoints) / 10_000);
  const held = (await readBalance()) ?? 0;
  const before = market.wire.calls.length;
  const splits = [toSplit(receiver, wanted, type)];
  const { result, read } = await buyPaid(market, 'CREDIT_CARD', { amount, installments, splits });
  const written = listWritten(market.wire.calls.slice(before));
  const note = `A card charge of ${amount} cents in ${installments} installments with a share of ${cents} cents`;
  check(written.includes(receiver.receiverId), `${note}: no request names the receiver.`);
  const isCounted = written.some((leaf) => String(leaf) === String(installments));
  check(isCounted, `${note}: no request says that there are ${installments} installments.`);
  const made = await market.simulator.getCharge(result.transactionId);
  check(made?.amount === amount, `${note} is for ${made?.amount} at the provider.`);
  const got = ((await readBalance()) ?? 0) - held;
  check(got === 0 || Math.abs(got - cents) <= 1, `${note}: ${got} cents became the receiver's.`);
  if (manifest.capabilities.methods?.CREDIT_CARD?.refund !== 'partial') return;
  const sent = market.wire.calls.length;
  const { status, reason } = await giveBack(market, {
    transactionId: result.transactionId,
    paymentMethod: 'CREDIT_CARD',
    amount: part,
    splits: [toSplit(receiver, PLAN.partShare, 'FIXED')],
  });
  check(status !== 'REFUSED', `${note}: a part of ${part} cents was refused: ${reason}.`);
  check(
    carriesAmount(manifest, 'refund', market.wire.calls.slice(sent), part),
    `${note}: no request carries the part of ${part} cents.`,
  );
  if (status === 'PENDING') return;
  const after = await read();
  check(
    (after?.refundedAmount ?? part) === part,
    `${note}: ${part} cents went back; refundedAmount is ${after?.refundedAmount}.`,
  );
  check(statusOf(market, after) === 'APPROVED', `${note}: after a part went back it is ${statusOf(market, after)}.`);
}
