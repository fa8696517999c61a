import { ApiError } from '@feira/shell-kit/client';
import { useCallback, useRef, useState } from 'react';

export interface Failure {
  code: string;
  /** The server's message; null where the server was not reached. */
  message: string | null;
  waitSeconds: number | undefined;
  /** The server's messages by the name of the field. */
  fields: Record<string, string>;
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof ApiError) || error.status === 0 || !error.message)
    return { code: 'NO_ANSWER', message: null, waitSeconds: undefined, fields: {} };
  const fields = Object.fromEntries(error.details.map(({ field, message }) => [field, message]));
  return { code: error.code, message: error.message, waitSeconds: error.retryAfterSeconds, fields };
}

/** Runs one call at a time, and keeps the failure of the last one. */
export function useSubmit() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);

  /** Returns what went wrong, so that the caller can move the focus to the field. */
  const submit = useCallback(async (action: () => Promise<unknown>): Promise<Failure | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await action();
      return null;
    } catch (error) {
      const found = toFailure(error);
      setFailure(found);
      return found;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }, []);
  /** Drops the server's message about a field that the person changes. */
  const forget = useCallback((field: string) => {
    setFailure((former) => {
      if (!former?.fields[field]) return former;
      const { [field]: _, ...fields } = former.fields;
      return { ...former, fields };
    });
  }, []);
  return { failure, isBusy, submit, setFailure, forget };
}
