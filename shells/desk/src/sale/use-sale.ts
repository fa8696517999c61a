import type { Output } from '@feira/schemas/procedure';
import { getSaleAccess } from '@feira/schemas/procedures/deliverables';
import { resendApproval } from '@feira/schemas/procedures/purchase-mails';
import { getBuyerDocument, getSale, getSaleStory } from '@feira/schemas/procedures/sales';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Sale = Output<typeof getSale>;
export type SaleStory = Output<typeof getSaleStory>;
export type Order = NonNullable<Sale['order']>;
export type Buyer = NonNullable<Sale['buyer']>;
export type Shipment = NonNullable<Sale['shipment']>;
export type SaleMoney = NonNullable<Sale['money']>;

/** Digital goods are opened by their buyer. */
export const hasAccess = ({ items }: Sale): boolean => items.some(({ isTangible }) => !isTangible);

export const useSale = (saleId: string) => useProcedureQuery(getSale, { saleId }, ({ status }) => status === 'PENDING');
export const useSaleStory = (saleId: string) => useProcedureQuery(getSaleStory, { saleId });
export const useSaleAccess = (saleId: string) => useProcedureQuery(getSaleAccess, { saleId });
export const useResend = () => useProcedureMutation(resendApproval);
export const useBuyerDocument = () => useProcedureMutation(getBuyerDocument);
