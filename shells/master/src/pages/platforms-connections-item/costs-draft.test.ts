import { describe, expect, it } from 'vitest';
import { type Costs, readCostsDraft, toCostsDraft } from './costs-draft.ts';

const KNOWN: Costs = {
  PIX: { basisPoints: 99, fixed: 0 },
  CREDIT_CARD: { basisPoints: 349, fixed: 39, installmentBasisPoints: Array.from({ length: 12 }, () => 5) },
};

describe('readCostsDraft', () => {
  it('gives back what is known, in both languages', () => {
    for (const locale of ['pt-BR', 'en'] as const)
      expect(readCostsDraft(toCostsDraft(KNOWN, locale), KNOWN)).toEqual({ costs: KNOWN, problems: {} });
    expect(readCostsDraft(toCostsDraft({}, 'en'), {})).toEqual({ costs: {}, problems: {} });
  });

  it('names every field that cannot be, as the server names it', () => {
    const draft = { ...toCostsDraft({}, 'pt-BR'), BILLET: { percent: '100,01', fixed: 'x' } };
    expect(readCostsDraft(draft, {}).problems).toEqual({
      'costs.BILLET.basisPoints': 'costs.percentWrong',
      'costs.BILLET.fixed': 'costs.amountWrong',
    });
  });
});
