/** Compares the conversion of two versions of a checkout. Pure. */
import { compareShares, type Sample } from '@feira/schemas/rules/compare-shares';

/** The number of visitors, and of the paid purchases among them. */
export interface Counted {
  visits: number;
  purchases: number;
}

/** A visitor may buy twice; a conversion is a share of visitors. */
const toSample = ({ visits, purchases }: Counted): Sample => ({ hits: Math.min(purchases, visits), total: visits });

export const conversionOf = (counted: Counted): number => {
  const { hits, total } = toSample(counted);
  return total === 0 ? 0 : hits / total;
};

/** Returns the conversion of `b` minus the conversion of `a`, with an interval of 95 % confidence; null as long as one has no visitors. */
export const compareConversions = (a: Counted, b: Counted) => compareShares(toSample(b), toSample(a)).difference;

/** Days differ within a week, and a handful of purchases proves nothing. */
const LEAST_DAYS = 7;
const LEAST_VISITS = 100;
const LEAST_PURCHASES = 10;
const DAY_MS = 86_400_000;

/** Returns the version that is proven better with 95 % confidence. Before a whole week and enough visitors nothing is proven. */
export function judgeTest(a: Counted, b: Counted, lastedMs: number): 'TOO_EARLY' | 'NONE' | 'A' | 'B' {
  const difference = compareConversions(a, b);
  const isEnough =
    lastedMs >= LEAST_DAYS * DAY_MS &&
    Math.min(a.visits, b.visits) >= LEAST_VISITS &&
    a.purchases + b.purchases >= LEAST_PURCHASES;
  if (!isEnough || !difference) return 'TOO_EARLY';
  if (difference.low > 0) return 'B';
  return difference.high < 0 ? 'A' : 'NONE';
}
