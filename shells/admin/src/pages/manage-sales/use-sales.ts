import type { Input } from '@feira/schemas/procedure';
import { listPlatformSales } from '@feira/schemas/procedures/sales';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useSales = (input: Input<typeof listPlatformSales>) => useProcedureQuery(listPlatformSales, input);
