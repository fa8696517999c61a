import { describe, expect, it } from 'vitest';
import { nextSort, readOrder, sortRecords } from './list-order.ts';

describe('nextSort', () => {
  it('goes through both directions and back to the own order, amounts from the largest', () => {
    const steps = (column: { key: string; sort?: string; isNumber?: boolean }) => {
      const seen: (string | null)[] = [];
      for (let sort: string | null = 'other', step = 0; step < 3; step++) {
        sort = nextSort(column, readOrder(sort));
        seen.push(sort);
      }
      return seen;
    };
    expect(steps({ key: 'person', sort: 'name' })).toEqual(['name', '-name', null]);
    expect(steps({ key: 'amount', isNumber: true })).toEqual(['-amount', 'amount', null]);
  });
});

describe('sortRecords', () => {
  const values = (list: readonly (string | number | null)[], isAscending = true) =>
    sortRecords(
      list.map((value) => ({ value })),
      ({ value }) => value,
      isAscending,
      'pt-BR',
    ).map(({ value }) => value);

  it('orders words as people read them, and numbers by size', () => {
    expect(values(['banana', 'Ábaco', 'abacate', 'Caju'])).toEqual(['abacate', 'Ábaco', 'banana', 'Caju']);
    expect(values([10, 9, 100])).toEqual([9, 10, 100]);
    expect(values(['item 10', 'item 9'])).toEqual(['item 9', 'item 10']);
  });

  it('keeps empty values at the end in both directions', () => {
    expect(values([null, 2, 1])).toEqual([1, 2, null]);
    expect(values([null, 2, 1], false)).toEqual([2, 1, null]);
  });

  it('leaves rows of one value in their order', () => {
    const rows = [
      { id: 'a', amount: 1 },
      { id: 'b', amount: 1 },
    ];
    expect(sortRecords(rows, ({ amount }) => amount, false, 'en').map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
