/** Orders connections of one number by what a charge costs there, without giving up approvals for it. Pure. */
import type { Approval } from './approvals.ts';

export interface CostedCandidate {
  connectionId: string;
  /** Null where the platform entered no cost that fits the charge. */
  cost: number | null;
}

/** Fewer decided charges prove no rate that others would have to reach. */
const LEAST_DECIDED = 50;
/** A bad beginning of fewer charges is chance. */
const LEAST_TRIED = 20;
/** 95 of 100. */
const Z = 1.96;

export const rateOf = ({ approved, decided }: Approval): number => approved / decided;

/** Returns the best rate that a connection may really have, given what was seen of it (Wilson's interval). */
export function highestRate({ approved, decided }: Approval): number {
  if (decided === 0) return 1;
  const rate = approved / decided;
  const square = Z * Z;
  const spread = Z * Math.sqrt((rate * (1 - rate) + square / (4 * decided)) / decided);
  return (rate + square / (2 * decided) + spread) / (1 + square / decided);
}

/**
 * Returns the connections that measurably approve less than the best one of them: even the best rate that they may have does not reach the one
 * that was seen of it. A connection with few charges is not among them, and so gets charges that tell.
 */
export function findWorse(ids: readonly string[], approvals: ReadonlyMap<string, Approval>): ReadonlySet<string> {
  const seen = ids.flatMap((id) => approvals.get(id) ?? []);
  const best = Math.max(0, ...seen.filter(({ decided }) => decided >= LEAST_DECIDED).map(rateOf));
  return new Set(
    ids.filter((id) => {
      const approval = approvals.get(id);
      return approval !== undefined && approval.decided >= LEAST_TRIED && highestRate(approval) < best;
    }),
  );
}

/** Sorts the cheapest first, then those of unknown cost, then those that approve less. Equals keep their order. */
export function sortByCost<C extends CostedCandidate>(
  candidates: readonly C[],
  approvals: ReadonlyMap<string, Approval>,
): { candidate: C; isWorse: boolean }[] {
  const worse = findWorse(
    candidates.map(({ connectionId }) => connectionId),
    approvals,
  );
  const costOf = ({ cost }: C) => cost ?? Number.MAX_SAFE_INTEGER;
  return candidates
    .map((candidate) => ({ candidate, isWorse: worse.has(candidate.connectionId) }))
    .sort(
      (one, other) => Number(one.isWorse) - Number(other.isWorse) || costOf(one.candidate) - costOf(other.candidate),
    );
}
