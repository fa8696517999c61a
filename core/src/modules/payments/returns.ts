/** Orders the return of money that the platform must not keep. Pure. */
import { newId } from '../../shared/ids.ts';
import type { ReturnOrder } from './commands/draft.ts';
import { type Attempt, NOT_CONFIRMED, type Payment, REQUESTED, type Refund } from './model.ts';
import { attemptOf, isUnderWay, sumOf } from './questions.ts';
import { isProven, type PaymentState, reducePayment } from './status.ts';

const NOBODY = { authorisedAs: null, authorisedBy: null, note: null } as const;

/**
 * Returns new orders for what has to go back and is not on its way. What had arrived when the provider refused to return it waits for
 * somebody to order it again; what arrives later is ordered by itself, and so is what the provider did not confirm before and does now.
 */
export function listReturns(payment: Payment, returns: PaymentState['returns'], again: ReturnOrder | null): Refund[] {
  const made: Refund[] = [];
  for (const { cause, ...item } of returns) {
    const attempt = attemptOf(payment, item);
    if (!attempt) continue;
    const orders = [...payment.refunds, ...made].filter(
      (order) => order.attemptId === attempt.id && order.cause !== 'WANTED',
    );
    const arrivedAmount = sumOf(
      payment.charges.filter((charge) => attemptOf(payment, charge) === attempt).map(({ captured }) => captured),
    );
    const refused = orders.filter(({ state }) => state === 'REFUSED');
    const refusedUntil = Math.max(0, ...refused.map((order) => order.arrivedAmount ?? 0));
    const confirmed = refused.at(-1)?.reason === NOT_CONFIRMED ? provenReturnOf(payment, attempt) : 0;
    const onItsWay = sumOf(orders.filter(isUnderWay).map((order) => order.amount));
    const isAgain = again?.attemptId === attempt.id;
    const most = isAgain ? (again.amount ?? item.amount) : Math.max(arrivedAmount - refusedUntil, confirmed - onItsWay);
    const amount = Math.min(item.amount - onItsWay, most);
    if (amount > 0)
      made.push({ ...REQUESTED, ...NOBODY, id: newId(), attemptId: attempt.id, amount, cause, arrivedAmount });
  }
  return made;
}

/** Cents that the provider itself confirmed and that have to go back of an attempt's charges. */
const provenReturnOf = (payment: Payment, attempt: Attempt): number =>
  sumOf(
    reducePayment(payment, payment.evidence.filter(isProven))
      .returns.filter((item) => attemptOf(payment, item) === attempt)
      .map(({ amount }) => amount),
  );
