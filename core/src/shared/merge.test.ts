import { describe, expect, it } from 'vitest';
import { mergeable, mergeStatements } from './merge.ts';

const make = (name: string, text: string) => (value: string) => mergeable(name, text, 'platform', { value });
const plain = { name: 'plain', text: 'SELECT 1', values: [] };

describe('mergeStatements', () => {
  it('runs statements of one name as one, and others as they are', () => {
    const write = make('write', 'SELECT $1, $2');
    const erase = make('erase', 'DELETE $1, $2');

    const merged = mergeStatements([write('a'), plain, erase('b'), write('c'), plain]);

    expect(merged?.statements).toMatchObject([
      { name: 'write-0', text: 'SELECT $1, $2', values: ['platform', '[{"value":"a"},{"value":"c"}]'] },
      { name: 'plain', values: [] },
      { name: 'erase-0', values: ['platform', '[{"value":"b"}]'] },
      { name: 'plain', values: [] },
    ]);
  });

  it('gives each statement the rows that name its place, in whatever order they come', () => {
    const write = make('place', 'SELECT $1, $2');
    const erase = make('places', 'DELETE $1, $2');

    const merged = mergeStatements([plain, write('a'), write('b'), write('c'), erase('d')]);
    const rows = [
      { place: 3, is: 'c1' },
      { place: 1, is: 'a' },
      { place: 3, is: 'c2' },
    ];

    const shares = merged?.share([
      { rows: [{ one: 1 }], rowCount: 1 },
      { rows, rowCount: 3 },
      { rows: [], rowCount: 0 },
    ]);

    expect(shares).toEqual([
      { rows: [{ one: 1 }], rowCount: 1 },
      { rows: [{ place: 1, is: 'a' }], rowCount: 1 },
      { rows: [], rowCount: 0 },
      {
        rows: [
          { place: 3, is: 'c1' },
          { place: 3, is: 'c2' },
        ],
        rowCount: 2,
      },
      { rows: [], rowCount: 0 },
    ]);
  });

  it('leaves statements alone of which no two can be one', () => {
    expect(mergeStatements([make('one', '')('a'), make('two', '')('b'), plain, plain])).toBeNull();
  });

  it('has a statement planned again as its uses become four times as many', () => {
    const grow = make('grow', '');

    const names = Array.from({ length: 16 }, () => grow('a').name);

    expect(names.filter((name, index) => name !== names[index - 1])).toEqual(['grow-0', 'grow-1', 'grow-2']);
  });
});
