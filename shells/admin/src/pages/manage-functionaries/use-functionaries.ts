import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import {
  inviteFunctionary,
  listFunctionaries,
  revokeFunctionary,
  setPermissions,
} from '@feira/schemas/procedures/people';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type Functionary = Output<typeof listFunctionaries>['people'][number];

export const useFunctionaries = (input: Input<typeof listFunctionaries>) => useListQuery(listFunctionaries, input);

/** Changes the team and reads the list again before the change counts as done. */
const useTeamChange = <const P extends Procedure>(procedure: P) => useChange(procedure, listFunctionaries);

export const useInvitation = () => useTeamChange(inviteFunctionary);
export const usePermissionChange = () => useTeamChange(setPermissions);
export const useRevocation = () => useTeamChange(revokeFunctionary);
