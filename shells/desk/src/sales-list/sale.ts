import type { Output } from '@feira/schemas/procedure';
import type { listPlatformSales, listSales } from '@feira/schemas/procedures/sales';

/** A sale as lists show it; only lists of several sellers name whose it is. */
export type Sale = Output<typeof listSales>['sales'][number] &
  Partial<Pick<Output<typeof listPlatformSales>['sales'][number], 'sellerId' | 'sellerName'>>;
