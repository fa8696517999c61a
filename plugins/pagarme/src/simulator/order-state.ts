import type { SimulatorContext, SimulatorResponse } from '@feira/plugin-kit';
import type { Behaviour } from './cards.ts';
import type { SplitRule } from './recipients.ts';
import { type Call, load } from './wire.ts';

export interface StoredCharge {
  id: string;
  code: string;
  amount: number;
  paid_amount?: number;
  canceled_amount?: number;
  status: string;
  currency: 'BRL';
  payment_method: 'pix' | 'credit_card' | 'boleto';
  paid_at?: string;
  canceled_at?: string;
  created_at: string;
  updated_at: string;
  last_transaction: Record<string, unknown> & { id: string; status: string; success: boolean };
}

export interface StoredOrder {
  id: string;
  code: string;
  amount: number;
  currency: 'BRL';
  closed: true;
  status: string;
  created_at: string;
  updated_at: string;
  customer: unknown;
  metadata: unknown;
  charge: StoredCharge;
  split: SplitRule[];
  behaviour?: Behaviour;
  /** Cents every answer and event lies by, once a wrong-amount fault hit the order. */
  lie: number;
}

const LIE_CENTS = 100;

/** The order as the API shows it. */
export function showOrder(order: StoredOrder, isUnknown = false) {
  const { charge: _, split: __, behaviour: ___, lie, ...shown } = order;
  return { ...shown, amount: order.amount + lie, charges: [showCharge(order, isUnknown, false)] };
}

/** The charge as the API shows it, on its own with the order inside. */
export function showCharge(order: StoredOrder, isUnknown = false, withOrder = true) {
  const { charge, lie } = order;
  return {
    ...charge,
    amount: charge.amount + lie,
    ...(charge.paid_amount !== undefined && { paid_amount: charge.paid_amount + lie }),
    ...(isUnknown && { status: 'quarantined' }),
    ...(withOrder && { order: { id: order.id, code: order.code, amount: order.amount + lie, status: order.status } }),
  };
}

/** What this very call answers with, after the faults it suffers. */
export async function answerWith(
  call: Call,
  order: StoredOrder,
  show: typeof showOrder | typeof showCharge,
): Promise<SimulatorResponse> {
  if (call.fault === 'wrong-amount') {
    order.lie = LIE_CENTS;
    await saveOrder(call.context, order);
  }
  return { status: 200, body: show(order, call.fault === 'unknown-status') };
}

export const saveOrder = (context: SimulatorContext, order: StoredOrder) =>
  context.store.set(`order:${order.id}`, order);

export async function findOrderOf(context: SimulatorContext, chargeId: string): Promise<StoredOrder> {
  const orderId = await load<string>(context, `charge:${chargeId}`, 'Charge');
  return load<StoredOrder>(context, `order:${orderId}`, 'Order');
}
