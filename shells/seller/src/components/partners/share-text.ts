import { MOST_SHARED_BASIS_POINTS } from '@feira/schemas/procedures/partners';
import { readBasisPoints } from '@feira/shell-kit/amount-text';

/** A share as somebody typed it, or null for what cannot be one. */
export function readShare(text: string): number | null {
  const basisPoints = readBasisPoints(text);
  return basisPoints !== null && basisPoints >= 1 && basisPoints <= MOST_SHARED_BASIS_POINTS ? basisPoints : null;
}
