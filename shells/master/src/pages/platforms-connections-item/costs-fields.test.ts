import type { Locale } from '@feira/schemas/common';
import type { ShownOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { COSTS, type Costs } from './costs-fields.ts';

type Draft = ShownOf<typeof COSTS>['costs'];
const toCostsDraft = (costs: Costs, locale: Locale) => COSTS.show({ costs }, locale).costs;
const readCostsDraft = (shown: Draft, stored: Costs) => {
  const { value, problems } = COSTS.read({ costs: shown }, { costs: stored });
  return { costs: value.costs, problems };
};

const KNOWN: Costs = {
  PIX: { basisPoints: 99, fixed: 0 },
  CREDIT_CARD: { basisPoints: 349, fixed: 39, installmentBasisPoints: Array.from({ length: 12 }, () => 5) },
};

describe('COSTS', () => {
  it('gives back what is known, in both languages', () => {
    for (const locale of ['pt-BR', 'en'] as const)
      expect(readCostsDraft(toCostsDraft(KNOWN, locale), KNOWN)).toEqual({ costs: KNOWN, problems: {} });
    expect(readCostsDraft(toCostsDraft({}, 'en'), {})).toEqual({ costs: {}, problems: {} });
  });

  it('takes what installments cost besides, and lets it be nothing again', () => {
    const draft = toCostsDraft({}, 'pt-BR');
    draft.CREDIT_CARD.installmentBasisPoints[11] = '1,5';
    const costs = { CREDIT_CARD: { basisPoints: 0, fixed: 0, installmentBasisPoints: [...Array(11).fill(0), 150] } };
    expect(readCostsDraft(draft, {})).toEqual({ costs, problems: {} });

    const none = toCostsDraft(KNOWN, 'en');
    none.CREDIT_CARD.installmentBasisPoints.fill('');
    expect(readCostsDraft(none, KNOWN).costs.CREDIT_CARD?.installmentBasisPoints).toEqual(Array(12).fill(0));
  });

  it('keeps a fixed amount of another currency, also alone, and leaves out what is empty', () => {
    const draft = toCostsDraft({}, 'pt-BR');
    draft.CREDIT_CARD.fixedAbroad.USD = '0,30';
    const costs = { CREDIT_CARD: { basisPoints: 0, fixed: 0, fixedAbroad: { USD: 30 } } };
    expect(readCostsDraft(draft, {})).toEqual({ costs, problems: {} });
    expect(toCostsDraft(costs, 'en').CREDIT_CARD.fixedAbroad).toEqual({ BRL: '', EUR: '', USD: '0.30' });
  });

  it('refuses more than everything', () => {
    const draft = toCostsDraft(KNOWN, 'pt-BR');
    draft.CREDIT_CARD.installmentBasisPoints[2] = '97';
    expect(readCostsDraft(draft, KNOWN).problems).toEqual({
      'costs.CREDIT_CARD.installmentBasisPoints.2': 'costs.percentWrong',
    });
  });

  it('names every field that cannot be, as the server names it', () => {
    const draft = toCostsDraft({}, 'pt-BR');
    Object.assign(draft.BILLET, { basisPoints: '100,01', fixed: 'x' });
    draft.CREDIT_CARD.fixedAbroad.USD = '0,5.';
    expect(readCostsDraft(draft, {}).problems).toEqual({
      'costs.BILLET.basisPoints': 'costs.percentWrong',
      'costs.BILLET.fixed': 'costs.amountWrong',
      'costs.CREDIT_CARD.fixedAbroad.USD': 'costs.amountWrong',
    });
  });
});
