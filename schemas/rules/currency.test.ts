import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCurrency, parseCurrency } from './currency.ts';

const CURRENCIES = ['BRL', 'EUR', 'USD'] as const;
const LOCALES = ['pt-BR', 'en'] as const;

describe('formatCurrency', () => {
  it.each([
    [0, 'BRL', 'pt-BR', 'R$\u00a00,00'],
    [null, 'BRL', 'pt-BR', 'R$\u00a00,00'],
    [undefined, 'BRL', 'pt-BR', 'R$\u00a00,00'],
    ['', 'BRL', 'pt-BR', 'R$\u00a00,00'],
    ['abc', 'BRL', 'pt-BR', 'R$\u00a00,00'],
    [Number.NaN, 'USD', 'en', '$0.00'],
    [Number.POSITIVE_INFINITY, 'EUR', 'en', '€0.00'],
    [1, 'BRL', 'pt-BR', 'R$\u00a00,01'],
    [1990, 'BRL', 'pt-BR', 'R$\u00a019,90'],
    ['1990', 'BRL', 'pt-BR', 'R$\u00a019,90'],
    [123_456, 'BRL', 'pt-BR', 'R$\u00a01.234,56'],
    [123_456, 'BRL', 'en', 'R$\u00a01,234.56'],
    [123_456, 'USD', 'en', '$1,234.56'],
    [123_456, 'USD', 'pt-BR', '$1.234,56'],
    [123_456, 'EUR', 'en', '€1,234.56'],
    [-123_456, 'BRL', 'pt-BR', '-R$\u00a01.234,56'],
    [100_000_000_000, 'BRL', 'pt-BR', 'R$\u00a01.000.000.000,00'],
    [99_999_999_999, 'BRL', 'en', 'R$\u00a0999,999,999.99'],
    [-0.2, 'BRL', 'en', 'R$\u00a00.00'],
  ] as const)('shows %j in %s for %s as %s', (cents, currency, locale, text) => {
    expect(formatCurrency(cents, currency, locale)).toBe(text);
  });

  it('writes digits as the formatter of the language does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom(...LOCALES), (cents, locale) => {
        const form = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
        const digits = new Intl.NumberFormat(locale === 'en' ? 'en-US' : 'pt-BR', form).format(cents / 100);
        expect(formatCurrency(cents, 'USD', locale)).toBe(`$${digits}`);
      }),
    );
  });
});

describe('parseCurrency', () => {
  it.each([
    ['R$ 1.234,56', 123_456],
    ['R$\u00a01.234,56', 123_456],
    ['$1,234.56', 123_456],
    ['€ 10', 1_000],
    ['1.234', 123_400],
    ['1,234', 123_400],
    ['1.234.567', 123_456_700],
    ['1.234.567,8', 123_456_780],
    ['19,9', 1_990],
    ['19.90', 1_990],
    ['0,005', 1],
    ['0.004', 0],
    ['1234,567', 123_457],
    ['1.234,567', 123_457],
    [',5', 50],
    ['-5,00', -500],
    ['-R$ 5,00', -500],
    ['R$ -5,00', -500],
    ['', 0],
    ['abc', 0],
    ['R$', 0],
    ['1e5', 0],
    ['12 reais', 0],
    ['99999999999999999999', 0],
  ])('reads %j as %d', (text, cents) => {
    expect(parseCurrency(text)).toBe(cents);
  });

  it('reads back whatever is shown', () => {
    const cents = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 0, max: 100_000_000_000 }));
    fc.assert(
      fc.property(cents, fc.constantFrom(...CURRENCIES), fc.constantFrom(...LOCALES), (value, currency, locale) => {
        expect(parseCurrency(formatCurrency(value, currency, locale))).toBe(value);
      }),
    );
  });
});
