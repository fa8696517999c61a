import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { useProcedureMutation } from './use-procedure.ts';
import { useStale } from './use-stale.ts';

/**
 * Runs a mutation and reads the answers of the named queries anew before it counts as done. `run` returns undefined where the
 * server refused it; the error is kept for the component that shows it.
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
