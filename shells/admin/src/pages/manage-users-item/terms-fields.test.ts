import { describe, expect, it } from 'vitest';
import { hasTerms } from './has-terms.ts';
import { TERMS, type Terms } from './terms-fields.ts';

type Agreed = Omit<Terms, 'currency' | 'currencies' | 'version'>;
const NONE: Agreed = { fees: {}, release: {}, managerBasisPoints: null };
const AGREED: Agreed = {
  fees: {
    CREDIT_CARD: {
      basisPoints: 399,
      fixed: 50,
      fixedAbroad: { EUR: 20, USD: 0 },
      installmentBasisPoints: Array.from({ length: 12 }, () => 10),
    },
  },
  release: { PIX: { days: 0, reserveBasisPoints: 500, reserveDays: 120, awaitsGuarantee: true } },
  managerBasisPoints: 75,
};

describe('TERMS', () => {
  it('gives back what was agreed', () => {
    for (const terms of [NONE, AGREED])
      expect(TERMS.read(TERMS.show(terms, 'pt-BR'))).toEqual({ value: terms, problems: {} });
  });

  it('follows the platform again where an agreement is taken back', () => {
    const draft = TERMS.show(AGREED, 'en');
    draft.fees.CREDIT_CARD.isOn = false;
    draft.release.PIX.isOn = false;
    draft.managerBasisPoints = ' ';

    expect(TERMS.read(draft).value).toEqual(NONE);
  });

  it('leaves to the platform what the agreement does not say', () => {
    const draft = TERMS.show(AGREED, 'en');
    draft.fees.CREDIT_CARD.installmentBasisPoints.isOn = false;
    Object.assign(draft.release.PIX, { reserveDays: ' ', awaitsGuarantee: 'PLATFORM' });

    expect(TERMS.read(draft).value).toMatchObject({
      fees: { CREDIT_CARD: { basisPoints: 399, fixed: 50 } },
      release: { PIX: { days: 0, reserveBasisPoints: 500 } },
    });
    expect(Object.keys(TERMS.read(draft).value.fees.CREDIT_CARD ?? {})).toEqual([
      'basisPoints',
      'fixed',
      'fixedAbroad',
    ]);
    expect(Object.keys(TERMS.read(draft).value.release.PIX ?? {})).toEqual(['days', 'reserveBasisPoints']);
  });

  it('names every field that cannot be, as the server names it, and no other', () => {
    const draft = TERMS.show(NONE, 'pt-BR');
    Object.assign(draft.fees.BILLET, { isOn: true, basisPoints: '101', fixed: 'x' });
    draft.release.BILLET = {
      isOn: true,
      days: '366',
      reserveBasisPoints: '',
      reserveDays: '0',
      awaitsGuarantee: 'PLATFORM',
    };
    const card = draft.fees.CREDIT_CARD;
    Object.assign(card, { isOn: true, basisPoints: '99,5', fixed: '0' });
    card.installmentBasisPoints.isOn = true;
    card.installmentBasisPoints.steps[3] = '0,51';
    draft.fees.PIX.basisPoints = 'not asked for';
    draft.managerBasisPoints = '1,234';

    expect(TERMS.read(draft).problems).toEqual({
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
