/** Makes the errors of a method that is sold, and that no connection serves at the moment. */
import type { Currency, Locale } from '@feira/schemas/common';
import { leastAmount } from '@feira/schemas/rules/charge-limits';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { AppError } from '../../plugins/errors.ts';
import type { CandidateVerdict } from '../routing/service.ts';

const BUSY_SECONDS = 2;
/** Every connection that would serve has as many charges under way as it may, or cannot be opened by this node. */
export const methodBusy = (field = 'paymentMethod'): AppError =>
  new AppError('METHOD_PAUSED', { fields: [field], retryAfterSeconds: BUSY_SECONDS });

/** The charge that no connection serves. */
interface Unserved {
  amount: number;
  currency: Currency;
}

/** Returns the error of a charge that is smaller than each connection takes; null where something else is in its way. */
function refuseSmall(verdicts: readonly CandidateVerdict[], { amount, currency }: Unserved): AppError | null {
  const limited = verdicts.filter(({ reason }) => reason === 'LIMIT').map(({ candidate }) => candidate);
  const least = Math.min(...limited.map(leastAmount));
  if (limited.length === 0 || amount >= least) return null;
  const say = (locale: Locale) => formatCurrency(least, currency, locale);
  return new AppError('AMOUNT_TOO_SMALL', {
    reasons: {
      paymentMethod: {
        'pt-BR': `Esta forma de pagamento aceita a partir de ${say('pt-BR')}. Escolha outra.`,
        en: `This payment method takes ${say('en')} or more. Choose another one.`,
      },
    },
  });
}

/**
 * Returns the error of a method whose connections serve again later, of a charge that is too small for each of them, and otherwise of a method
 * that is not offered.
 */
export function refuseUnserved(
  verdicts: readonly CandidateVerdict[],
  field = 'paymentMethod',
  charge?: Unserved,
): AppError {
  const has = (reason: CandidateVerdict['reason']) => verdicts.some((verdict) => verdict.reason === reason);
  // This node cannot open the connection, or has not loaded its package yet. The offer has the method all the same.
  if (has('UNAVAILABLE')) return methodBusy(field);
  const small = charge && refuseSmall(verdicts, charge);
  if (small) return small;
  return new AppError(has('DAILY_LIMIT') ? 'METHOD_LIMIT_REACHED' : 'METHOD_NOT_ENABLED', { fields: [field] });
}
