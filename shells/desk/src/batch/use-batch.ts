import { ApiError } from '@feira/shell-kit/client';
import { useStale } from '@feira/shell-kit/use-stale';
import { useState } from 'react';

/** The outcome of each record: 'DONE', or why it was refused. */
export type BatchResults = ReadonlyMap<string, 'DONE' | ApiError>;

/**
 * Does the same with records one after the other, each by its own call and with its own key. The first one asks for the proof of identity
 * where none is fresh; it serves all of them. What is refused stops nothing else; a person who gives up the proof stops the rest.
 */
export function useBatch<R>(
  act: (record: R) => Promise<unknown>,
  keyOf: (record: R) => string,
  stale: readonly { name: string }[],
) {
  const markStale = useStale();
  const [results, setResults] = useState<BatchResults>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const run = async (records: readonly R[]) => {
    setIsBusy(true);
    const done = new Map<string, 'DONE' | ApiError>();
    for (const record of records) {
      try {
        await act(record);
        done.set(keyOf(record), 'DONE');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        done.set(keyOf(record), error);
        if (error.code === 'REAUTHENTICATION_REQUIRED') break;
      }
      setResults(new Map(done));
    }
    setResults(new Map(done));
    await markStale(...stale);
    setIsBusy(false);
  };
  return { run, results, isBusy };
}
