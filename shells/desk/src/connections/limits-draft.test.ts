import { describe, expect, it } from 'vitest';
import { findLimitProblems, readLimits, toLimitsDraft } from './limits-draft.ts';

const EMPTY = { minAmount: '', maxAmount: '', dailyAmount: '' };

describe('limits', () => {
  it('come back as they were, in both languages', () => {
    const limits = { minAmount: 500, maxAmount: 1_000_000, dailyAmount: 123_456_789 };
    for (const locale of ['pt-BR', 'en'] as const) expect(readLimits(toLimitsDraft(limits, locale))).toEqual(limits);
    expect(readLimits(toLimitsDraft({}, 'pt-BR'))).toEqual({});
  });

  it('are told where they are no amounts or the wrong way round', () => {
    expect(findLimitProblems(EMPTY)).toEqual({});
    expect(findLimitProblems({ ...EMPTY, dailyAmount: 'mil' })).toEqual({ 'limits.dailyAmount': 'amount' });
    expect(findLimitProblems({ ...EMPTY, minAmount: '10,00', maxAmount: '9,99' })).toEqual({
      'limits.maxAmount': 'amountOrder',
    });
    expect(findLimitProblems({ ...EMPTY, minAmount: '10', maxAmount: '10' })).toEqual({});
  });
});
