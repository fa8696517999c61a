import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import {
  inviteFunctionary,
  listFunctionaries,
  revokeFunctionary,
  setPermissions,
} from '@feira/schemas/procedures/people';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import { type PeopleFilter, toPage, toPeopleInput } from '../../components/people-filter.ts';

export type Functionary = Output<typeof listFunctionaries>['people'][number];

export const useFunctionaries = (filter: PeopleFilter, after: string | null) =>
  useProcedureQuery(listFunctionaries, { ...toPeopleInput(filter), ...toPage(after) });

/** A change of the team, after which the list is read anew before it counts as done. */
function useTeamChange<const P extends Procedure>(procedure: P) {
  const change = useProcedureMutation(procedure);
  const markStale = useStale();
  const run = async (input: Input<P>): Promise<boolean> => {
    try {
      await change.mutateAsync(input);
    } catch {
      // The mutation keeps the error, and the dialog shows it.
      return false;
    }
    await markStale(listFunctionaries);
    return true;
  };
  return { run, error: change.error, isBusy: change.isPending };
}

export const useInvitation = () => useTeamChange(inviteFunctionary);
export const usePermissionChange = () => useTeamChange(setPermissions);
export const useRevocation = () => useTeamChange(revokeFunctionary);
