/** Keeps what an adapter remembers of a charge or a withdrawal. */
import { type Memo, memoSchema } from '@feira/schemas/provider';

/** Lays what was told now over what is kept. Returns the kept one itself where nothing is new; where both are too many texts, the newer ones. */
export function addToMemo(kept: Memo | null, told: Memo | undefined): Memo | null {
  if (!told || Object.entries(told).every(([name, text]) => kept?.[name] === text)) return kept;
  const both = { ...kept, ...told };
  return Object.keys(both).length > memoSchema.maxProperties ? told : both;
}

/** The field of a request; none where nothing is remembered. */
export const withMemo = (memo: Memo | null): { memo?: Memo } => (memo ? { memo } : {});
