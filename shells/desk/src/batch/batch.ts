import type { Currency } from '@feira/schemas/common';
import type { ReactNode } from 'react';

/** The action on several records. */
export interface Batch<R> {
  keyOf: (record: R) => string;
  /** Names a record in the question, with its amount where it has one. */
  lineOf: (record: R) => { name: ReactNode; amount?: number | null; currency?: Currency | null };
  words: {
    button: string;
    title: (count: number) => string;
    text: string;
    action: string;
  };
  /** Makes the call of one record; it rejects with an ApiError where the server refuses. */
  act: (record: R) => Promise<unknown>;
  /** The procedures whose answers it changes. */
  stale: readonly { name: string }[];
}
