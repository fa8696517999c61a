/** Shares of a card sale by its number of installments, as they stand in a form. */
import type { Locale } from '@feira/schemas/common';
import { readBasisPoints, writeBasisPoints } from './amount-text.ts';

const COUNT = 12;

/** Twelve texts; nothing where nothing was said. */
export const toSteps = (basisPoints: readonly number[] | undefined, locale: Locale): string[] =>
  Array.from({ length: COUNT }, (_, index) => writeBasisPoints(basisPoints?.[index] ?? 0, locale));

const WHOLE = 10_000;

/** Null stands for each that cannot be read, or is more than the fee leaves; a field left empty is nothing. */
export const readSteps = (steps: readonly string[], fee = 0): (number | null)[] =>
  steps.map((text) => {
    const step = text.trim() === '' ? 0 : readBasisPoints(text);
    return step !== null && step + fee <= WHOLE ? step : null;
  });

/** Whether anything is kept, or cannot be read yet. */
export const hasSteps = (steps: readonly string[]): boolean => readSteps(steps).some((step) => step !== 0);
