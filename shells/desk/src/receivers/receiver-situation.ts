/** Joins the state of our request for an account at a provider and the provider's status into one value. */
import type { Output } from '@feira/schemas/procedure';
import type { createOwnReceiver } from '@feira/schemas/procedures/receivers';

export type Receiver = Output<typeof createOwnReceiver>;

export const SITUATIONS = ['ASKING', 'UNKNOWN', 'PENDING', 'ACTIVE', 'REJECTED'] as const;
export type Situation = (typeof SITUATIONS)[number];

export function situationOf({ state, status }: Pick<Receiver, 'state' | 'status'>): Situation {
  if (state === 'REQUESTED') return 'ASKING';
  return state === 'UNKNOWN' ? 'UNKNOWN' : status;
}
