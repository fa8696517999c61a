import { MOST_SHARED_BASIS_POINTS } from '@feira/schemas/entities/affiliate-terms';
import { percent } from '@feira/shell-kit/fields';

/** The partner's part of a sale. */
export const SHARE = percent('shareInvalid', MOST_SHARED_BASIS_POINTS, 1);
