/** The fields of forms that know currencies and payment methods. */
import { CURRENCIES, type Currency, type PaymentMethod } from '@feira/schemas/common';
import { readAmount, writeAmount } from '@feira/shell-kit/amount-text';
import {
  amount,
  type Field,
  field,
  type Group,
  group,
  optional,
  problem,
  type Reading,
  type ShownOf,
  type Table,
  type ValueOf,
} from '@feira/shell-kit/fields';
import { type AmountProblem, findAmountProblem } from './amount-problem.ts';

/** An amount in cents between two limits; the problem names the limit that it misses. */
export const amountWithin = (smallest: number, largest: number) =>
  field<string, number, AmountProblem>({
    control: { inputMode: 'decimal' },
    show: (stored, locale) => (typeof stored === 'number' ? writeAmount(stored, locale) : ''),
    read: (shown) => {
      const cents = readAmount(shown);
      const found = findAmountProblem(cents, smallest, largest);
      return cents === null || found ? problem(found ?? 'MISSING') : cents;
    },
  });

/** Cents by currency; without any the field is left out of the input. */
export function amountsAbroad<const Key extends string>(key: Key) {
  const inner = group(
    Object.fromEntries(CURRENCIES.map((currency) => [currency, optional(amount(key))])) as Record<
      Currency,
      Field<string, number | undefined, Key>
    >,
  );
  return {
    ...inner,
    read: (shown: ShownOf<typeof inner>): Reading<ValueOf<typeof inner> | undefined, Key> => {
      const { value, problems } = inner.read(shown);
      return { value: Object.keys(value).length > 0 ? value : undefined, problems };
    },
  };
}

/** The same field for each payment method. */
export const perMethod = <F extends Table[string]>(inner: F): Group<Record<PaymentMethod, F>> =>
  group({ PIX: inner, CREDIT_CARD: inner, BILLET: inner });
