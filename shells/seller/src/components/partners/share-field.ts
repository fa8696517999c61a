import { MOST_SHARED_BASIS_POINTS } from '@feira/schemas/procedures/partners';
import { percent } from '@feira/shell-kit/fields';

/** The partner's part of a sale. */
export const SHARE = percent('shareInvalid', MOST_SHARED_BASIS_POINTS, 1);
