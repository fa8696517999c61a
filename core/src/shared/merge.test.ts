import { describe, expect, it } from 'vitest';
import { mergeable, mergeStatements } from './merge.ts';

const write = (value: string) => mergeable('write', 'SELECT $1, $2', 'platform', { value });
const erase = (value: string) => mergeable('erase', 'DELETE $1, $2', 'platform', { value });
const plain = { name: 'plain', text: 'SELECT 1', values: [] };

describe('mergeStatements', () => {
  it('runs statements of one name as one, and others as they are', () => {
    const merged = mergeStatements([write('a'), plain, erase('b'), write('c'), plain]);

    expect(merged?.statements).toMatchObject([
      { name: 'write', text: 'SELECT $1, $2', values: ['platform', '[{"value":"a"},{"value":"c"}]'] },
      { name: 'plain', values: [] },
      { name: 'erase', values: ['platform', '[{"value":"b"}]'] },
      { name: 'plain', values: [] },
    ]);
  });

  it('gives each statement the rows that name its place, in whatever order they come', () => {
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
    expect(mergeStatements([write('a'), erase('b'), plain, plain])).toBeNull();
  });
});
