/** The known outcome of a call that failed. Only UNKNOWN may have moved money. */
export type Outcome = 'NOT_SENT' | 'REJECTED' | 'UNKNOWN';
export type ProviderErrorCode = 'UNAVAILABLE' | 'UNAUTHORIZED' | 'INVALID_REQUEST' | 'INVALID_ANSWER' | 'UNSUPPORTED';

/**
 * Thrown when the provider could not be asked, refused the request itself, or left the outcome open. A refused payment is
 * a result, not an error. Tell errors apart by `code` and `outcome`, never with instanceof: two kit versions may be loaded.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;
  readonly outcome: Outcome;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** Parsed body of the answer, for the adapter to read a reason from; never logged whole. */
  readonly body?: unknown;
  /** The provider's own reason for refusing the request; `createCalls` reads it out of the body. */
  readonly reason?: string;
  /** The provider asked not to be called before this time. Set by the host. */
  readonly retryAt?: Date;

  constructor(
    code: ProviderErrorCode,
    outcome: Outcome,
    message: string,
    details: { status?: number; body?: unknown; reason?: string; retryAt?: Date; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.outcome = outcome;
    this.status = details.status;
    this.body = details.body;
    this.reason = details.reason;
    this.retryAt = details.retryAt;
  }
}

/** True for a ProviderError of any kit version. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && error.name === 'ProviderError' && 'outcome' in error && 'code' in error;
}
