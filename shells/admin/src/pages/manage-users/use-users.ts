import { listUsers } from '@feira/schemas/procedures/people';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { toUsersInput, type UsersFilter } from './users-filter.ts';

/** Returns one page of users; the previous page stays on the screen until it has arrived. */
export const useUsers = (filter: UsersFilter, after: string | null) =>
  useListQuery(listUsers, toUsersInput(filter, after));
