import type { Output } from '@feira/schemas/procedure';
import { getAccount } from '@feira/schemas/procedures/account';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Account = Output<typeof getAccount>;

export const useAccount = () => useProcedureQuery(getAccount, {});
