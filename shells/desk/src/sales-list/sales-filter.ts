import { PAYMENT_METHODS } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import { absent, days, defineFilter, type FilterOf, id, oneOf, words } from '@feira/shell-kit/filter';

const PARTS = {
  period: days(),
  status: oneOf('status', SALE_STATUS_FILTERS, 'ALL'),
  method: oneOf('method', PAYMENT_METHODS),
  productId: id('product'),
  sellerId: id('seller'),
  search: words(),
};

/** The filter of a list across sellers. */
export const SALES_FILTER = defineFilter(PARTS);
/** The filter of a seller's own list. */
export const OWN_SALES_FILTER = defineFilter({ ...PARTS, sellerId: absent(PARTS.sellerId) });
export type SalesFilter = FilterOf<typeof SALES_FILTER>;
