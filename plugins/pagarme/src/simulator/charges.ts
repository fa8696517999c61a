import type { SimulatorContext } from '@feira/plugin-kit';
import { answerWith, findOrderOf, type StoredOrder, saveOrder, showCharge, showOrder } from './order-state.ts';
import { creditShares } from './recipients.ts';
import { type Handler, invalid, newId, randomText, sendEvent, timestamp, WireRefusal } from './wire.ts';

type Outcome = 'paid' | 'failed' | 'canceled' | 'chargedback';

const REFUSAL = { acquirer_message: 'Transação não autorizada pelo emissor', acquirer_return_code: '51' };

async function notify(context: SimulatorContext, order: StoredOrder, events: string[]): Promise<void> {
  for (const event of events) {
    await sendEvent(context, event, event.startsWith('order.') ? showOrder(order) : showCharge(order));
  }
}

const EVENTS: Record<Outcome, string[]> = {
  paid: ['charge.paid', 'order.paid'],
  failed: ['charge.payment_failed', 'order.payment_failed'],
  canceled: ['order.canceled'],
  chargedback: ['charge.chargedback'],
};

/** Moves a charge where the bank left it. Money that arrives is added to what came before. */
export async function settleCharge(
  context: SimulatorContext,
  order: StoredOrder,
  outcome: Outcome,
  received = order.charge.amount,
): Promise<() => Promise<void>> {
  const { charge } = order;
  if (outcome === 'paid' && ['failed', 'canceled', 'chargedback'].includes(charge.status)) {
    throw new WireRefusal(412, `A charge that is ${charge.status} can no longer be paid.`);
  }
  const now = timestamp(context);
  const isPix = charge.payment_method === 'pix';
  charge.updated_at = now;
  order.updated_at = now;
  charge.status = outcome;
  order.status = outcome === 'chargedback' ? order.status : outcome;
  let events = EVENTS[outcome];
  if (outcome === 'paid') {
    charge.paid_at = now;
    charge.paid_amount = (charge.paid_amount ?? 0) + received;
    if (charge.paid_amount < charge.amount) {
      charge.status = 'underpaid';
      order.status = 'pending';
      events = ['charge.underpaid'];
    } else if (charge.paid_amount > charge.amount) {
      charge.status = 'overpaid';
      events = ['charge.overpaid', 'order.paid'];
    }
    charge.last_transaction = {
      ...charge.last_transaction,
      id: newId(context, 'tran'),
      success: true,
      amount: received,
      status: charge.payment_method === 'credit_card' ? 'captured' : 'paid',
      ...(isPix && { end_to_end_id: newEndToEndId(context) }),
    };
    await creditShares(context, order.split, received);
  } else if (outcome === 'failed') {
    const isCard = charge.payment_method === 'credit_card';
    charge.last_transaction = {
      ...charge.last_transaction,
      status: isCard ? 'not_authorized' : 'failed',
      success: false,
      ...(isCard && REFUSAL),
    };
  }
  if (outcome === 'chargedback') {
    await creditShares(context, order.split, (charge.canceled_amount ?? 0) - (charge.paid_amount ?? 0));
  }
  await saveOrder(context, order);
  return () => notify(context, order, events);
}

function newEndToEndId(context: SimulatorContext): string {
  const minute = context.clock.now().toISOString().replace(/\D/g, '').slice(0, 12);
  return `E16501555${minute}${randomText(context, 11)}`;
}

export const getCharge: Handler = async (call) => {
  const order = await findOrderOf(call.context, call.parts[0] ?? '');
  return answerWith(call, order, showCharge);
};

export const cancelCharge: Handler = async (call) => {
  const { context, body } = call;
  const order = await findOrderOf(context, call.parts[0] ?? '');
  const { charge } = order;
  const wasPaid = ['paid', 'overpaid', 'underpaid'].includes(charge.status);
  if (!wasPaid && !['pending', 'processing'].includes(charge.status)) {
    throw new WireRefusal(412, 'This charge can not be canceled.');
  }
  const left = (wasPaid ? (charge.paid_amount ?? 0) : charge.amount) - (charge.canceled_amount ?? 0);
  const amount = body.amount === undefined ? left : Number(body.amount);
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw invalid('amount', 'The amount must be above 0 and at most what was not yet canceled.');
  }
  if (wasPaid && charge.payment_method === 'boleto' && !body.bank_account) {
    throw invalid('bank_account', 'The bank_account field is required.');
  }
  charge.canceled_amount = (charge.canceled_amount ?? 0) + amount;
  charge.updated_at = timestamp(context);
  const isWhole = amount === left;
  const { end_to_end_id: _, ...transaction } = charge.last_transaction;
  const status = wasPaid ? 'refunded' : 'voided';
  charge.last_transaction = { ...transaction, id: newId(context, 'tran'), amount, status, success: true };
  if (isWhole) {
    charge.status = 'canceled';
    charge.canceled_at = charge.updated_at;
    order.status = 'canceled';
  }
  if (wasPaid) await creditShares(context, order.split, -amount);
  await saveOrder(context, order);
  const events = isWhole ? [wasPaid ? 'charge.refunded' : 'order.canceled'] : ['charge.partial_canceled'];
  // The answer does not wait for the event's delivery, as the provider's does not.
  void notify(context, order, events);
  return answerWith(call, order, showCharge);
};
