import type { Input, Procedure } from '@feira/schemas/procedure';
import {
  assignManager,
  getUser,
  getUserDocument,
  listManagers,
  listUsers,
  setPaymentMethods,
  setUserRoles,
  setUserStatus,
} from '@feira/schemas/procedures/people';
import { signInAs } from '@feira/schemas/procedures/session';
import { useHost } from '@feira/shell-kit/host-context';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';

/** A change of one person, after which the list and the person are read anew before it counts as done. */
function useUserChange<const P extends Procedure>(procedure: P) {
  const change = useProcedureMutation(procedure);
  const markStale = useStale();
  const run = async (input: Input<P>): Promise<boolean> => {
    try {
      await change.mutateAsync(input);
    } catch {
      // The mutation keeps the error, and the page shows it.
      return false;
    }
    await markStale(getUser, listUsers, listManagers);
    return true;
  };
  return { run, error: change.error, isBusy: change.isPending, reset: change.reset };
}

export const useUserStatus = () => useUserChange(setUserStatus);
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
