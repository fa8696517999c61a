import type { Output, Procedure } from '@feira/schemas/procedure';
import { getUser, inviteManager, listManagers, revokeManager } from '@feira/schemas/procedures/people';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { type PeopleFilter, toPage, toPeopleInput } from '../../components/people-filter.ts';

export type ManagerSummary = Output<typeof listManagers>['people'][number];

export const useManagers = (filter: PeopleFilter, after: string | null) =>
  useListQuery(listManagers, { ...toPeopleInput(filter), ...toPage(after) });

/** Changes the manager of users; the pages of the users show it as well. */
const useManagerChange = <const P extends Procedure>(procedure: P) => useChange(procedure, listManagers, getUser);

export const useInvitation = () => useManagerChange(inviteManager);
export const useRevocation = () => useManagerChange(revokeManager);
