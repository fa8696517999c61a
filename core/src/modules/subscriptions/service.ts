/** The door to a subscription: evidence comes in, and the state follows from all of it. */
import { accessEndOf, reduceSubscription, type SubscriptionState } from '@feira/schemas/rules/subscription';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import { announceChange } from './announcing.ts';
import {
  insertEvents,
  lockSubscription,
  type NewEvent,
  type Subscription,
  selectByPublicId,
  selectEvents,
  updateState,
} from './model.ts';

export type SubscriptionsApp = Pick<FastifyInstance, 'database' | 'clock' | 'config'>;

export const subscriptionNotFound = () => new AppError('SUBSCRIPTION_NOT_FOUND');

export interface Changed {
  subscription: Subscription;
  state: SubscriptionState;
  /** Evidence was added that was not there before. */
  isNew: boolean;
}

/**
 * Adds evidence within a transaction and writes the state that all of it leads to. What was reported before changes nothing. Returns null
 * where there is no such subscription. `whileLocked` runs before the events are asked for, while others wait.
 */
export async function addEvidence(
  transaction: Transaction,
  platformId: string,
  id: string,
  toEvents: (before: Changed) => readonly NewEvent[] | Promise<readonly NewEvent[]>,
  whileLocked?: (locked: Subscription) => Promise<void>,
): Promise<Changed | null> {
  const locked = await transaction.find(lockSubscription(platformId, id));
  if (!locked) return null;
  await whileLocked?.(locked);
  const known = await transaction.list(selectEvents(platformId, id));
  const before = reduceSubscription(locked.terms, locked.anchorAt, known);
  const unchanged: Changed = { subscription: locked, state: before, isNew: false };
  const added = (await toEvents(unchanged)).map((event) => ({ ...event, id: newId() }));
  if (added.length === 0) return unchanged;
  const written = await transaction.list(insertEvents(platformId, id, added));
  if (written.length === 0) return unchanged;
  const keys = new Set(written.map(({ key }) => key));
  const fresh = added.filter(({ key }) => keys.has(key));
  const state = reduceSubscription(locked.terms, locked.anchorAt, [...known, ...fresh]);
  const subscription = await transaction.find(updateState(locked, state, accessEndOf(locked.terms, state)));
  if (subscription) await transaction.runAll(announceChange(subscription, locked.status));
  return { subscription: subscription ?? locked, state, isNew: true };
}

const PURPOSE = 'subscription';

/** Returns the token with which a link opens the subscription for its buyer. */
export const tokenOf = ({ config }: Pick<FastifyInstance, 'config'>, publicId: string): string =>
  signToken(config.encryptionKey, PURPOSE, publicId);

/** Returns the subscription that the token of a buyer's link opens. Throws SUBSCRIPTION_NOT_FOUND. */
export async function getByToken(app: SubscriptionsApp, platformId: string, token: string): Promise<Subscription> {
  const { encryptionKey, previousEncryptionKeys } = app.config;
  const publicId = readToken([encryptionKey, ...previousEncryptionKeys], PURPOSE, token);
  const found = publicId && (await app.database.find(platformId, selectByPublicId(platformId, publicId), true));
  if (!found) throw subscriptionNotFound();
  return found;
}
