import { getPersonTerms } from '@feira/schemas/procedures/fees';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useTerms = (personId: string) => useProcedureQuery(getPersonTerms, { personId });
