import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardBrand, formatCardBrand, fullYear, isCardNumber, isExpiry } from './card.ts';

describe('formatCardBrand', () => {
  it.each([
    ['visa', 'Visa'],
    ['VISA', 'Visa'],
    ['Mastercard', 'Mastercard'],
  ])('writes %s as %s', (brand, shown) => {
    expect(formatCardBrand(brand)).toBe(shown);
  });
});

describe('cardBrand', () => {
  it.each([
    ['4', 'visa'],
    ['4111111111111111', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2221000000000009', 'mastercard'],
    ['2230', 'mastercard'],
    ['2290', 'mastercard'],
    ['2300', 'mastercard'],
    ['2710', 'mastercard'],
    ['2199', null],
    ['2720990000000007', 'mastercard'],
    ['2220999999999999', null],
    ['2721000000000000', null],
    ['378282246310005', 'amex'],
    ['341', 'amex'],
    ['30569309025904', 'diners'],
    ['36', 'diners'],
    ['38520000023237', 'diners'],
    ['6011111111111117', 'discover'],
    ['6500000000000002', 'discover'],
    ['622126', 'discover'],
    ['622925', 'discover'],
    ['622125', null],
    ['622926', null],
    ['3530111333300000', 'jcb'],
    ['3527', null],
    ['3590', null],
    ['6062825624254001', 'hipercard'],
    ['384100', 'hipercard'],
    ['384140', 'hipercard'],
    ['384160', 'hipercard'],
    ['637095', 'hipercard'],
    ['637568', 'hipercard'],
    ['637599', 'hipercard'],
    ['637609', 'hipercard'],
    ['637612', 'hipercard'],
    ['', null],
    ['1', null],
    ['50', null],
  ])('of %j is %s', (digits, brand) => {
    expect(cardBrand(digits)).toBe(brand);
  });

  it.each([
    [401178, 401179],
    [431274, 431274],
    [438935, 438935],
    [451416, 451416],
    [457393, 457393],
    [457631, 457632],
    [504175, 504175],
    [506699, 506778],
    [509000, 509999],
    [627780, 627780],
    [636297, 636297],
    [636368, 636368],
    [650031, 650033],
    [650035, 650051],
    [650405, 650439],
    [650485, 650538],
    [650541, 650598],
    [650700, 650718],
    [650720, 650727],
    [650901, 650978],
    [651652, 651679],
    [655000, 655019],
    [655021, 655058],
  ])('gives %d to %d, and nothing beside it, to Elo before the others', (from, to) => {
    expect([from - 1, from, to, to + 1].map((bin) => cardBrand(`${bin}0000000000`) === 'elo')).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['506698', null],
    ['506779', null],
    ['650034', 'discover'],
    ['650440', 'discover'],
    ['655020', 'discover'],
    ['401180', 'visa'],
    ['40117', 'visa'],
  ])('leaves %s, just outside Elo, to %s', (digits, brand) => {
    expect(cardBrand(digits)).toBe(brand);
  });
});

describe('isCardNumber', () => {
  it.each([
    '4111111111111111',
    '4222222222222',
    '5555555555554444',
    '2223000048400011',
    '378282246310005',
    '30569309025904',
    '6011111111111117',
    '3530111333300000',
    '6362970000457013',
    '6062825624254001',
  ])('accepts the public test number %s', (digits) => {
    expect(isCardNumber(digits)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['a length Visa does not use', '41111111111111113'],
    ['sixteen digits for Amex', '3782822463100053'],
    ['only zeros', '0000000000000000'],
    ['a number that begins like no bank card', '7000000000000005'],
    ['spaces', '4111 1111 1111 1111'],
    ['letters', '411111111111111a'],
    ['nothing', ''],
  ])('refuses %s', (_, digits) => {
    expect(isCardNumber(digits)).toBe(false);
  });

  it('accepts sixteen digits of an unknown brand and no other length', () => {
    expect(cardBrand('5000000000000009')).toBe(null);
    expect(isCardNumber('5000000000000009')).toBe(true);
    expect(isCardNumber('500000000000006')).toBe(false);
  });

  it('notices every change of one digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const number = '4111111111111111';
        const changed = number.slice(0, index) + ((Number(number[index]) + shift) % 10) + number.slice(index + 1);

        expect(isCardNumber(changed)).toBe(false);
      }),
    );
  });
});

describe('fullYear', () => {
  it('expands two digits only', () => {
    expect([fullYear(30), fullYear(0), fullYear(99), fullYear(2030), fullYear(203)]).toEqual([
      2030, 2000, 2099, 2030, 203,
    ]);
  });
});

describe('isExpiry', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    [11, 26, true],
    [11, 2026, true],
    [10, 26, false],
    [12, 26, true],
    [1, 27, true],
    [12, 25, false],
    [0, 30, false],
    [13, 30, false],
    [1.5, 30, false],
    [Number.NaN, 30, false],
    [5, Number.NaN, false],
    [5, 203, false],
  ])('of %d/%d is %s in November 2026', (month, year, expected) => {
    expect(isExpiry(month, year, now)).toBe(expected);
  });

  it('lasts until the month has ended everywhere', () => {
    expect(isExpiry(12, 26, new Date('2027-01-01T11:59:59Z'))).toBe(true);
    expect(isExpiry(12, 26, new Date('2027-01-01T12:00:00Z'))).toBe(false);
    expect(isExpiry(2, 28, new Date('2028-02-29T23:00:00-03:00'))).toBe(true);
  });
});
