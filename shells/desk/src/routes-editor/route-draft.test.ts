import { describe, expect, it } from 'vitest';
import {
  createRoute,
  type DraftRoute,
  findRouteProblems,
  isSameDraft,
  listServing,
  type Route,
  toDraft,
  toInput,
} from './route-draft.ts';
import { addRoute, changeRoute, joinAbove } from './route-groups.ts';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const saved = (number: number, more: Partial<Route> = {}): Route => ({
  id: id(number),
  connectionId: id(100 + number),
  priority: number,
  weight: 100,
  conditions: {},
  isEnabled: true,
  isManaged: false,
  state: 'SERVING' as const,
  ...more,
});
const withConditions = (conditions: Partial<DraftRoute['conditions']>, weight = '100'): DraftRoute => {
  const route = createRoute('new', id(1));
  return { ...route, weight, conditions: { ...route.conditions, ...conditions } };
};

describe('toInput', () => {
  it('gives back what was read, in both languages', () => {
    const conditions = {
      minAmount: 123_456,
      maxAmount: 1_000_000_00,
      minInstallments: 2,
      maxInstallments: 6,
      cardBrands: ['visa' as const, 'elo' as const],
      offerIds: [id(7), id(8)],
    };
    const { connectionId, priority, weight, isEnabled } = saved(1);
    for (const locale of ['pt-BR', 'en'] as const)
      expect(toInput(toDraft([saved(1, { conditions })], locale), 'CREDIT_CARD')).toEqual([
        { connectionId, priority, weight, isEnabled, conditions },
      ]);
  });

  it('numbers groups anew and keeps shared ones together', () => {
    const groups = toDraft(
      [saved(1, { priority: 10 }), saved(2, { priority: 20 }), saved(3, { priority: 30 })],
      'pt-BR',
    );
    const input = toInput(joinAbove(groups, id(2))!, 'PIX');
    expect(input.map(({ connectionId, priority }) => [connectionId, priority])).toEqual([
      [id(101), 1],
      [id(102), 1],
      [id(103), 2],
    ]);
  });

  it('asks nothing of a card where there is none', () => {
    const groups = addRoute([], withConditions({ cardBrands: ['visa'], minInstallments: '2' }));
    expect(toInput(groups, 'PIX')[0]?.conditions).toEqual({});
    expect(toInput(groups, 'CREDIT_CARD')[0]?.conditions).toEqual({ cardBrands: ['visa'], minInstallments: 2 });
  });
});

describe('findRouteProblems', () => {
  it.each([
    [{ minAmount: 'dez' }, { minAmount: 'amount' }],
    [{ minAmount: '10,00', maxAmount: '9,99' }, { maxAmount: 'amountOrder' }],
    [{ maxInstallments: '13' }, { maxInstallments: 'installments' }],
    [{ minInstallments: '6', maxInstallments: '2' }, { maxInstallments: 'installmentsOrder' }],
    [{ offerIds: 'livro' }, { offerIds: 'offers' }],
    [{ offerIds: `${id(1)}, ${id(2)}\n${id(1)}` }, {}],
    [{ minAmount: '10,00', maxAmount: '10,00' }, {}],
  ])('says of %o: %o', (conditions, problems) => {
    expect(findRouteProblems(withConditions(conditions), 'CREDIT_CARD')).toEqual(problems);
  });

  it('wants a weight from 1 to 1000', () => {
    for (const weight of ['', '0', '1001', '1,5'])
      expect(findRouteProblems(withConditions({}, weight), 'PIX')).toEqual({ weight: 'weight' });
  });

  it('overlooks what a method has no field for', () => {
    expect(findRouteProblems(withConditions({ maxInstallments: '13' }), 'PIX')).toEqual({});
  });
});

describe('isSameDraft', () => {
  it('looks at the order, not at the numbers', () => {
    const groups = toDraft([saved(1), saved(2)], 'pt-BR');
    const others = toDraft([saved(1, { priority: 5 }), saved(2, { priority: 9 })], 'pt-BR');
    expect(isSameDraft(groups, others)).toBe(true);
    expect(isSameDraft(groups, groups.toReversed())).toBe(false);
    expect(isSameDraft(groups, changeRoute(groups, id(1), { isEnabled: false }))).toBe(false);
    expect(isSameDraft([[...groups[0]!, ...groups[1]!]], [[...groups[1]!, ...groups[0]!]])).toBe(true);
  });
});

describe('listServing', () => {
  it('leaves out what no payment reaches, and shares among the rest', () => {
    const groups = toDraft(
      [
        saved(1, { priority: 1, weight: 70 }),
        saved(2, { priority: 1, weight: 30 }),
        saved(3, { priority: 1, weight: 50, isEnabled: false }),
        saved(4, { priority: 2, state: 'CONNECTION_OFF' }),
        saved(5, { priority: 3, state: 'CIRCUIT_OPEN' }),
      ],
      'pt-BR',
    );
    const serving = listServing(groups).map((group) =>
      group.map(({ route, weight, total }) => [route.key, weight, total]),
    );
    expect(serving).toEqual([
      [
        [id(1), 70, 100],
        [id(2), 30, 100],
      ],
      [[id(5), 100, 100]],
    ]);
  });
});
