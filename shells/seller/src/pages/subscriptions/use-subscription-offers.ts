import { listMyOffers } from '@feira/schemas/procedures/offers';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as one call lists. */
const MOST = 100;

/** Returns the seller's newest offers of subscriptions; undefined while they load. */
export function useSubscriptionOffers() {
  const { data, error, refetch } = useProcedureQuery(listMyOffers, { limit: MOST });
  return { offers: data?.items.filter(({ type }) => type === 'SUBSCRIPTION'), error, refetch };
}
