import type { Input, Output } from '@feira/schemas/procedure';
import {
  inviteFunctionary,
  listFunctionaries,
  revokeFunctionary,
  setPermissions,
} from '@feira/schemas/procedures/people';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type Administrator = Output<typeof listFunctionaries>['people'][number];

export const useAdministrators = (input: Input<typeof listFunctionaries>) => useListQuery(listFunctionaries, input);

export const useInvitation = () => useChange(inviteFunctionary, listFunctionaries);
export const usePermissionChange = () => useChange(setPermissions, listFunctionaries);
export const useRevocation = () => useChange(revokeFunctionary, listFunctionaries);
