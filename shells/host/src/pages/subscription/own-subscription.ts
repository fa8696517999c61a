import type { Output } from '@feira/schemas/procedure';
import type { getOwn } from '@feira/schemas/procedures/subscriptions';

export type OwnSubscription = Output<typeof getOwn>;
