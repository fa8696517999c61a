import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { findChanges as findDifferences, type ShownOf, type ValueOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { RULES, type Rules } from './rules-fields.ts';

type Shown = ShownOf<typeof RULES>;
const { customization: _, ...STORED } = DEFAULT_PLATFORM_SETTINGS;
const toDraft = RULES.show;
const findChanges = (value: ValueOf<typeof RULES>, stored: Rules) =>
  findDifferences(value, RULES.read(RULES.show(stored, 'en'), stored).value);
const change = (patch: Partial<Shown>, rules: Rules = STORED) => {
  const { value, problems } = RULES.read({ ...toDraft(rules, 'pt-BR'), ...patch }, rules);
  return { rules: value, problems };
};
const draft = toDraft(STORED, 'pt-BR');

describe('rules of withdrawals, anticipations and commissions', () => {
  it('are read to the cent and the basis point', () => {
    const { rules, problems } = change({
      custody: 'PROVIDER',
      installmentFeeBasisPoints: draft.installmentFeeBasisPoints.map((fee, index) => (index === 11 ? '2,5' : fee)),
      managerBasisPoints: '0,75',
      withdrawals: {
        fee: '4,99',
        minimum: '20',
        automaticUpTo: '1.000,00',
        secondApprovalAbove: '10.000',
        coolingHours: '48',
        payers: { PIX: '', BANK_ACCOUNT: '' },
        believesEvents: false,
      },
      anticipation: {
        isOffered: true,
        basisPointsPerDay: '0,15',
        automaticUpTo: '500',
        automaticUpToAbroad: { BRL: '', EUR: '', USD: '80' },
      },
      disputeHours: '96',
    });

    expect(problems).toEqual({});
    expect(findChanges(rules, STORED)).toEqual({
      custody: 'PROVIDER',
      installmentFeeBasisPoints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 250],
      managerBasisPoints: 75,
      withdrawals: {
        fee: 499,
        minimum: 2000,
        automaticUpTo: 100_000,
        secondApprovalAbove: 1_000_000,
        coolingHours: 48,
      },
      anticipation: {
        isOffered: true,
        basisPointsPerDay: 15,
        automaticUpTo: 50_000,
        automaticUpToAbroad: { USD: 8_000 },
      },
      disputeHours: 96,
    });
  });

  it('name every field that cannot be, as the server names it', () => {
    const { problems } = change({
      installmentFeeBasisPoints: draft.installmentFeeBasisPoints.map((fee, index) => (index === 2 ? 'x' : fee)),
      managerBasisPoints: '101',
      withdrawals: {
        fee: '-1',
        minimum: '',
        automaticUpTo: 'a',
        secondApprovalAbove: 'b',
        coolingHours: '721',
        payers: { PIX: '', BANK_ACCOUNT: '' },
        believesEvents: false,
      },
      anticipation: {
        isOffered: true,
        basisPointsPerDay: '1,01',
        automaticUpTo: '?',
        automaticUpToAbroad: { BRL: '', EUR: 'x', USD: '' },
      },
      disputeHours: '0',
    });

    expect(problems).toEqual({
      'installmentFeeBasisPoints.2': 'settings.problems.percent',
      managerBasisPoints: 'settings.problems.percent',
      'withdrawals.fee': 'settings.problems.amount',
      'withdrawals.minimum': 'settings.problems.amount',
      'withdrawals.automaticUpTo': 'settings.problems.amount',
      'withdrawals.secondApprovalAbove': 'settings.problems.amount',
      'withdrawals.coolingHours': 'settings.problems.coolingHours',
      'anticipation.basisPointsPerDay': 'settings.problems.perDay',
      'anticipation.automaticUpTo': 'settings.problems.amount',
      'anticipation.automaticUpToAbroad.EUR': 'settings.problems.amount',
      disputeHours: 'settings.problems.disputeHours',
    });
  });

  it('send nothing unseen that two people have to look at', () => {
    const withdrawals = { ...draft.withdrawals, automaticUpTo: '100,01', secondApprovalAbove: '100' };
    expect(change({ withdrawals }).problems).toEqual({
      'withdrawals.automaticUpTo': 'settings.problems.automaticUpTo',
    });
    expect(change({ withdrawals: { ...withdrawals, automaticUpTo: '100' } }).problems).toEqual({});
  });
});

describe('the connections that pay', () => {
  const payers = (payers: typeof draft.withdrawals.payers) => ({ withdrawals: { ...draft.withdrawals, payers } });

  it('are named by method, and not at all where nobody has chosen', () => {
    expect(findChanges(change({}).rules, STORED)).toEqual({});
    const { rules } = change(payers({ PIX: 'a', BANK_ACCOUNT: '' }));
    expect(rules.withdrawals).toEqual({ ...STORED.withdrawals, payers: { PIX: 'a' } });

    const named: Rules = { ...STORED, withdrawals: { ...STORED.withdrawals, payers: { PIX: 'a' } } };
    expect(findChanges(change({}, named).rules, named)).toEqual({});
    expect(findChanges(change(payers({ PIX: '', BANK_ACCOUNT: '' }), named).rules, named)).toEqual({
      withdrawals: STORED.withdrawals,
    });
  });
});

describe('a reserve', () => {
  const release = (part: Partial<(typeof draft.release)['PIX']>) => ({
    release: { ...draft.release, CREDIT_CARD: { ...draft.release.CREDIT_CARD, ...part } },
  });

  it('of the usual length that nobody named is no change', () => {
    expect(findChanges(change(release({ reserveDays: '90', awaitsGuarantee: false })).rules, STORED)).toEqual({});
  });

  it('keeps a length and a wait that were named', () => {
    const { rules } = change(release({ reserveDays: '120', awaitsGuarantee: true }));
    const card = { days: 30, reserveBasisPoints: 1000, reserveDays: 120, awaitsGuarantee: true };
    expect(rules.release.CREDIT_CARD).toEqual(card);

    const named: Rules = { ...STORED, release: { ...STORED.release, CREDIT_CARD: card } };
    expect(change(release({ reserveDays: '90', awaitsGuarantee: false }), named).rules.release.CREDIT_CARD).toEqual({
      ...card,
      reserveDays: 90,
      awaitsGuarantee: false,
    });
  });
});
