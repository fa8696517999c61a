/** Declares the fields for fees of a card sale by its number of installments. */
import { readBasisPoints } from '@feira/shell-kit/amount-text';
import { amount, type Field, group, list, percent, withRules } from '@feira/shell-kit/fields';
import { amountsAbroad } from '../amounts/amount-fields.ts';

const COUNT = 12;
const WHOLE = 10_000;

/** Twelve shares on top of a fee; an empty field is zero. */
export function steps<const Key extends string>(key: Key): Field<string[], number[], Key> {
  const share = percent(key);
  const all = list<string, number, Key>({
    ...share,
    read: (shown, stored) => share.read(shown.trim() === '' ? '0' : shown, stored),
  });
  return {
    ...all,
    show: (stored, locale) =>
      all.show(
        Array.from({ length: COUNT }, (_, index) => stored?.[index] ?? 0),
        locale,
      ),
  };
}

/** A fee as a percentage and a fixed amount. */
export const fee = <const P extends string, const A extends string>(percentKey: P, amountKey: A) =>
  group({ basisPoints: percent(percentKey), fixed: amount(amountKey), fixedAbroad: amountsAbroad(amountKey) });

/** A fee with shares by the number of installments, none of which may exceed the rest after the fee. */
export const cardFee = <Shown, const P extends string, const A extends string>(
  installmentBasisPoints: Field<Shown, number[] | undefined, P>,
  percentKey: P,
  amountKey: A,
) =>
  withRules(group({ ...fee(percentKey, amountKey).fields, installmentBasisPoints }), (value) =>
    (value.installmentBasisPoints ?? []).map(
      (step, index) => [step + value.basisPoints > WHOLE, `installmentBasisPoints.${index}`, percentKey] as const,
    ),
  );

/** Returns whether any share is set or unreadable. */
export const hasSteps = (shown: readonly string[]): boolean =>
  shown.some((typed) => typed.trim() !== '' && readBasisPoints(typed) !== 0);
