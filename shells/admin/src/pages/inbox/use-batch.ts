import { decideAnticipation } from '@feira/schemas/procedures/anticipations';
import { decideWithdrawal } from '@feira/schemas/procedures/payouts';
import { ApiError } from '@feira/shell-kit/client';
import type { WorkItem } from '@feira/shell-kit/components/inbox/use-inbox';
import { useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import { useState } from 'react';

/** What became of each item: 'DONE', or why it was not approved. */
export type BatchResults = ReadonlyMap<string, 'DONE' | ApiError>;

/**
 * Approves items one after the other, each by its own call and with its own key. The first one asks for the proof of identity where none is fresh; it serves all
 * of them. What is refused stops nothing else; a person who gives up the proof stops the rest.
 */
export function useBatch() {
  const withdrawal = useProcedureMutation(decideWithdrawal);
  const anticipation = useProcedureMutation(decideAnticipation);
  const markStale = useStale();
  const [results, setResults] = useState<BatchResults>(new Map());
  const [isBusy, setIsBusy] = useState(false);

  const approve = ({ kind, id }: WorkItem): Promise<unknown> =>
    kind === 'ANTICIPATIONS'
      ? anticipation.mutateAsync({ anticipationId: id, decision: 'PAY' })
      : withdrawal.mutateAsync({ withdrawalId: id, decision: 'APPROVE' });

  const run = async (items: readonly WorkItem[]) => {
    setIsBusy(true);
    const done = new Map<string, 'DONE' | ApiError>();
    for (const item of items) {
      try {
        await approve(item);
        done.set(item.id, 'DONE');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        done.set(item.id, error);
        if (error.code === 'REAUTHENTICATION_REQUIRED') break;
      }
      setResults(new Map(done));
    }
    setResults(new Map(done));
    await markStale();
    setIsBusy(false);
  };
  return { run, results, isBusy };
}
