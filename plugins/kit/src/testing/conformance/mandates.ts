/** Asks for mandates and their charges as the core would, and lists their operations as calls that can be spoilt on their way. */
import type {
  MandateChargeRequest,
  MandateChargeResult,
  MandateJourney,
  MandateRequest,
  MandateResult,
} from '@feira/schemas/mandate';
import type { MandateCapability } from '@feira/schemas/manifest';
import type { RefundResult } from '@feira/schemas/provider';
import { mapStatus } from '../../define.ts';
import type { SimulatedMandates } from '../../simulator.ts';
import { sampleMandate, sampleMandateCharge, sampleMandateRefund } from '../samples.ts';
import type { Attempt, Prepared } from './attempt.ts';
import { buy, type Market, newReference, type Subject } from './market.ts';
import { BrokenPromise } from './recorder.ts';

export const MANDATES = 'mandates';
export const DUE_DATE = '2034-02-01';
export const RETRY_DATE = '2034-02-03';
const NOBODY = () => false;

export const mandatesOf = ({ manifest }: Subject): MandateCapability => manifest.capabilities.mandates!;

/** Returns the acts of buyers and their banks. */
export function actsOf({ simulator }: Market): SimulatedMandates {
  if (simulator.mandates) return simulator.mandates;
  throw new BrokenPromise('The simulator has no mandates: buyers must be able to agree, and their banks to pay.');
}

/** The journey without a charge, where there is one: agreeing and paying are told apart. */
const plainJourney = (subject: Subject): MandateJourney => {
  const { journeys } = mandatesOf(subject);
  return journeys.find((journey) => journey < 3) ?? journeys[0]!;
};

/** A request that the manifest allows; journeys 3 and 4 begin with a charge. */
export async function toMandate(market: Market, changes: Partial<MandateRequest> = {}): Promise<MandateRequest> {
  const { amounts, periods, retries } = mandatesOf(market.subject);
  const { journey = plainJourney(market.subject) } = changes;
  const recurrenceDays = { WEEKLY: 7, MONTHLY: 30, QUARTERLY: 90, SEMIANNUAL: 180, YEARLY: 365 }[periods[0]!];
  const charge = journey > 2 ? await buy(market, 'PIX', { amount: 2_500 }) : null;
  return sampleMandate({
    reference: newReference(),
    recurrenceDays,
    retries: retries.includes('3R_7D') ? '3R_7D' : 'NONE',
    ...(amounts.includes('FIXED') ? { amount: 4_990 } : { maxAmount: 4_990 }),
    ...(charge && { transactionId: charge.result.transactionId }),
    ...changes,
    journey,
  });
}

export const lookUp = (request: MandateRequest, mandateId?: string) => ({
  ...(mandateId !== undefined && { mandateId }),
  reference: request.reference,
  // The simulator's clock is the real one.
  requestedAt: new Date(Date.now() - 60_000).toISOString(),
  document: request.customer.document ?? '',
});

export async function openMandate(market: Market, changes: Partial<MandateRequest> = {}) {
  const request = await toMandate(market, changes);
  const result = await market.provider.createMandate(request);
  const { mandateId } = result;
  return {
    request,
    result,
    mandateId,
    read: () => market.provider.getMandate(lookUp(request, mandateId)),
    /** The buyer agrees: by paying, where the charge's code asks for it. */
    agree: () =>
      request.journey === 3 ? market.simulator.pay(request.transactionId!) : actsOf(market).approve(mandateId),
  };
}

/** A mandate to which the buyer has agreed. */
export async function openActive(market: Market, changes: Partial<MandateRequest> = {}) {
  const mandate = await openMandate(market, changes);
  await mandate.agree();
  return mandate;
}

export const toMandateCharge = (mandateId: string, changes: Partial<MandateChargeRequest> = {}): MandateChargeRequest =>
  sampleMandateCharge({ reference: newReference(), mandateId, dueDate: DUE_DATE, ...changes });

/** A charge of a new mandate. */
export async function charge(market: Market, changes: Partial<MandateRequest> = {}) {
  const { mandateId } = await openActive(market, changes);
  const request = toMandateCharge(mandateId);
  const result = await market.provider.chargeMandate(request);
  const { mandateChargeId } = result;
  const ids = { mandateChargeId, mandateId, reference: request.reference };
  return { request, result, ids, read: () => market.provider.getMandateCharge(ids) };
}

export const mandateStatusOf = ({ subject }: Market, result: Partial<MandateResult> | null) =>
  mapStatus(subject.manifest.status.mandate!, result?.providerStatus ?? '').status;
export const chargeStatusOf = ({ subject }: Market, result: Partial<MandateChargeResult> | null) =>
  mapStatus(subject.manifest.status.mandateCharge!, result?.providerStatus ?? '').status;
export const receivedOf = (result: Pick<MandateChargeResult, 'movements'> | null) =>
  (result?.movements ?? []).reduce((sum, { amount }) => sum + amount, 0);

const ENDED = ['REJECTED', 'EXPIRED', 'CANCELED'];

const judgeMandate = (market: Market): Pick<Prepared, 'isTrue' | 'isRefusal' | 'isMoney'> => ({
  async isTrue(result) {
    const told = result as MandateResult | null;
    const made = told && (await actsOf(market).get(told.mandateId));
    const isSame = made && (told.amount ?? made.amount ?? undefined) === (made.amount ?? undefined);
    return Boolean(isSame) && mandateStatusOf(market, told) === made?.status;
  },
  isRefusal: (result) => ENDED.includes(mandateStatusOf(market, result as MandateResult)),
  isMoney: (result) => result !== null && mandateStatusOf(market, result as MandateResult) !== 'PENDING',
});

const judgeCharge = (market: Market): Pick<Prepared, 'isTrue' | 'isRefusal' | 'isMoney'> => ({
  async isTrue(result) {
    const told = result as MandateChargeResult | null;
    const made = told && (await actsOf(market).getCharge(told.mandateChargeId));
    if (!made || (told.amount ?? made.amount) !== made.amount) return false;
    return chargeStatusOf(market, told) === made.status && receivedOf(told) <= made.paidAmount;
  },
  isRefusal: (result) => ENDED.includes(chargeStatusOf(market, result as MandateChargeResult)),
  isMoney(result) {
    const told = result as MandateChargeResult | null;
    return told !== null && (chargeStatusOf(market, told) !== 'PENDING' || receivedOf(told) > 0);
  },
});

type Prepare = (market: Market) => Promise<Prepared>;
const toAttempt = (name: string, isRead: boolean, prepare: Prepare): Attempt => ({
  capability: MANDATES,
  name,
  isRead,
  prepare,
});

const readMandate = (isActive: boolean, isByReference: boolean) =>
  toAttempt(`getMandate${isByReference ? ' by reference' : ''}`, true, async (market) => {
    const { request, mandateId } = await (isActive ? openActive : openMandate)(market);
    return {
      run: () => market.provider.getMandate(lookUp(request, isByReference ? undefined : mandateId)),
      ...judgeMandate(market),
      isRefusal: NOBODY,
    };
  });

const readCharge = (isByReference: boolean) =>
  toAttempt(`getMandateCharge${isByReference ? ' by reference' : ''}`, true, async (market) => {
    const { ids } = await charge(market);
    await actsOf(market).payCharge(ids.mandateChargeId);
    const { mandateChargeId, ...lookup } = ids;
    return {
      run: () => market.provider.getMandateCharge(isByReference ? lookup : ids),
      ...judgeCharge(market),
      isRefusal: NOBODY,
    };
  });

const create = () =>
  toAttempt('createMandate', false, async (market) => {
    const request = await toMandate(market);
    const before = (await actsOf(market).list()).length;
    return {
      run: () => market.provider.createMandate(request),
      ...judgeMandate(market),
      countMade: async () => (await actsOf(market).list()).length - before,
    };
  });

const cancel = () =>
  toAttempt('cancelMandate', false, async (market) => {
    const { request, mandateId } = await openActive(market);
    const isCanceled = async () => (await actsOf(market).get(mandateId))?.status === 'CANCELED';
    return {
      run: () => market.provider.cancelMandate({ mandateId, reference: request.reference }),
      ...judgeMandate(market),
      // To be told that it is cancelled is what was asked for.
      isRefusal: NOBODY,
      countMade: async () => ((await isCanceled()) ? 1 : 0),
    };
  });

const chargeOne = () =>
  toAttempt('chargeMandate', false, async (market) => {
    const { mandateId } = await openActive(market);
    const request = toMandateCharge(mandateId);
    const before = (await actsOf(market).listCharges()).length;
    return {
      run: () => market.provider.chargeMandate(request),
      ...judgeCharge(market),
      countMade: async () => (await actsOf(market).listCharges()).length - before,
    };
  });

const retry = () =>
  toAttempt('retryMandateCharge', false, async (market) => {
    const { ids } = await charge(market);
    await actsOf(market).refuseCharge(ids.mandateChargeId);
    return {
      run: () => market.provider.retryMandateCharge({ ...ids, dueDate: DUE_DATE, date: RETRY_DATE }),
      ...judgeCharge(market),
      countMade: async () => ((await actsOf(market).getCharge(ids.mandateChargeId))?.attemptCount ?? 1) - 1,
    };
  });

const cancelCharge = () =>
  toAttempt('cancelMandateCharge', false, async (market) => {
    const { ids } = await charge(market);
    const isCanceled = async () => (await actsOf(market).getCharge(ids.mandateChargeId))?.status === 'CANCELED';
    return {
      run: () => market.provider.cancelMandateCharge(ids),
      ...judgeCharge(market),
      isRefusal: NOBODY,
      countMade: async () => ((await isCanceled()) ? 1 : 0),
    };
  });

const refundCharge = () =>
  toAttempt('refundMandateCharge', false, async (market) => {
    const { ids, request } = await charge(market);
    const { mandateChargeId, mandateId } = ids;
    await actsOf(market).payCharge(mandateChargeId);
    const refund = sampleMandateRefund({
      mandateChargeId,
      mandateId,
      reference: newReference(),
      amount: request.amount,
    });
    const isBack = async () => (await actsOf(market).getCharge(mandateChargeId))?.refundedAmount === request.amount;
    const statusOf = (result: unknown) => (result as RefundResult).status;
    return {
      run: () => market.provider.refundMandateCharge(refund),
      isTrue: async (result) => statusOf(result) !== 'REFUSED' && (await isBack()),
      isRefusal: (result) => statusOf(result) === 'REFUSED',
      isMoney: (result) => statusOf(result) === 'DONE',
      countMade: async () => ((await isBack()) ? 1 : 0),
    };
  });

export function listMandateAttempts({ manifest }: Subject): Attempt[] {
  const { capabilities, lookup, operations } = manifest;
  if (!capabilities.mandates) return [];
  return [
    create(),
    readMandate(false, false),
    readMandate(true, false),
    ...(lookup.mandateByReference ? [readMandate(true, true)] : []),
    cancel(),
    chargeOne(),
    readCharge(false),
    ...(lookup.mandateChargeByReference ? [readCharge(true)] : []),
    ...(operations.includes('retryMandateCharge') ? [retry()] : []),
    ...(operations.includes('cancelMandateCharge') ? [cancelCharge()] : []),
    ...(operations.includes('refundMandateCharge') ? [refundCharge()] : []),
  ];
}
