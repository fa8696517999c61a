import type { Output } from '@feira/schemas/procedure';
import { getUser, listUsers } from '@feira/schemas/procedures/people';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { toUsersInput, type UsersFilter } from './users-filter.ts';

export type User = Output<typeof getUser>;

/** Returns one page of users; the previous page stays on the screen until it has arrived. */
export const useUsers = (filter: UsersFilter, after: string | null) =>
  useProcedureQuery(listUsers, toUsersInput(filter, after));

export const useUser = (personId: string) => useProcedureQuery(getUser, { personId });
