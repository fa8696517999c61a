import type { Currency } from '@feira/schemas/common';
import { getOverview } from '@feira/schemas/procedures/reports';
import type { Period } from '@feira/shell-kit/period';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** Amounts are in the platform's own currency where none is named. */
export const useOverview = ({ from, to }: Period, currency: Currency | null) =>
  useProcedureQuery(getOverview, { from, to, ...(currency && { currency }) });
