import type { Procedure } from '@feira/schemas/procedure';
import {
  assignManager,
  getUser,
  getUserDocument,
  listManagers,
  listUsers,
  setPaymentMethods,
  setUserDocument,
  setUserRoles,
  setUserStatus,
} from '@feira/schemas/procedures/people';
import { signInAs } from '@feira/schemas/procedures/session';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** A change of one person, after which the list and the person are read anew before it counts as done. */
const useUserChange = <const P extends Procedure>(procedure: P) =>
  useChange(procedure, getUser, listUsers, listManagers);

export const useUserStatus = () => useUserChange(setUserStatus);
export const useDocumentCorrection = () => useChange(setUserDocument);
export const useUserRoles = () => useUserChange(setUserRoles);
export const usePaymentMethods = () => useUserChange(setPaymentMethods);
export const useManagerAssignment = () => useUserChange(assignManager);

/** Enough to choose from by name; more are found by typing. */
export const useManagerChoices = (search: string) =>
  useProcedureQuery(listManagers, { status: 'ACTIVE', limit: 20, ...(search.trim() && { search: search.trim() }) });

/** Kept by this page alone, for as long as it is open: a document is no answer to store. */
export const useUserDocument = () => useProcedureMutation(getUserDocument);

export function useSignInAs() {
  const { onSessionChange } = useHost();
  const entry = useProcedureMutation(signInAs);
  const enter = (personId: string) => entry.mutate({ personId }, { onSuccess: onSessionChange });
  return { enter, error: entry.error, isBusy: entry.isPending };
}
