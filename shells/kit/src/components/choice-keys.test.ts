import { describe, expect, it } from 'vitest';
import { findTyped, matchChoices, stepTo } from './choice-keys.ts';

const choices = ['Aprovada', 'Cartão', 'Cancelada', 'Pix'].map((label) => ({ label }));

describe('matchChoices', () => {
  it('finds words without their accents and in any case', () => {
    expect(matchChoices(choices, ' CARTAO ')).toEqual([{ label: 'Cartão' }]);
    expect(matchChoices(choices, 'zz')).toEqual([]);
  });
});

describe('stepTo', () => {
  it('stays within the list, and nowhere in an empty one', () => {
    expect(stepTo('ArrowDown', 3, 4, false)).toBe(3);
    expect(stepTo('ArrowUp', -1, 4, false)).toBe(3);
    expect(stepTo('ArrowUp', 0, 4, false)).toBe(0);
    expect(['ArrowDown', 'ArrowUp', 'PageUp', 'Home', 'End'].map((key) => stepTo(key, -1, 0, false))).toEqual(
      Array(5).fill(-1),
    );
  });

  it('leaves Home and End to a text field', () => {
    expect([stepTo('Home', 2, 4, true), stepTo('End', 2, 4, true)]).toEqual([undefined, undefined]);
    expect([stepTo('Home', 2, 4, false), stepTo('End', 2, 4, false)]).toEqual([0, 3]);
  });
});

describe('findTyped', () => {
  it('goes through all that begin with one letter, and finds the word of several', () => {
    expect([findTyped(choices, 'c', -1), findTyped(choices, 'cc', 1), findTyped(choices, 'c', 2)]).toEqual([1, 2, 1]);
    expect(findTyped(choices, 'can', 1)).toBe(2);
    expect(findTyped(choices, 'x', 0)).toBe(-1);
    expect(findTyped([], 'x', -1)).toBe(-1);
  });
});
