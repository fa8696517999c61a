import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { findChanges as findDifferences, type ShownOf, type ValueOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { chooseUnit, RULES, type Rules } from './rules-fields.ts';

type Shown = ShownOf<typeof RULES>;
const { customization: _, ...STORED } = DEFAULT_PLATFORM_SETTINGS;
const toDraft = RULES.show;
const findChanges = (value: ValueOf<typeof RULES>, stored: Rules) =>
  findDifferences(value, RULES.read(RULES.show(stored, 'en'), stored).value);
const change = (patch: Partial<Shown>, rules: Rules = STORED) => {
  const { value, problems } = RULES.read({ ...toDraft(rules, 'pt-BR'), ...patch }, rules);
  return { rules: value, problems };
};

describe('toDraft', () => {
  it('is read back as it was, in both languages', () => {
    const rules: Rules = { ...STORED, softDescriptor: 'FEIRA', pixExpiresInSeconds: 90, methods: ['BILLET', 'PIX'] };
    for (const locale of ['pt-BR', 'en'] as const) {
      const { value: read, problems } = RULES.read(toDraft(rules, locale), rules);

      expect(problems).toEqual({});
      expect(findChanges(read, rules)).toEqual({});
    }
  });
});

describe('readDraft', () => {
  it('reads percentages to the basis point and amounts to the cent', () => {
    const draft = toDraft(STORED, 'pt-BR');
    const { rules } = change({
      fees: { ...draft.fees, PIX: { ...draft.fees.PIX, basisPoints: '0,99', fixed: '1.234,56' } },
      installments: {
        ...draft.installments,
        feeBasisPoints: draft.installments.feeBasisPoints.map((fee, index) => (index === 11 ? '19,5' : fee)),
      },
    });

    expect(rules.fees?.PIX).toEqual({ basisPoints: 99, fixed: 123_456 });
    expect(rules.installments?.feeBasisPoints[11]).toBe(1950);
  });

  it('names every field that cannot be, as the server names it', () => {
    const draft = toDraft(STORED, 'pt-BR');
    const { problems } = change({
      methods: [],
      currencies: ['EUR'],
      currency: 'BRL',
      installments: {
        interestFree: 6,
        max: 3,
        minimumInstallment: 'x',
        minimumInstallmentAbroad: { BRL: '', EUR: '', USD: 'y' },
        feeBasisPoints: draft.installments.feeBasisPoints.map((fee, index) => (index === 4 ? '101' : fee)),
      },
      pixExpiresInSeconds: { count: '59', unit: 'seconds' },
      billetExpiresInDays: '61',
      softDescriptor: 'MUITO COMPRIDO',
      fees: { ...draft.fees, BILLET: { ...draft.fees.BILLET, basisPoints: '', fixed: '-1' } },
      release: {
        ...draft.release,
        CREDIT_CARD: { days: '366', reserveBasisPoints: '100,01', reserveDays: '0', awaitsGuarantee: true },
      },
    });

    expect(problems).toEqual({
      methods: 'settings.problems.methods',
      currency: 'settings.problems.currency',
      'installments.interestFree': 'settings.problems.interestFree',
      'installments.minimumInstallment': 'settings.problems.amount',
      'installments.minimumInstallmentAbroad.USD': 'settings.problems.amount',
      'installments.feeBasisPoints.4': 'settings.problems.percent',
      pixExpiresInSeconds: 'settings.problems.expiry',
      billetExpiresInDays: 'settings.problems.billetDays',
      softDescriptor: 'settings.problems.softDescriptor',
      'fees.BILLET.basisPoints': 'settings.problems.percent',
      'fees.BILLET.fixed': 'settings.problems.amount',
      'release.CREDIT_CARD.days': 'settings.problems.days',
      'release.CREDIT_CARD.reserveBasisPoints': 'settings.problems.percent',
      'release.CREDIT_CARD.reserveDays': 'settings.problems.reserveDays',
    });
  });

  it('keeps one installment free of interest', () => {
    const { installments } = toDraft(STORED, 'pt-BR');
    const feeBasisPoints = installments.feeBasisPoints.map(() => '5');

    expect(change({ installments: { ...installments, feeBasisPoints } }).rules.installments?.feeBasisPoints).toEqual([
      0,
      ...Array(11).fill(500),
    ]);
  });

  it('takes a name on statements away only where there was none', () => {
    expect(change({ softDescriptor: '' }).problems).toEqual({});
    const named = { ...STORED, softDescriptor: 'FEIRA' };
    expect(change({ softDescriptor: ' ' }, named).problems).toEqual({
      softDescriptor: 'settings.problems.softDescriptorKept',
    });
  });
});

describe('the time that a PIX stays payable', () => {
  it.each([
    ['1', 'minutes', 60],
    ['30', 'days', 2_592_000],
    ['2592000', 'seconds', 2_592_000],
  ] as const)('takes %s %s', (count, unit, seconds) => {
    const { rules, problems } = change({ pixExpiresInSeconds: { count, unit } });
    expect([rules.pixExpiresInSeconds, problems]).toEqual([seconds, {}]);
  });

  it.each([
    ['59', 'seconds'],
    ['31', 'days'],
    ['721', 'hours'],
    ['0', 'days'],
  ] as const)('refuses %s %s', (count, unit) => {
    expect(Object.keys(change({ pixExpiresInSeconds: { count, unit } }).problems)).toEqual(['pixExpiresInSeconds']);
  });
});

describe('findChanges', () => {
  it('hands on only what is different', () => {
    const { rules } = change({ isRegistrationOpen: false, billetExpiresInDays: '5', softDescriptor: 'loja1' });

    expect(findChanges(rules, STORED)).toEqual({
      isRegistrationOpen: false,
      billetExpiresInDays: 5,
      softDescriptor: 'LOJA1',
    });
  });

  it('sees no change in another order of the same choices', () => {
    const shuffled: Rules = { ...STORED, methods: ['BILLET', 'PIX', 'CREDIT_CARD'] };
    expect(findChanges(change({}).rules, shuffled)).toEqual({});
  });

  it('sees a change in the order of installment fees', () => {
    const swapped: Rules = {
      ...STORED,
      installments: { ...STORED.installments, feeBasisPoints: [...STORED.installments.feeBasisPoints].reverse() },
    };
    expect(Object.keys(findChanges(change({}).rules, swapped))).toEqual(['installments']);
  });
});

describe('chooseUnit', () => {
  it.each([
    [86_400, 'days'],
    [172_800, 'days'],
    [3600, 'hours'],
    [1800, 'minutes'],
    [90, 'seconds'],
  ])('says %d seconds in %s', (seconds, unit) => {
    expect(chooseUnit(seconds)).toBe(unit);
  });
});
