import { describe, expect, it } from 'vitest';
import { hasTerms, readTermsDraft, type Terms, toTermsDraft } from './terms-draft.ts';

type Agreed = Omit<Terms, 'currency'>;
const NONE: Agreed = { fees: {}, release: {}, managerBasisPoints: null };
const AGREED: Agreed = {
  fees: { CREDIT_CARD: { basisPoints: 399, fixed: 50, installmentBasisPoints: Array.from({ length: 12 }, () => 10) } },
  release: { PIX: { days: 0, reserveBasisPoints: 500, reserveDays: 120, awaitsGuarantee: true } },
  managerBasisPoints: 75,
};

describe('readTermsDraft', () => {
  it('gives back what was agreed', () => {
    for (const terms of [NONE, AGREED])
      expect(readTermsDraft(toTermsDraft(terms, 'pt-BR'))).toEqual({ input: terms, problems: {} });
  });

  it('follows the platform again where an agreement is taken back', () => {
    const draft = toTermsDraft(AGREED, 'en');
    draft.methods.CREDIT_CARD.hasFee = false;
    draft.methods.PIX.hasRelease = false;
    draft.managerShare = ' ';

    expect(readTermsDraft(draft).input).toEqual(NONE);
  });

  it('leaves to the platform what the agreement does not say', () => {
    const draft = toTermsDraft(AGREED, 'en');
    draft.hasSteps = false;
    Object.assign(draft.methods.PIX, { reserveDays: ' ', guarantee: 'PLATFORM' });

    expect(readTermsDraft(draft).input).toMatchObject({
      fees: { CREDIT_CARD: { basisPoints: 399, fixed: 50 } },
      release: { PIX: { days: 0, reserveBasisPoints: 500 } },
    });
    expect(Object.keys(readTermsDraft(draft).input.fees.CREDIT_CARD ?? {})).toEqual(['basisPoints', 'fixed']);
    expect(Object.keys(readTermsDraft(draft).input.release.PIX ?? {})).toEqual(['days', 'reserveBasisPoints']);
  });

  it('names every field that cannot be, as the server names it, and no other', () => {
    const draft = toTermsDraft(NONE, 'pt-BR');
    draft.methods.BILLET = {
      hasFee: true,
      percent: '101',
      fixed: 'x',
      hasRelease: true,
      days: '366',
      reserve: '',
      reserveDays: '0',
      guarantee: 'PLATFORM',
    };
    draft.methods.CREDIT_CARD = { ...draft.methods.CREDIT_CARD, hasFee: true, percent: '99,5', fixed: '0' };
    draft.hasSteps = true;
    draft.steps[3] = '0,51';
    draft.methods.PIX.percent = 'not asked for';
    draft.managerShare = '1,234';

    expect(readTermsDraft(draft).problems).toEqual({
      'fees.BILLET.basisPoints': 'terms.problems.percent',
      'fees.BILLET.fixed': 'terms.problems.amount',
      'fees.CREDIT_CARD.installmentBasisPoints.3': 'terms.problems.percent',
      'release.BILLET.days': 'terms.problems.days',
      'release.BILLET.reserveBasisPoints': 'terms.problems.percent',
      'release.BILLET.reserveDays': 'terms.problems.reserveDays',
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
