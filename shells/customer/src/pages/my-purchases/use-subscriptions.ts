import type { Output } from '@feira/schemas/procedure';
import { cancelOwn, listOwn } from '@feira/schemas/procedures/subscriptions';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as one call lists. */
const MOST = 100;

export type OwnSubscription = Output<typeof listOwn>['items'][number];

export const useOwnSubscriptions = () => useProcedureQuery(listOwn, { limit: MOST });
export const useOwnCancellation = () => useChange(cancelOwn, listOwn);
