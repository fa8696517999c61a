import { describe, expect, it } from 'vitest';
import { readAmount, readBasisPoints, readCount, writeAmount, writeBasisPoints } from './amount-text.ts';

describe('readAmount', () => {
  it.each([
    ['0', 0],
    ['3,49', 349],
    ['3.49', 349],
    ['R$ 1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['1234567', 123_456_700],
    ['0,5', 50],
    ['12.345.678,90', 1_234_567_890],
  ])('reads %s as %d cents', (text, cents) => {
    expect(readAmount(text)).toBe(cents);
  });

  it.each(['', ' ', 'abc', '-1', '1,234,5', '0,125', '1.2345', '1,2,3', '1e5', '99999999999', ','])(
    'takes "%s" for no amount',
    (text) => {
      expect(readAmount(text)).toBeNull();
    },
  );

  it('reads every amount it wrote, in both languages', () => {
    for (const cents of [0, 1, 99, 100, 349, 99_999, 100_000, 123_456_789, 100_000_000_000])
      for (const locale of ['pt-BR', 'en'] as const) expect(readAmount(writeAmount(cents, locale))).toBe(cents);
  });
});

describe('writeAmount', () => {
  it("writes in the reader's notation", () => {
    expect(writeAmount(123_456, 'pt-BR')).toBe('1.234,56');
    expect(writeAmount(123_456, 'en')).toBe('1,234.56');
  });
});

describe('readBasisPoints', () => {
  it.each([
    ['4,99', 499],
    ['4.99', 499],
    ['4,9', 490],
    ['10', 1000],
    ['0,01', 1],
    ['100 %', 10_000],
  ])('reads %s as %d', (text, basisPoints) => {
    expect(readBasisPoints(text)).toBe(basisPoints);
  });

  it.each(['', '100,01', '101', '4,999', '-1', 'um', '1,', '1.000,00'])('takes "%s" for no share', (text) => {
    expect(readBasisPoints(text)).toBeNull();
  });

  it('reads every share it wrote, in both languages', () => {
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints++)
      for (const locale of ['pt-BR', 'en'] as const)
        expect(readBasisPoints(writeBasisPoints(basisPoints, locale))).toBe(basisPoints);
  });
});

describe('readCount', () => {
  it('reads whole numbers within the limits and nothing else', () => {
    expect(readCount(' 30 ', 0, 365)).toBe(30);
    for (const text of ['', '366', '-1', '1,5', 'x', '9999999999']) expect(readCount(text, 0, 365)).toBeNull();
  });
});
