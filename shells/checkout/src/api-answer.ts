import type { ErrorBody } from '@feira/schemas/procedure';

export type ApiAnswer<T> =
  | { ok: true; data: T }
  /** `status` 0 means that no answer came, so the result is unknown. */
  | { ok: false; status: number; error: ErrorBody };
