import type { Currency } from '@feira/schemas/common';
import { getOverview } from '@feira/schemas/procedures/reports';
import type { Period } from '@feira/shell-kit/period';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** Without a currency: in the platform's own. */
export const useOverview = ({ from, to }: Period, currency: Currency | null) =>
  useProcedureQuery(getOverview, { from, to, ...(currency && { currency }) });
