/** Makes the errors of a method that is sold, and that no connection serves at the moment. */
import { AppError } from '../../plugins/errors.ts';
import type { CandidateVerdict } from '../routing/service.ts';

const BUSY_SECONDS = 2;
/** Every connection that would serve has as many charges under way as it may, or cannot be opened by this node. */
export const methodBusy = (field = 'paymentMethod'): AppError =>
  new AppError('METHOD_PAUSED', { fields: [field], retryAfterSeconds: BUSY_SECONDS });

/** Returns the error of a method whose connections serve again later, and otherwise that of one that is not offered. */
export function refuseUnserved(verdicts: readonly CandidateVerdict[], field = 'paymentMethod'): AppError {
  const has = (reason: CandidateVerdict['reason']) => verdicts.some((verdict) => verdict.reason === reason);
  // This node cannot open the connection, or has not loaded its package yet. The offer has the method all the same.
  if (has('UNAVAILABLE')) return methodBusy(field);
  return new AppError(has('DAILY_LIMIT') ? 'METHOD_LIMIT_REACHED' : 'METHOD_NOT_ENABLED', { fields: [field] });
}
