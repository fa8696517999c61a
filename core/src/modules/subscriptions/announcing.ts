/** Announces what becomes of subscriptions to other systems. */
import type { EventType } from '@feira/schemas/event-types';
import type { SubscriptionStatus } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import { announceLive } from '../events/service.ts';
import type { Subscription } from './model.ts';

type SubscriptionEvent = Extract<EventType, `${'subscription' | 'access'}.${string}`>;

const EVENTS: Partial<Record<SubscriptionStatus, SubscriptionEvent>> = {
  PAST_DUE: 'subscription.past_due',
  PAUSED: 'subscription.paused',
  CANCELED: 'subscription.canceled',
  ENDED: 'subscription.ended',
};

/** Returns the events of a change of the status; `before` is null where the subscription has just begun. */
function eventsOf(status: SubscriptionStatus, before: SubscriptionStatus | null): SubscriptionEvent[] {
  if (before === null) return ['subscription.created', 'access.granted'];
  if (before === status) return [];
  // A trial goes over into its first paid period.
  if (before === 'TRIALING' && status === 'ACTIVE') return [];
  const told = EVENTS[status] ?? 'subscription.resumed';
  if (status === 'ENDED') return [told, 'access.revoked'];
  return before === 'ENDED' ? [told, 'access.granted'] : [told];
}

export const announceChange = (
  {
    platformId,
    id,
    sellerId,
    productId,
    status,
    version,
  }: Pick<Subscription, 'platformId' | 'id' | 'sellerId' | 'productId' | 'status'> & { version?: number },
  before: SubscriptionStatus | null,
): Statement[] =>
  eventsOf(status, before).map((type) =>
    announceLive(platformId, type, {
      key: before === null ? id : `${id}:${version}`,
      sellerId,
      subjectId: id,
      productIds: [productId],
    }),
  );
