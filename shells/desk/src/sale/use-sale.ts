import type { Output } from '@feira/schemas/procedure';
import { getSaleAccess } from '@feira/schemas/procedures/deliverables';
import { getInvoice } from '@feira/schemas/procedures/fiscal-invoices';
import { resendApproval } from '@feira/schemas/procedures/purchase-mails';
import { getBuyerDocument, getSale, getSaleStory } from '@feira/schemas/procedures/sales';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Sale = Output<typeof getSale>;
export type SaleStory = Output<typeof getSaleStory>;
export type Order = NonNullable<Sale['order']>;
export type Buyer = NonNullable<Sale['buyer']>;
export type Shipment = NonNullable<Sale['shipment']>;
export type SaleMoney = NonNullable<Sale['money']>;

export type SaleInvoice = Output<typeof getInvoice>;
export type Invoice = NonNullable<SaleInvoice['invoice']>;

/** Digital goods are opened by their buyer. */
export const hasAccess = ({ items }: Sale): boolean => items.some(({ isTangible }) => !isTangible);

export const useSale = (saleId: string) => useProcedureQuery(getSale, { saleId }, ({ status }) => status === 'PENDING');
/** Cities answer after seconds or days: nobody waits in front of the page for the latter. */
const WATCHED_LOOKS = 4;
export const useSaleInvoice = (saleId: string) =>
  useProcedureQuery(
    getInvoice,
    { saleId },
    ({ invoice }) => invoice !== null && invoice.nextAttemptAt !== null && invoice.attempts < WATCHED_LOOKS,
  );
export const useSaleStory = (saleId: string) => useProcedureQuery(getSaleStory, { saleId });
export const useSaleAccess = (saleId: string) => useProcedureQuery(getSaleAccess, { saleId });
export const useResend = () => useProcedureMutation(resendApproval);
export const useBuyerDocument = () => useProcedureMutation(getBuyerDocument);
