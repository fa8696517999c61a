import type { Output } from '@feira/schemas/procedure';
import type { listRefundable, requestRefund } from '@feira/schemas/procedures/refunds';

export type Listed = Output<typeof listRefundable>;
export type Purchase = Listed['purchases'][number];
export type Asked = Output<typeof requestRefund>;

/** True where the buyer can request a refund. */
export const isOpen = ({ ground }: Purchase): boolean => ground !== null;
