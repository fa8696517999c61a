/** Checks a withdrawal before it is requested. */
import { stateOf } from './destination-state.ts';
import type { WithdrawalTerms } from './use-money.ts';

export interface Target {
  /** The id of the destination, or of the receiver. */
  id: string;
  isReceiver: boolean;
  label: string;
}

const METHODS = { PIX_KEY: 'PIX', BANK_ACCOUNT: 'BANK_ACCOUNT' } as const;

/**
 * Lists the targets that can receive money now: a connection serves the way there, and the target neither waits nor cools down.
 */
export function listTargets(
  { methods, destinations, receivers }: Pick<WithdrawalTerms, 'methods' | 'destinations' | 'receivers'>,
  now = new Date(),
): Target[] {
  const usable = destinations.filter(
    (destination) => methods.includes(METHODS[destination.kind]) && stateOf(destination, now) === 'READY',
  );
  return [
    ...usable.map(({ id, label }) => ({ id, label, isReceiver: false })),
    ...(methods.includes('RECEIVER') ? receivers : []).map(({ id, label }) => ({ id, label, isReceiver: true })),
  ];
}

export type Obstacle = 'NO_METHOD' | 'NO_DESTINATION' | 'NOTHING_READY' | 'TOO_LITTLE';

/** Returns why no withdrawal is possible now; null where one is. */
export function findObstacle(terms: WithdrawalTerms, now = new Date()): Obstacle | null {
  if (terms.methods.length === 0) return 'NO_METHOD';
  if (listTargets(terms, now).length === 0) return terms.destinations.length === 0 ? 'NO_DESTINATION' : 'NOTHING_READY';
  return terms.available < smallestOf(terms) ? 'TOO_LITTLE' : null;
}

/** An amount up to the fee would leave nothing. */
export const smallestOf = ({ minimum, fee }: Pick<WithdrawalTerms, 'minimum' | 'fee'>): number =>
  Math.max(minimum, fee + 1);
