/** The door to a subscription: evidence comes in, and the state follows from all of it. */
import { accessEndOf, reduceSubscription, type SubscriptionState } from '@feira/schemas/rules/subscription';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
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
}

/**
 * Adds evidence within a transaction and writes the state that all of it leads to. What was reported before changes nothing. Returns null
 * where there is no such subscription.
 */
export async function addEvidence(
  transaction: Transaction,
  platformId: string,
  id: string,
  toEvents: (before: Changed) => readonly NewEvent[],
): Promise<Changed | null> {
  const locked = await transaction.find(lockSubscription(platformId, id));
  if (!locked) return null;
  const known = await transaction.list(selectEvents(platformId, id));
  const before = reduceSubscription(locked.terms, locked.anchorAt, known);
  const added = toEvents({ subscription: locked, state: before }).map((event) => ({ ...event, id: newId() }));
  if (added.length === 0) return { subscription: locked, state: before };
  const written = await transaction.list(insertEvents(platformId, id, added));
  if (written.length === 0) return { subscription: locked, state: before };
  const state = reduceSubscription(locked.terms, locked.anchorAt, [...known, ...added]);
  const subscription = await transaction.find(updateState(locked, state, accessEndOf(locked.terms, state)));
  return { subscription: subscription ?? locked, state };
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
