import type { Outcomes } from '@feira/shell-desk/connections/use-connections.ts';

/** The order of the bar, the good outcomes first. The page counts unknown statuses separately. */
export const OUTCOMES = ['approved', 'waiting', 'refused', 'failed', 'unknown', 'unrecognised'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

/** Created and not paid yet, such as an open Pix code. */
export const countWaiting = ({ attempts, approved, refused, failed, unknown }: Outcomes): number =>
  Math.max(0, attempts - approved - refused - failed - unknown);
