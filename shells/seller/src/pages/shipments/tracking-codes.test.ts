import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { describe, expect, it } from 'vitest';
import { pasteCodes, toTrackingUrl } from './tracking-codes.ts';

const [first, second, third] = [1, 2, 3].map((number) => `01930000-0000-7000-8000-0000000a000${number}`) as [
  string,
  string,
  string,
];
const SALES = [first, second, third];

describe('pasteCodes', () => {
  it('leaves a single code to its field', () => {
    expect(pasteCodes(' AA1 ', SALES, first, {})).toBeNull();
    expect(pasteCodes('', SALES, first, {})).toBeNull();
  });

  it('fills the field and those after it, line by line, and drops what is too much', () => {
    expect(pasteCodes('AA1\r\n\r\nAA3\n', SALES, first, {})).toEqual({ [first]: 'AA1', [third]: 'AA3' });
    expect(pasteCodes('B1\nB2\nB3', SALES, second, { [first]: 'A1' })).toEqual({
      [first]: 'A1',
      [second]: 'B1',
      [third]: 'B2',
    });
  });

  it('follows order codes, in any order and letter case', () => {
    const text = `${orderCodeOf(third).toLowerCase()}\tCC3\n0000-0000\tXX\n${orderCodeOf(first)};CC1`;
    expect(pasteCodes(text, SALES, second, {})).toEqual({ [third]: 'CC3', [first]: 'CC1' });
    expect(pasteCodes(`${orderCodeOf(second)} ZZ`, SALES, first, {})).toEqual({ [second]: 'ZZ' });
  });
});

describe('toTrackingUrl', () => {
  it('puts the code where the address asks for it', () => {
    expect(toTrackingUrl('https://a.example/{codigo}', 'A 1')).toBe('https://a.example/A%201');
    expect(toTrackingUrl('https://a.example/?c={CODE}', 'A1')).toBe('https://a.example/?c=A1');
    expect(toTrackingUrl('https://a.example/{code}', '')).toBeUndefined();
    expect(toTrackingUrl('https://a.example/', '')).toBe('https://a.example/');
    expect(toTrackingUrl('', 'A1')).toBeUndefined();
  });
});
