import { describe, expect, it } from 'vitest';
import { listDetails, listValues } from './list-details.ts';

describe('listDetails', () => {
  it('puts what was and what became side by side, field by field', () => {
    const before = { pixEnabled: true, billetEnabled: true, name: 'A' };

    expect(listDetails({ before, after: { pixEnabled: false, billetEnabled: true, name: 'A' }, reason: 'X' })).toEqual([
      { name: 'pixEnabled', kind: 'change', before: true, after: false },
      { name: 'reason', kind: 'fact', value: 'X' },
    ]);
  });

  it('has one line without a name where the event itself is the change', () => {
    expect(listDetails({ before: 'ACTIVE', after: 'DISABLED' })).toEqual([
      { name: null, kind: 'change', before: 'ACTIVE', after: 'DISABLED' },
    ]);
    expect(listDetails({ after: 'x' })).toEqual([{ name: null, kind: 'change', before: null, after: 'x' }]);
  });

  it('names of lists what is new and what is gone', () => {
    expect(listDetails({ before: ['seller', 'customer'], after: ['customer', 'affiliate'] })).toEqual([
      { name: null, kind: 'list', added: ['affiliate'], removed: ['seller'] },
    ]);
    expect(listDetails({ before: { methods: ['PIX'] }, after: { methods: [] } })).toEqual([
      { name: 'methods', kind: 'list', added: [], removed: ['PIX'] },
    ]);
  });

  it('shows lists of things as they were and are', () => {
    expect(listDetails({ before: [{ a: 1 }], after: [{ a: 2 }] })).toEqual([
      { name: null, kind: 'change', before: [{ a: 1 }], after: [{ a: 2 }] },
    ]);
  });

  it('says that a field was not there, or is no more', () => {
    expect(listDetails({ before: { a: 1 }, after: { b: 2 } })).toEqual([
      { name: 'a', kind: 'change', before: 1, after: null },
      { name: 'b', kind: 'change', before: null, after: 2 },
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
