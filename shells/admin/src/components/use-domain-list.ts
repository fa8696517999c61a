import { listDomains } from '@feira/schemas/procedures/settings';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** Lists the host names of the platform, proven and not. */
export const useDomainList = () => useProcedureQuery(listDomains, {});
