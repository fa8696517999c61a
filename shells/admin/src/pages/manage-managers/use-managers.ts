import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { getUser, inviteManager, listManagers, revokeManager } from '@feira/schemas/procedures/people';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type ManagerSummary = Output<typeof listManagers>['people'][number];

export const useManagers = (input: Input<typeof listManagers>) => useListQuery(listManagers, input);

/** Changes the manager of users; the pages of the users show it as well. */
const useManagerChange = <const P extends Procedure>(procedure: P) => useChange(procedure, listManagers, getUser);

export const useInvitation = () => useManagerChange(inviteManager);
export const useRevocation = () => useManagerChange(revokeManager);
