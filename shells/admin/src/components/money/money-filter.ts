import { CURRENCIES } from '@feira/schemas/common';
import { days, oneOf, scope, words } from '@feira/shell-kit/filter';

/** The filters of the lists of other people's money. Without a currency the server takes the platform's own. */
export const MONEY_PARTS = {
  search: words(),
  period: days(),
  currency: scope(oneOf('currency', CURRENCIES)),
};
