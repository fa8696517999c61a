import type { Output } from '@feira/schemas/procedure';
import { getSummary } from '@feira/schemas/procedures/sales';
import type { Period } from '@feira/shell-kit/period';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Summary = Output<typeof getSummary>;

/** Reads the sales of these days. */
export const useSummary = ({ from, to }: Period) => useProcedureQuery(getSummary, { from, to });
