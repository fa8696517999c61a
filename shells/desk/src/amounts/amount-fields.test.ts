import { expect, it } from 'vitest';
import { amountWithin } from './amount-fields.ts';

it('says which limit an amount misses', () => {
  const read = (shown: string) => amountWithin(100, 500).read(shown).problems[''];
  expect(['', '0,99', '5,01', '5'].map(read)).toEqual(['MISSING', 'TOO_SMALL', 'TOO_LARGE', undefined]);
});
