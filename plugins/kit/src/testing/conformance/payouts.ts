/** Receivers and withdrawals as the core would ask for them, with money to pay out. */
import type { ReceiverResult, WithdrawRequest } from '@feira/schemas/provider';
import { sampleReceiver, sampleWithdraw } from '../samples.ts';
import { buyPaid, listMethods, type Market, newReference } from './market.ts';

export function openReceiver(market: Market) {
  const { receiverData } = market.subject.simulator.samples ?? {};
  const request = sampleReceiver({ providerSpecificData: receiverData ?? {} });
  return { request, create: () => market.provider.createReceiver(request) };
}

export const toSplit = ({ receiverId }: ReceiverResult, amount: number, type: 'FIXED' | 'PERCENTAGE') => ({
  recipientId: receiverId,
  amount,
  type,
  chargeProcessingFee: false,
  chargeRemainder: false,
  liable: false,
});

/** A withdrawal whose money is there: sold by the platform, and by the receiver where it is the one paid out. */
export async function toWithdraw(
  market: Market,
  kind: WithdrawRequest['paymentMethod'],
  amount: number,
): Promise<WithdrawRequest> {
  const [method] = listMethods(market.subject);
  const withdrawReference = newReference();
  if (method) await buyPaid(market, method, { amount });
  if (kind !== 'RECEIVER') return sampleWithdraw(kind, { withdrawReference, amount });
  const receiver = await openReceiver(market).create();
  const isSplit = market.subject.manifest.capabilities.splits === true;
  if (method && isSplit) await buyPaid(market, method, { amount, splits: [toSplit(receiver, 10_000, 'PERCENTAGE')] });
  const { receiverId, receiverToken } = receiver;
  return sampleWithdraw(kind, { withdrawReference, amount, receiverId, receiverToken });
}
