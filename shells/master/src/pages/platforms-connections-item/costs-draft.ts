/** What a provider keeps of each charge, as it stands in the form. Pure, so that it has tests. */
import { type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { getConnectionCosts } from '@feira/schemas/procedures/fees';
import { readAmount, readBasisPoints, writeAmount, writeBasisPoints } from '@feira/shell-kit/amount-text';
import { readSteps, toSteps } from '@feira/shell-kit/installment-steps';

export type Costs = Output<typeof getConnectionCosts>['costs'];
export type CostsDraft = Record<PaymentMethod, { percent: string; fixed: string }> & {
  /** What a card sale costs besides, by its installments. */
  steps: string[];
};
export type CostProblem = 'costs.percentWrong' | 'costs.amountWrong';

/** As the server names it. */
export const STEPS = 'costs.CREDIT_CARD.installmentBasisPoints';

export function toCostsDraft(costs: Costs, locale: Locale): CostsDraft {
  const toTexts = (method: PaymentMethod) => ({
    percent: writeBasisPoints(costs[method]?.basisPoints ?? 0, locale),
    fixed: writeAmount(costs[method]?.fixed ?? 0, locale),
  });
  return {
    PIX: toTexts('PIX'),
    CREDIT_CARD: toTexts('CREDIT_CARD'),
    BILLET: toTexts('BILLET'),
    steps: toSteps(costs.CREDIT_CARD?.installmentBasisPoints, locale),
  };
}

/** A method that costs nothing is left out. */
export function readCostsDraft(draft: CostsDraft, current: Costs) {
  const problems: Partial<Record<string, CostProblem>> = {};
  const costs: Costs = {};
  for (const method of PAYMENT_METHODS) {
    const basisPoints = readBasisPoints(draft[method].percent);
    const fixed = readAmount(draft[method].fixed);
    if (basisPoints === null) problems[`costs.${method}.basisPoints`] = 'costs.percentWrong';
    if (fixed === null) problems[`costs.${method}.fixed`] = 'costs.amountWrong';
    if (current[method] || basisPoints || fixed)
      costs[method] = { ...current[method], basisPoints: basisPoints ?? 0, fixed: fixed ?? 0 };
  }
  const steps = readSteps(draft.steps, costs.CREDIT_CARD?.basisPoints);
  steps.forEach((step, index) => {
    if (step === null) problems[`${STEPS}.${index}`] = 'costs.percentWrong';
  });
  // Said where it was said before, also that it is nothing now.
  if (current.CREDIT_CARD?.installmentBasisPoints || steps.some((step) => step !== 0))
    costs.CREDIT_CARD = {
      ...(costs.CREDIT_CARD ?? { basisPoints: 0, fixed: 0 }),
      installmentBasisPoints: steps.map((step) => step ?? 0),
    };
  return { costs, problems };
}
