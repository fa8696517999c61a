/** Asks for receivers and withdrawals as the core would, with money to pay out. */
import type { ReceiverResult, WithdrawLookup, WithdrawRequest, WithdrawResult } from '@feira/schemas/provider';
import { sampleReceiver, sampleWithdraw } from '../samples.ts';
import { buyPaid, listMethods, type Market, newReference } from './market.ts';
import { BrokenPromise } from './recorder.ts';
import { isReference } from './sent.ts';
import { readEvents } from './webhook-proofs.ts';

export function openReceiver(market: Market) {
  const { receiverData } = market.subject.simulator.samples ?? {};
  const request = sampleReceiver({ providerSpecificData: receiverData ?? {} });
  return { request, create: () => market.provider.createReceiver(request) };
}

/** One that its provider wants to see something of. */
export function openAskedReceiver(market: Market) {
  const { receiverData, receiverEmail } = market.subject.simulator.samples ?? {};
  const request = sampleReceiver({
    providerSpecificData: receiverData ?? {},
    ...(receiverEmail && { email: receiverEmail }),
  });
  return market.provider.createReceiver(request);
}

/** A new one, or the one the simulator begins with where the provider cannot be asked for one. */
export async function getReceiver(market: Market): Promise<Pick<ReceiverResult, 'receiverId' | 'receiverToken'>> {
  const { manifest, simulator } = market.subject;
  if (manifest.operations.includes('createReceiver')) return openReceiver(market).create();
  const { receiverId } = simulator.samples ?? {};
  if (receiverId) return { receiverId };
  throw new BrokenPromise(
    'Without createReceiver the suite needs a receiver: add samples.receiverId to the simulator.',
  );
}

export const toSplit = (
  { receiverId }: Pick<ReceiverResult, 'receiverId'>,
  amount: number,
  type: 'FIXED' | 'PERCENTAGE',
) => ({
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
  const { minAmount = 0 } = market.subject.manifest.capabilities.methods?.[method!] ?? {};
  const price = Math.max(amount, minAmount);
  if (method) await buyPaid(market, method, { amount: price });
  if (kind !== 'RECEIVER') return sampleWithdraw(kind, { withdrawReference, amount });
  const receiver = await getReceiver(market);
  const isSplit = market.subject.manifest.capabilities.splits === true;
  if (method && isSplit)
    await buyPaid(market, method, { amount: price, splits: [toSplit(receiver, 10_000, 'PERCENTAGE')] });
  const { receiverId, receiverToken } = receiver;
  return sampleWithdraw(kind, { withdrawReference, amount, receiverId, receiverToken });
}

/** Returns the withdrawal by the adapter's word: asked for where that is offered, else by the last event about it, null without one. */
export async function readWithdraw(market: Market, lookup: WithdrawLookup): Promise<Partial<WithdrawResult> | null> {
  if (market.subject.manifest.operations.includes('getWithdraw')) return market.provider.getWithdraw(lookup);
  const events = (await readEvents(market, 'withdraw')).filter(
    ({ withdrawId, reference }) =>
      (withdrawId !== undefined && withdrawId === lookup.withdrawId) ||
      isReference(reference, {}, lookup.withdrawReference ?? ''),
  );
  const last = events.at(-1);
  return last ? { ...last, withdrawId: lookup.withdrawId } : null;
}
