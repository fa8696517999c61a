import { describe, expect, it } from 'vitest';
import { hasTerms, readTermsDraft, type Terms, toTermsDraft } from './terms-draft.ts';

const NONE: Terms = { fees: {}, release: {}, managerBasisPoints: null };
const AGREED: Terms = {
  fees: { CREDIT_CARD: { basisPoints: 399, fixed: 50, installmentBasisPoints: Array.from({ length: 12 }, () => 10) } },
  release: { PIX: { days: 0, reserveBasisPoints: 500, reserveDays: 120, awaitsGuarantee: true } },
  managerBasisPoints: 75,
};

describe('readTermsDraft', () => {
  it('gives back what was agreed, also what the form has no fields for', () => {
    for (const terms of [NONE, AGREED])
      expect(readTermsDraft(toTermsDraft(terms, 'pt-BR'), terms)).toEqual({ input: terms, problems: {} });
  });

  it('follows the platform again where an agreement is taken back', () => {
    const draft = toTermsDraft(AGREED, 'en');
    draft.methods.CREDIT_CARD.hasFee = false;
    draft.methods.PIX.hasRelease = false;
    draft.managerShare = ' ';

    expect(readTermsDraft(draft, AGREED).input).toEqual(NONE);
  });

  it('names every field that cannot be, as the server names it, and no other', () => {
    const draft = toTermsDraft(NONE, 'pt-BR');
    draft.methods.BILLET = { hasFee: true, percent: '101', fixed: 'x', hasRelease: true, days: '366', reserve: '' };
    draft.methods.PIX.percent = 'not asked for';
    draft.managerShare = '1,234';

    expect(readTermsDraft(draft, NONE).problems).toEqual({
      'fees.BILLET.basisPoints': 'terms.problems.percent',
      'fees.BILLET.fixed': 'terms.problems.amount',
      'release.BILLET.days': 'terms.problems.days',
      'release.BILLET.reserveBasisPoints': 'terms.problems.percent',
      managerBasisPoints: 'terms.problems.percent',
    });
  });
});

describe('hasTerms', () => {
  it('sees an agreement of any kind', () => {
    expect(hasTerms(NONE)).toBe(false);
    expect(hasTerms({ ...NONE, managerBasisPoints: 0 })).toBe(true);
    expect(hasTerms({ ...NONE, release: AGREED.release })).toBe(true);
  });
});
