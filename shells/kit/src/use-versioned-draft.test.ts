import { describe, expect, it } from 'vitest';
import { findForeignChanges, findTyped } from './use-versioned-draft.ts';

const before = { name: 'Pão', price: '97,00', options: [{ name: 'PAC' }] };

describe('findForeignChanges', () => {
  it('names what is no longer as the form began, and whether it was typed into here', () => {
    const current = { ...before, name: 'Pão de forma', options: [] };
    const typed = { ...before, name: 'Pão francês', price: '50,00' };

    expect(findForeignChanges(before, current, typed)).toEqual([
      { name: 'name', shown: 'Pão de forma', isOwnToo: true },
      { name: 'options', shown: [], isOwnToo: false },
    ]);
  });

  it('finds nothing where the record only has a newer version', () => {
    expect(findForeignChanges(before, structuredClone(before), before)).toEqual([]);
  });
});

describe('findTyped', () => {
  it('returns the fields that differ from the beginning, lists as a whole', () => {
    expect(findTyped(before, { ...before, options: [{ name: 'PAC' }, { name: 'Sedex' }] })).toEqual({
      options: [{ name: 'PAC' }, { name: 'Sedex' }],
    });
  });
});
