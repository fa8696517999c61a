/** Asks for receivers and withdrawals as the core would, with money to pay out. */
import { randomBytes } from 'node:crypto';
import type {
  ReceiverRequest,
  ReceiverResult,
  WithdrawLookup,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import { divideForm, receiverFormFor } from '@feira/schemas/rules/receiver-form';
import { sampleReceiver, sampleWithdraw } from '../samples.ts';
import { buyPaid, listMethods, type Market, newReference } from './market.ts';
import { BrokenPromise } from './recorder.ts';
import { isReference } from './sent.ts';
import { readEvents } from './webhook-proofs.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** More than a line of a protocol or a buffer of a socket would hold by chance. */
const FILE_BYTES = 300_000;

/** A picture that no other is like, held by the host. */
export function holdPicture({ context }: Market, byteCount = FILE_BYTES) {
  const content = Buffer.concat([PNG, randomBytes(byteCount)]);
  const [name, mediaType] = ['identidade.png', 'image/png'] as const;
  const reference = context.files.hold({ name, mediaType, content });
  return { content, file: { reference, name, mediaType, byteCount: content.length } };
}

/** A small picture for each file that an application needs. */
export const holdAttached = (
  market: Market,
  documentType: ReceiverRequest['documentType'] = 'CPF',
): Record<string, ReturnType<typeof holdPicture>> => {
  const { receiverFields } = market.subject.manifest;
  const { properties } = receiverFields
    ? divideForm(receiverFormFor(receiverFields, documentType)).attached
    : { properties: {} };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, holdPicture(market, SMALL_BYTES)]));
};
const SMALL_BYTES = 3_000;

/** The request of an application; the sandbox and others decide by its e-mail. */
export function toApplication(market: Market, changes: Partial<ReceiverRequest> = {}): ReceiverRequest {
  const { receiverData } = market.subject.simulator.samples ?? {};
  const attached = Object.entries(holdAttached(market, changes.documentType)).map(([name, { file }]) => [name, file]);
  return sampleReceiver({
    providerSpecificData: receiverData ?? {},
    ...(attached.length > 0 && { files: Object.fromEntries(attached) }),
    ...changes,
  });
}

export function openReceiver(market: Market) {
  const request = toApplication(market);
  return { request, create: () => market.provider.createReceiver(request) };
}

/** One that its provider wants to see something of. */
export function openAskedReceiver(market: Market) {
  const { receiverEmail } = market.subject.simulator.samples ?? {};
  return market.provider.createReceiver(toApplication(market, receiverEmail ? { email: receiverEmail } : {}));
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
