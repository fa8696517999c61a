import type { installmentOptionSchema } from '../src/checkout.ts';
import type { FromSchema } from '../src/common.ts';

/** One way to pay by card, as the buyer chooses it. */
export type InstallmentOption = FromSchema<typeof installmentOptionSchema>;

/** The terms on which a card connection divides a payment. */
export interface InstallmentRules {
  /** Cents. */
  total: number;
  /** 1 to 12. */
  maxInstallments: number;
  /** Up to this many installments cost the buyer nothing. */
  interestFree: number;
  /** At index n − 1 the whole fee of n installments. A count without a fee of its own is not offered. */
  feeBasisPoints: number[];
  /** Cents; below it an installment is not offered. */
  minimumInstallment: number;
}

const divideHalfUp = (dividend: bigint, divisor: bigint): number => Number((dividend * 2n + divisor) / (divisor * 2n));

/**
 * The options in how many installments a total can be paid. Each installment is total × (1 + fee) ÷ n rounded to cents;
 * the first one carries what rounding leaves over, so that they add up to the total shown, which is the total charged.
 */
export function listInstallments(rules: InstallmentRules): InstallmentOption[] {
  const { total, interestFree, feeBasisPoints, minimumInstallment } = rules;
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError('total must be whole cents of 0 or more');
  const options: InstallmentOption[] = [];
  if (total === 0) return options;

  // At least one, at most the twelve the contract knows.
  const limit = Math.min(Math.max(rules.maxInstallments, 1), 12);
  for (let count = 1; count <= limit; count++) {
    const fee = count <= interestFree ? 0 : (feeBasisPoints[count - 1] ?? (count === 1 ? 0 : undefined));
    if (fee === undefined) continue;
    // Ten thousand times the exact value: nothing is lost before the one rounding of each figure.
    const scaled = BigInt(total) * BigInt(10_000 + fee);
    const charged = divideHalfUp(scaled, 10_000n);
    const installmentValue = divideHalfUp(scaled, 10_000n * BigInt(count));
    const firstInstallmentValue = charged - installmentValue * (count - 1);
    // One installment has no minimum: otherwise an offer cheaper than the minimum could not be paid by card at all.
    // A few cents over many installments would leave nothing, or less, for the first one.
    const isOffered =
      count === 1 || (installmentValue >= Math.max(minimumInstallment, 1) && firstInstallmentValue >= 1);
    if (!isOffered) continue;
    options.push({
      installmentNumber: count,
      installmentValue,
      firstInstallmentValue,
      total: charged,
      hasInterest: fee > 0,
    });
  }
  return options;
}
