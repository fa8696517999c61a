import { describe, expect, it } from 'vitest';
import { LINK_FIELDS, toCreation, toUpdate } from './link-fields.ts';

const read = (typed: Record<string, unknown>) =>
  LINK_FIELDS.read({ ...LINK_FIELDS.show(undefined, 'pt-BR'), ...typed } as Parameters<typeof LINK_FIELDS.read>[0]);

describe('the form of a payment link', () => {
  it.each([
    [
      { kind: 'AMOUNT', title: '', amount: '' },
      { title: 'problems.title', amount: 'problems.amount' },
    ],
    [{ kind: 'OPEN_AMOUNT', title: 'Doação', leastAmount: '10', mostAmount: '5' }, { mostAmount: 'problems.limits' }],
    [{ kind: 'OFFER', title: '', amount: '' }, {}],
    [{ kind: 'AMOUNT', title: 'Aula', amount: '1x' }, { amount: 'problems.amount' }],
  ])('says what is missing of %j', (typed, problems) => {
    const found = Object.entries(read(typed).problems).filter(([, key]) => key !== undefined);
    expect(Object.fromEntries(found)).toEqual(problems);
  });

  it('sends what the kind asks for and nothing else', () => {
    const { value } = read({
      kind: 'OPEN_AMOUNT',
      title: 'Doação',
      amount: '7',
      leastAmount: '5',
      mostAmount: '1.000',
    });

    expect(toCreation(value)).toEqual({
      title: 'Doação',
      description: '',
      leastAmount: 500,
      mostAmount: 100_000,
      isSingleUse: false,
      expiresAt: null,
      note: '',
    });
  });

  it('leaves the price and the title of an offer to the offer', () => {
    const { value } = read({ kind: 'OFFER', offerId: 'o1', isSingleUse: true });

    expect(toCreation(value)).toEqual({ offerId: 'o1', isSingleUse: true, expiresAt: null, note: '' });
    expect(toUpdate(value)).toEqual({ isActive: true, expiresAt: null, note: '' });
  });
});
