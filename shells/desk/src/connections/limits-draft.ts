/** The typed limits of a connection. The functions are pure, so that they have tests. */
import type { FromSchema, Locale } from '@feira/schemas/common';
import type { connectionLimitsSchema } from '@feira/schemas/procedures/connections';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';

export type Limits = FromSchema<typeof connectionLimitsSchema>;
export const LIMITS = ['minAmount', 'maxAmount', 'dailyAmount'] as const;
export type LimitName = (typeof LIMITS)[number];
export type LimitsDraft = Readonly<Record<LimitName, string>>;

export const toLimitsDraft = (limits: Limits, locale: Locale): LimitsDraft => {
  const write = (cents: number | undefined) => (cents === undefined ? '' : writeAmount(cents, locale));
  return {
    minAmount: write(limits.minAmount),
    maxAmount: write(limits.maxAmount),
    dailyAmount: write(limits.dailyAmount),
  };
};

const read = (text: string) => (text.trim() === '' ? undefined : readAmount(text));

export function readLimits(draft: LimitsDraft): Limits {
  const amounts = LIMITS.flatMap((name) => {
    const cents = read(draft[name]);
    return typeof cents === 'number' ? [[name, cents]] : [];
  });
  return Object.fromEntries(amounts) as Limits;
}

export type LimitProblem = 'amount' | 'amountOrder';

/** Problems by the server's name of the field. */
export function findLimitProblems(draft: LimitsDraft): Record<string, LimitProblem> {
  const { minAmount, maxAmount } = readLimits(draft);
  const isBackwards = minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount;
  const wrong = LIMITS.filter((name) => read(draft[name]) === null).map(
    (name) => [`limits.${name}`, 'amount'] as const,
  );
  return { ...(isBackwards && { 'limits.maxAmount': 'amountOrder' as const }), ...Object.fromEntries(wrong) };
}
