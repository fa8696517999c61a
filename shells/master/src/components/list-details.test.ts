import { describe, expect, it } from 'vitest';
import { listDetails, listValues } from './list-details.ts';

describe('listDetails', () => {
  it('puts what was and what became side by side, field by field', () => {
    const before = { pixEnabled: true, billetEnabled: true, name: 'A' };

    expect(listDetails({ before, after: { pixEnabled: false, billetEnabled: true, name: 'A' }, reason: 'X' })).toEqual([
      { name: 'pixEnabled', before: true, value: false },
      { name: 'reason', value: 'X' },
    ]);
  });

  it('has one line without a name where the event itself is the change', () => {
    expect(listDetails({ before: 'ACTIVE', after: 'DISABLED' })).toEqual([
      { name: null, before: 'ACTIVE', value: 'DISABLED' },
    ]);
    expect(listDetails({ before: ['seller'], after: [] })).toEqual([{ name: null, before: ['seller'], value: [] }]);
    expect(listDetails({ after: 'x' })).toEqual([{ name: null, before: null, value: 'x' }]);
  });

  it('says that a field was not there, or is no more', () => {
    expect(listDetails({ before: { a: 1 }, after: { b: 2 } })).toEqual([
      { name: 'a', before: 1, value: null },
      { name: 'b', before: null, value: 2 },
    ]);
    expect(listDetails({})).toEqual([]);
  });
});

describe('listValues', () => {
  it('takes lists apart and writes the rest as it is', () => {
    expect(listValues(['a', ['b', 1], null])).toEqual(['a', 'b', 1, null]);
    expect(listValues({ days: 1 })).toEqual(['{"days":1}']);
    expect(listValues([])).toEqual([]);
    expect(listValues(false)).toEqual([false]);
  });
});
