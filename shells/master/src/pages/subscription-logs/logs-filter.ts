import { SUBSCRIPTION_LOG_GROUPS, type SubscriptionLogGroup } from '@feira/schemas/subscription';
import { days, defineFilter, id, oneOf, scope, words } from '@feira/shell-kit/filter';

export const LOG_GROUPS = Object.keys(SUBSCRIPTION_LOG_GROUPS) as SubscriptionLogGroup[];

export const LOG_FILTER = defineFilter(
  {
    platformId: scope(id('platform')),
    group: oneOf('group', LOG_GROUPS),
    subscriptionId: id('subscription'),
    search: words(),
    period: days(),
  },
  25,
);
