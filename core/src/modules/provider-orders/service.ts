/**
 * The one engine for orders to a provider. An order is an instruction whose answer may be lost: a charge, a refund, a withdrawal, a
 * receiver. Each kind of order brings its request, its lookup and what an end means for its rows; what a failed call means, and what a
 * lookup that found nothing means, is decided here alone.
 */
import { isProviderError, mapStatus, ProviderError } from '@feira/plugin-kit';
import type { StatusMap } from '@feira/schemas/manifest';
import type { Provider, ReceiverStatus, WithdrawStatus } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { isNodeGone } from '../../plugins/nodes.ts';
import type { Abandoned } from '../../plugins/sweeps.ts';
import { type Connection, callDeadlineMs, callProvider, waitAsTold } from '../connections/service.ts';

export type CallOutcome<Answer> =
  | { kind: 'ANSWERED'; answer: Answer }
  /** The provider was not reached: the order was surely not carried out, and may be sent again. */
  | { kind: 'NOT_SENT'; error: ProviderError }
  /** The order was surely not carried out, and would be refused again. */
  | { kind: 'REFUSED'; error: ProviderError }
  /** The provider may have carried the order out: it is never sent again, only looked up. */
  | { kind: 'LOST'; error: ProviderError };

/** Sends an order. The claim that it is being sent has to be durable before, so that no node sends it twice. */
export async function callOrder<Answer>(call: () => Promise<Answer>): Promise<CallOutcome<Answer>> {
  try {
    return { kind: 'ANSWERED', answer: await call() };
  } catch (cause) {
    // A call that fails without saying how far it came may have failed after the provider had the order.
    const error = isProviderError(cause)
      ? cause
      : new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The answer could not be read.', { cause });
    if (error.outcome === 'UNKNOWN') return { kind: 'LOST', error };
    return { kind: error.outcome === 'NOT_SENT' && error.code === 'UNAVAILABLE' ? 'NOT_SENT' : 'REFUSED', error };
  }
}

/** An order that was sent, as far as a lookup needs to know it. */
export interface SentOrder {
  /** Our id of the order, which it carries at the provider. */
  reference: string;
  /** The provider's id of the order; null while the provider has not told it. */
  providerId: string | null;
  /** The time at which the call began. */
  sentAt: Date;
  /** Lookups that did not find the order although they should have. */
  misses: number;
  /** A provider may carry the order out so much later than its call and its lookups' lag say. */
  lateMs?: number;
}

export type LookupOutcome<Answer> =
  | { kind: 'FOUND'; answer: Answer }
  /** The provider answered with another order. */
  | { kind: 'FOREIGN' }
  /** The provider does not know an order that it gave an id to. */
  | { kind: 'VANISHED' }
  /** The provider does not know the order, which means nothing yet: the call may still run, or lookups lag behind it. */
  | { kind: 'INCONCLUSIVE' }
  /** The provider does not know the order although it should. One such lookup proves nothing yet. */
  | { kind: 'MISSED' }
  /** The provider did not know the order twice: it was never carried out. */
  | { kind: 'NEVER_ARRIVED' }
  /** The provider was not reached. Such a lookup counts for nothing. */
  | { kind: 'UNREACHED'; error: ProviderError }
  /** The provider cannot be asked about this order: only its events or a person can tell how it ended. */
  | { kind: 'UNASKABLE' };

/** Lookups that have to miss an order before it is believed that it never arrived. */
const MISSES_WANTED = 2;

interface Lookup<Answer extends { reference?: string | undefined }> {
  connection: Connection;
  order: SentOrder;
  now: Date;
  /** True if the provider is asked by an id that is not proven to be the order's: that it knows no such id then means nothing. */
  isHinted?: boolean;
  /** Null where the provider has no way to be asked about this order. */
  ask: (() => Promise<Answer | null>) | null;
  /** The provider's id in its answer. */
  idOf(answer: Answer): string | undefined;
}

/** Asks the provider what became of an order that was sent. Throws only errors that are neither an answer nor a provider's failure. */
export async function lookUpOrder<Answer extends { reference?: string | undefined }>(
  lookup: Lookup<Answer>,
): Promise<LookupOutcome<Answer>> {
  const { order, ask, idOf } = lookup;
  if (!ask) return { kind: 'UNASKABLE' };
  try {
    const answer = await ask();
    if (!answer) return { kind: judgeMiss(lookup) };
    // An order whose id is not known yet must carry our reference; a known one may leave it out, but not carry another.
    const isOurs =
      answer.reference === undefined ? order.providerId === idOf(answer) : answer.reference === order.reference;
    return isOurs ? { kind: 'FOUND', answer } : { kind: 'FOREIGN' };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return error.code === 'UNSUPPORTED' ? { kind: 'UNASKABLE' } : { kind: 'UNREACHED', error };
  }
}

function judgeMiss({ connection, order, now, isHinted }: Omit<Lookup<object>, 'ask' | 'idOf'>) {
  if (order.providerId !== null) return 'VANISHED';
  const conclusiveSince = new Date(now.getTime() - (order.lateMs ?? 0));
  if (isHinted || mayStillAppear(connection, order.sentAt, conclusiveSince)) return 'INCONCLUSIVE';
  return order.misses + 1 < MISSES_WANTED ? 'MISSED' : 'NEVER_ARRIVED';
}

type Lookups = Required<
  Pick<Provider, 'getTransaction' | 'getWithdraw' | 'getReceiver' | 'getMandate' | 'getMandateCharge'>
>;

/**
 * Asks the provider about an order. A lookup that hangs or fails counts for the connection's circuit breaker; while the connection rests
 * nobody is asked, which is no step of any schedule.
 */
export async function callLookup<O extends keyof Lookups>(
  { circuits }: Pick<FastifyInstance, 'circuits'>,
  connection: Connection,
  operation: O,
  request: Parameters<Lookups[O]>[0],
  paymentId: string | null,
): Promise<Awaited<ReturnType<Lookups[O]>>> {
  // Before the call is counted: that it waits says nothing about the provider.
  waitAsTold(connection, operation);
  if (await circuits.isResting(connection))
    throw new ProviderError('UNAVAILABLE', 'NOT_SENT', 'The connection rests after failures.');
  return circuits.countCall(connection, { kind: 'lookup' }, () =>
    callProvider(connection, operation, request, paymentId),
  );
}

/** A node has this long to write down the answer of a call that ended at its deadline. */
const GRACE_MS = 30_000;

/** Returns the time by which a call that begins now is over and its answer written, unless its node died. */
export const endOfCall = (connection: Connection, now: Date): Date =>
  new Date(now.getTime() + callDeadlineMs(connection) + GRACE_MS);

/** Returns whether a call may still run. Another node must not take its order for lost meanwhile. */
export const isCallRunning = (connection: Connection, sentAt: Date, now: Date): boolean =>
  now.getTime() < sentAt.getTime() + callDeadlineMs(connection);

/** Returns the time by which a call that began then is over and shown by lookups. Until then "not found" means nothing. */
export const conclusiveAt = (connection: Connection, sentAt: Date): Date =>
  new Date(sentAt.getTime() + callDeadlineMs(connection) + connection.manifest.lookup.lagSeconds * 1_000);

/** Returns whether a call may still run or its effect not be shown by lookups yet: "not found" then means nothing. */
export const mayStillAppear = (connection: Connection, sentAt: Date, now: Date): boolean =>
  now < conclusiveAt(connection, sentAt);

/**
 * Makes orders due whose call was made by a node that is gone. `state` is the one of calls under way. The order counts as lost from then
 * on, though a node whose database does not answer it may still get its answer: nothing is concluded before the call must be over.
 */
export const makeOrdersDue = (
  table: 'withdrawal' | 'refund' | 'receiver' | 'mandate',
  state: 'SENDING' | 'REQUESTED',
  nodeLiveSeconds: number,
): Abandoned => {
  const waiting = `${table} t
    WHERE t.state = '${state}' AND t.node_id IS NOT NULL AND ${isNodeGone('t.node_id', `${nodeLiveSeconds}`)} AND t.next_check_at > now()`;
  return {
    waiting,
    text: `
      WITH abandoned AS (SELECT t.platform_id, t.id FROM ${waiting} FOR UPDATE SKIP LOCKED)
      UPDATE ${table} t SET next_check_at = now() FROM abandoned
      WHERE t.platform_id = abandoned.platform_id AND t.id = abandoned.id`,
    values: [],
  };
};

/** Returns the time of a schedule's next step; its last step repeats. `seconds` are the steps, `count` those that were taken. */
export const nextStep = (seconds: readonly number[], count: number, now: Date): Date =>
  new Date(now.getTime() + (seconds[Math.min(count, seconds.length - 1)] as number) * 1_000);

/** Returns a step of a schedule, or the time before which the provider asked not to be called, whichever is later. */
export const notBefore = (retryAt: Date | undefined, step: Date): Date => (retryAt && retryAt > step ? retryAt : step);

/**
 * The seconds between the looks for an order that is believed never to have arrived: a provider may carry it out minutes later, and its
 * event may be lost.
 */
export const DOUBT_SECONDS = [90, 600, 1_800, 10_800, 86_400];

interface OrderStatuses {
  withdraw: WithdrawStatus;
  receiver: ReceiverStatus;
}

/**
 * The status that the manifest gives a provider's word. A word that it does not know is PENDING and raises an alert: taken for a
 * refusal, it would let the order be sent twice.
 */
export function readOrderStatus<Kind extends keyof OrderStatuses>(
  { log }: Pick<FastifyInstance, 'log'>,
  { manifest, providerId }: Connection,
  kind: Kind,
  providerStatus: string,
): OrderStatuses[Kind] | 'PENDING' {
  const map = manifest.status[kind] as StatusMap<OrderStatuses[Kind]> | undefined;
  const known = map && mapStatus(map, providerStatus);
  if (known?.isRecognised) return known.status;
  log.warn(
    {
      alert: kind === 'withdraw' ? 'unrecognised-withdraw-status' : 'unrecognised-receiver-status',
      provider: providerId,
      providerStatus,
    },
    'A provider used a status word that its manifest does not know',
  );
  return 'PENDING';
}
