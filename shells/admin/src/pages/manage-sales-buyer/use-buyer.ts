import { getBuyer } from '@feira/schemas/procedures/profiles';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useBuyer = (saleId: string) => useProcedureQuery(getBuyer, { saleId });
