/** Reads what a provider can be asked about a withdrawal: that decides whether a person has to end one. */
import type { Manifest } from '../src/manifest.ts';
import type { WITHDRAWAL_METHODS } from '../src/provider.ts';

type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];
type Asked = Pick<Manifest, 'operations' | 'lookup'>;

/** Returns whether the provider can be asked about withdrawals of this method once it has given them an id. */
export const isKnownById = ({ operations, lookup }: Asked, method: WithdrawalMethod): boolean =>
  operations.includes('getWithdraw') && lookup.withdraw?.includes(method) !== false;

/** Returns whether the provider looks up a withdrawal by our reference. */
export const isAskable = (manifest: Asked, method: WithdrawalMethod): boolean =>
  isKnownById(manifest, method) && manifest.lookup.withdrawByReference === true;

/**
 * The withdrawals that a person has to end. EACH: withdrawals without an event, because nothing can be asked about some or all of them. LOST: those whose
 * answer was lost, because the provider knows them by its own id alone. Null where everything can be asked, or no withdrawal is made.
 */
export type EndedByPerson = 'EACH' | 'LOST' | null;

export function endedByPerson(manifest: Pick<Manifest, 'capabilities'> & Asked): EndedByPerson {
  const { operations, capabilities } = manifest;
  const methods = operations.includes('withdraw') ? (capabilities.withdraw ?? []) : [];
  if (methods.some((method) => !isKnownById(manifest, method))) return 'EACH';
  return methods.some((method) => !isAskable(manifest, method)) ? 'LOST' : null;
}
