import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { useProcedureMutation } from './use-procedure.ts';
import { useStale } from './use-stale.ts';

/**
 * A change, after which the answers of the named queries are read anew before it counts as done. `run` answers undefined
 * where it was refused; the error stays for whoever shows it.
 */
export function useChange<const P extends Procedure>(procedure: P, ...stale: Pick<Procedure, 'name'>[]) {
  const { mutateAsync, error, isPending, isSuccess, reset } = useProcedureMutation(procedure);
  const markStale = useStale();
  const run = async (input: Input<P>): Promise<Output<P> | undefined> => {
    let output: Output<P>;
    try {
      output = await mutateAsync(input);
    } catch {
      return undefined;
    }
    await markStale(...stale);
    return output;
  };
  return { run, error, isBusy: isPending, isDone: isSuccess, reset };
}
