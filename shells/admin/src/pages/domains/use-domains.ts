import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { claimDomain, listDomains, proveDomain, removeDomain } from '@feira/schemas/procedures/settings';
import { useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';

export type Domain = Output<typeof listDomains>['domains'][number];

function useDomainChange<const P extends Procedure>(procedure: P) {
  const change = useProcedureMutation(procedure);
  const markStale = useStale();
  const run = async (input: Input<P>): Promise<boolean> => {
    try {
      await change.mutateAsync(input);
    } catch {
      // The mutation keeps the error, and the page shows it.
      return false;
    }
    await markStale(listDomains);
    return true;
  };
  return { run, error: change.error, isBusy: change.isPending, reset: change.reset };
}

export const useClaim = () => useDomainChange(claimDomain);
export const useProof = () => useDomainChange(proveDomain);
export const useRemoval = () => useDomainChange(removeDomain);
