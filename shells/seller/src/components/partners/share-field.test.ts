import { describe, expect, it } from 'vitest';
import { SHARE } from './share-field.ts';

describe('SHARE', () => {
  it.each([
    ['30', 3_000],
    ['12,5', 1_250],
    ['0.01', 1],
    ['90 %', 9_000],
  ])('reads %s', (text, basisPoints) => {
    expect(SHARE.read(text).value).toBe(basisPoints);
  });

  it.each(['', '0', '90,01', '100', '-1', 'metade'])('does not take %j', (text) => {
    expect(SHARE.read(text).problems).toEqual({ '': 'shareInvalid' });
  });
});
