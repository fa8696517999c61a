import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { getUser, inviteManager, listManagers, revokeManager } from '@feira/schemas/procedures/people';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import { type PeopleFilter, toPage, toPeopleInput } from '../../components/people-filter.ts';

export type ManagerSummary = Output<typeof listManagers>['people'][number];

export const useManagers = (filter: PeopleFilter, after: string | null) =>
  useProcedureQuery(listManagers, { ...toPeopleInput(filter), ...toPage(after) });

/** A change of who looks after users; their pages tell it as well. */
function useManagerChange<const P extends Procedure>(procedure: P) {
  const change = useProcedureMutation(procedure);
  const markStale = useStale();
  const run = async (input: Input<P>): Promise<boolean> => {
    try {
      await change.mutateAsync(input);
    } catch {
      // The mutation keeps the error, and the dialog shows it.
      return false;
    }
    await markStale(listManagers, getUser);
    return true;
  };
  return { run, error: change.error, isBusy: change.isPending };
}

export const useInvitation = () => useManagerChange(inviteManager);
export const useRevocation = () => useManagerChange(revokeManager);
