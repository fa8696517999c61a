import { getPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useTerms = (personId: string) => useProcedureQuery(getPersonTerms, { personId });
export const useTermsChange = () => useChange(setPersonTerms, getPersonTerms);
