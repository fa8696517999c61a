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

/** Changes one person and reads the list and the person again before the change counts as done. */
const useUserChange = <const P extends Procedure>(procedure: P) =>
  useChange(procedure, getUser, listUsers, listManagers);

export const useUserStatus = () => useUserChange(setUserStatus);
export const useDocumentCorrection = () => useChange(setUserDocument);
export const useUserRoles = () => useUserChange(setUserRoles);
export const usePaymentMethods = () => useUserChange(setPaymentMethods);
export const useManagerAssignment = () => useUserChange(assignManager);

/** A list of this size serves to choose by name; typing finds more. */
export const useManagerChoices = (search: string) =>
  useProcedureQuery(listManagers, { status: 'ACTIVE', limit: 20, ...(search.trim() && { search: search.trim() }) });

/** Only this page keeps the document, and only while it is open: a document must not be cached. */
export const useUserDocument = () => useProcedureMutation(getUserDocument);

export function useSignInAs() {
  const { onSessionChange } = useHost();
  const entry = useProcedureMutation(signInAs);
  const enter = (personId: string) => entry.mutate({ personId }, { onSuccess: onSessionChange });
  return { enter, error: entry.error, isBusy: entry.isPending };
}
