import { listFunctionaries, listUsers } from '@feira/schemas/procedures/people';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

const NEWEST = 5;
/** The largest page that the server returns. */
const MOST = 100;

export const useNewestUsers = () => useProcedureQuery(listUsers, { limit: NEWEST });

export const useTeam = () => useProcedureQuery(listFunctionaries, { status: 'ACTIVE', limit: MOST });
