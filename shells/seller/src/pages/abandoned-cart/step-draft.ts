/** A step of a recovery while it is edited: its delay is a number and a unit. */
import { AFTER_MINUTES, type RecoveryStep } from '@feira/schemas/rules/cart-recovery';

export const UNITS = { minutes: 1, hours: 60, days: 1_440 } as const;
export type Unit = keyof typeof UNITS;

export interface StepDraft extends RecoveryStep {
  amount: string;
  unit: Unit;
}

/** Returns the delay in the largest unit that shows it whole. */
export function splitAfter(minutes: number): Pick<StepDraft, 'amount' | 'unit'> {
  const unit = (['days', 'hours'] as const).find((name) => minutes % UNITS[name] === 0) ?? 'minutes';
  return { amount: String(minutes / UNITS[unit]), unit };
}

/** Returns the typed delay in minutes; null where it is none, or too short or too long. */
export function afterOf({ amount, unit }: Pick<StepDraft, 'amount' | 'unit'>): number | null {
  const minutes = /^\d+$/.test(amount.trim()) ? Number(amount) * UNITS[unit] : Number.NaN;
  return minutes >= AFTER_MINUTES.least && minutes <= AFTER_MINUTES.most ? minutes : null;
}
