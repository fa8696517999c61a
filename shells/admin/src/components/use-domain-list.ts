import { getDomainState, listDomains } from '@feira/schemas/procedures/settings';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** Lists the host names of the platform, proven and not. */
export const useDomainList = () => useProcedureQuery(listDomains, {});

/** Looks from outside at a proven host name. */
export const useDomainState = (host: string) => useProcedureQuery(getDomainState, { host });
