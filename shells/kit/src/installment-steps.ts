/** Fees of a card sale by its number of installments, as a form has them. */
import { readBasisPoints } from './amount-text.ts';
import { amount, type Field, group, list, percent, withRules } from './fields.ts';

const COUNT = 12;
const WHOLE = 10_000;

/** Twelve shares that are kept besides a fee; a field left empty is nothing. */
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

/** A part of the amount, and something fixed. */
export const fee = <const P extends string, const A extends string>(percentKey: P, amountKey: A) =>
  group({ basisPoints: percent(percentKey), fixed: amount(amountKey) });

/** A fee with shares by the number of installments, none of which may take more than the fee leaves. */
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

/** Whether anything is kept, or cannot be read yet. */
export const hasSteps = (shown: readonly string[]): boolean =>
  shown.some((typed) => typed.trim() !== '' && readBasisPoints(typed) !== 0);
