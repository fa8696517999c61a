import type { ComponentProps } from 'react';
import type { ApiError } from '../client.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmChangeProps<I, O>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'isBusy' | 'error' | 'onConfirm'> {
  /** A change by useChange. */
  change: { run: (input: I) => Promise<O | undefined>; error: ApiError | null; isBusy: boolean };
  input: NoInfer<I>;
  /** Runs once the server has made the change. */
  onDone: (answer: O) => void;
}

/** Asks for confirmation of a change, makes it, and shows why the server refused it. */
export function ConfirmChange<I, O>({ change, input, onDone, ...dialog }: ConfirmChangeProps<I, O>) {
  const confirm = async () => {
    const answer = await change.run(input);
    if (answer !== undefined) onDone(answer);
  };
  return <ConfirmDialog {...dialog} error={change.error} isBusy={change.isBusy} onConfirm={confirm} />;
}
