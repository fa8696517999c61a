/** The units in which providers write money; the contract's own is cents. */
import { fromReais, toReais } from '@feira/schemas/rules/money';
import { ProviderError } from '../errors.ts';
import type { Fields } from '../fields.ts';

/** Not filters: "{amount|reais}" is written in reais whatever the manifest's unit. A tenThousandth is 1/10,000 of a real. */
export const UNITS = ['cents', 'reais', 'tenThousandths'] as const;
export type Unit = (typeof UNITS)[number];

export const toWire = (cents: number, unit: Unit): number =>
  unit === 'reais' ? toReais(cents) : unit === 'tenThousandths' ? cents * 100 : cents;

export const fromWire = (amount: number | string, unit: Unit): number =>
  unit === 'reais' ? fromReais(String(amount)) : unit === 'tenThousandths' ? Number(amount) / 100 : Number(amount);

/** Cents; throws INVALID_ANSWER, UNKNOWN where the amount is none, or has parts of a cent: nothing is rounded. */
export function readMoney(fields: Fields, path: string, unit: Unit): number | undefined {
  if (unit === 'reais') return fields.reais(path);
  const amount = fields.cents(path);
  if (unit === 'cents' || amount === undefined) return amount;
  const cents = fromWire(amount, unit);
  if (Number.isSafeInteger(cents)) return cents;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The field ${path} has parts of a cent.`);
}
