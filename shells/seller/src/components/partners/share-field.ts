import { MOST_SHARED_BASIS_POINTS } from '@feira/schemas/procedures/partners';
import { percent } from '@feira/shell-kit/fields';

/** What of a sale somebody else gets. */
export const SHARE = percent('shareInvalid', MOST_SHARED_BASIS_POINTS, 1);
