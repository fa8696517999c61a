import type { Outcomes } from '../../connections/use-connections.ts';

/** In the order of the bar, the good ones first. A status that nobody knows is beside the others, not one of them. */
export const OUTCOMES = ['approved', 'waiting', 'refused', 'failed', 'unknown', 'unrecognised'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

/** Made and not paid yet, such as a Pix code that nobody has paid so far. */
export const countWaiting = ({ attempts, approved, refused, failed, unknown }: Outcomes): number =>
  Math.max(0, attempts - approved - refused - failed - unknown);
