/** What a provider keeps of each charge, as it stands in the form. Pure, so that it has tests. */
import { type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { getConnectionCosts } from '@feira/schemas/procedures/fees';
import { readAmount, readBasisPoints, writeAmount, writeBasisPoints } from '@feira/shell-kit/amount-text';

export type Costs = Output<typeof getConnectionCosts>['costs'];
export type CostsDraft = Record<PaymentMethod, { percent: string; fixed: string }>;
export type CostProblem = 'costs.percentWrong' | 'costs.amountWrong';

export function toCostsDraft(costs: Costs, locale: Locale): CostsDraft {
  const toTexts = (method: PaymentMethod) => ({
    percent: writeBasisPoints(costs[method]?.basisPoints ?? 0, locale),
    fixed: writeAmount(costs[method]?.fixed ?? 0, locale),
  });
  return { PIX: toTexts('PIX'), CREDIT_CARD: toTexts('CREDIT_CARD'), BILLET: toTexts('BILLET') };
}

/** A method that costs nothing is left out; what the form has no fields for stays as it was. */
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
  return { costs, problems };
}
