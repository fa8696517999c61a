import { describe, expect, it } from 'vitest';
import { moved, STORE } from './store-fields.ts';

const shown = { ...STORE.show(undefined, 'pt-BR'), address: 'padaria-da-ana' };

describe('the form of a store', () => {
  it('takes an address of small letters, digits and single hyphens', () => {
    const { mask } = STORE.fields.address;
    expect(mask?.('Padaria  da_Ana')).toBe('padaria-da-ana');
    for (const address of ['pao', 'a1-b2', 'x'.repeat(40)])
      expect([address, STORE.read({ ...shown, address }).problems]).toEqual([address, {}]);
    for (const address of ['', 'ab', '-pao', 'pao-', 'pão', 'a--b'])
      expect([address, STORE.read({ ...shown, address }).problems]).toEqual([address, { address: 'problems.address' }]);
  });

  it('leaves the colour to the platform where none is typed', () => {
    expect(STORE.read(shown).value.colorPrimary).toBeNull();
    expect(STORE.read({ ...shown, colorPrimary: '#AABBCC' }).value.colorPrimary).toBe('#aabbcc');
    expect(STORE.read({ ...shown, colorPrimary: 'red' }).problems).toEqual({ colorPrimary: 'problems.color' });
  });
});

describe('moved', () => {
  it('changes places with the neighbour, and stays at the ends', () => {
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 'b', 1)).toEqual(['a', 'b']);
    expect(moved(['a'], 'x', 1)).toEqual(['a']);
  });
});
