import type { Destination } from './use-money.ts';

export type DestinationState = 'WAITING' | 'COOLING' | 'READY' | 'REFUSED';

/** Returns the possible actions on a destination. */
export function stateOf(
  { status, usableAt }: Pick<Destination, 'status' | 'usableAt'>,
  now = new Date(),
): DestinationState {
  if (status === 'WAITING') return 'WAITING';
  if (status !== 'ACTIVE') return 'REFUSED';
  return new Date(usableAt) > now ? 'COOLING' : 'READY';
}
