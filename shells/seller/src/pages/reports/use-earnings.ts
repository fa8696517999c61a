import type { Currency } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { getBalance } from '@feira/schemas/procedures/balances';
import { getEarnings } from '@feira/schemas/procedures/reports';
import type { Period } from '@feira/shell-kit/period';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Earnings = Output<typeof getEarnings>;

export const useEarnings = ({ from, to }: Period, currency: Currency | null) =>
  useProcedureQuery(getEarnings, { from, to, ...(currency && { currency }) });

/** Tells in which currencies there is something to report. */
export const useBalance = (currency: Currency | null) =>
  useProcedureQuery(getBalance, { ...(currency && { currency }) });
