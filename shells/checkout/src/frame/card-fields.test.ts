import { describe, expect, it } from 'vitest';
import { invalidFields, maskCardField, maskNumber, readExpiry } from './card-fields.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const card = { number: '4111 1111 1111 1111', holder: 'Maria Silva', expiry: '11/26', cvv: '123' };

describe('maskNumber', () => {
  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['41111', '4111 1'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['3782 8224', '3782 8224'],
    ['6062820000000000000', '6062 8200 0000 0000 000'],
    ['4111-1111x1111', '4111 1111 1111'],
    ['', ''],
  ])('writes %s as %s', (text, masked) => {
    expect(maskNumber(text)).toBe(masked);
  });
});

describe('maskCardField', () => {
  it('keeps as many digits of the security code as the brand prints', () => {
    expect(maskCardField('cvv', '12345', 'visa')).toBe('123');
    expect(maskCardField('cvv', '12345', 'amex')).toBe('1234');
  });
});

describe('invalidFields', () => {
  it('accepts a card in the month of its expiry', () => {
    expect(invalidFields(card, NOW)).toEqual([]);
  });

  it('names every wrong field in the order of the form', () => {
    const wrong = { number: '4111 1111 1111 1112', holder: 'Maria', expiry: '10/26', cvv: '12' };

    expect(invalidFields(wrong, NOW)).toEqual(['number', 'holder', 'expiry', 'cvv']);
  });

  it('wants four digits from American Express and three from the others', () => {
    const amex = { ...card, number: '3782 822463 10005' };

    expect(invalidFields(amex, NOW)).toEqual(['cvv']);
    expect(invalidFields({ ...amex, cvv: '1234' }, NOW)).toEqual([]);
    expect(invalidFields({ ...card, cvv: '1234' }, NOW)).toEqual(['cvv']);
  });

  it('does not take half an expiry for one', () => {
    expect(invalidFields({ ...card, expiry: '1' }, NOW)).toEqual(['expiry']);
  });
});

describe('readExpiry', () => {
  it('gives the year four digits', () => {
    expect(readExpiry('03/31')).toEqual({ expMonth: 3, expYear: 2031 });
  });
});
