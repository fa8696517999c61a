import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { ApiError } from './client.ts';
import { useProcedureMutation } from './use-procedure.ts';
import { useStale } from './use-stale.ts';

/** The code of the refusal of a change that names an older version. */
export const EDIT_CONFLICT = 'EDIT_CONFLICT';

/**
 * Runs a mutation and reads the answers of the named queries anew before it counts as done, and after a refusal because somebody else
 * changed the record. `run` returns undefined where the server refused it; the error is kept for the component that shows it.
 */
export function useChange<const P extends Procedure>(procedure: P, ...stale: Pick<Procedure, 'name'>[]) {
  const { mutateAsync, error, isPending, isSuccess, reset } = useProcedureMutation(procedure);
  const markStale = useStale();
  const run = async (input: Input<P>): Promise<Output<P> | undefined> => {
    let output: Output<P>;
    try {
      output = await mutateAsync(input);
    } catch (refused) {
      if (refused instanceof ApiError && refused.code === EDIT_CONFLICT) await markStale(...stale);
      return undefined;
    }
    await markStale(...stale);
    return output;
  };
  return { run, error, isBusy: isPending, isDone: isSuccess, reset };
}
