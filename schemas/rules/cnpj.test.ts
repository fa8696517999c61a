import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCnpj, isCnpj } from './cnpj.ts';

describe('isCnpj', () => {
  it.each([
    '12ABC34501DE35',
    '12.ABC.345/01DE-35',
    '12.abc.345/01de-35',
    '11222333000181',
    '11.222.333/0001-81',
    '00000000000191',
    '33.000.167/0001-01',
    '60.746.948/0001-12',
  ])('accepts %s', (text) => {
    expect(isCnpj(text)).toBe(true);
  });

  it.each([
    ['the mapping A = 10', 'B3.CD5.E6F/7G8H-84'],
    ['the mapping A = 10', 'AA.000.000/0010-66'],
    ['a wrong first check digit', '12ABC34501DE45'],
    ['a wrong second check digit', '12ABC34501DE36'],
    ['letters as check digits', '12ABC34501DEAB'],
    ['a letter stripped', '1234501DE35'],
    ['thirteen characters', '1122233300018'],
    ['a CPF', '52998224725'],
    ['any twelve-digit text', '123456789012'],
    ['a letter that only looks like S', '12ABſ34501DE35'],
    ['fourteen equal digits', '00000000000000'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isCnpj(text)).toBe(false);
  });

  it('finds exactly one pair of check digits for every base', () => {
    const base = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(base, (characters) => {
        fc.pre(!/^(.)\1*$/.test(characters));
        const valid = Array.from({ length: 100 }, (_, pair) => characters + String(pair).padStart(2, '0')).filter(
          isCnpj,
        );

        expect(valid).toHaveLength(1);
        expect(isCnpj(formatCnpj(valid[0]!))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('formatCnpj', () => {
  it('groups fourteen characters, letters included, and leaves the rest alone', () => {
    expect(formatCnpj('11222333000181')).toBe('11.222.333/0001-81');
    expect(formatCnpj('00000000000191')).toBe('00.000.000/0001-91');
    expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
    expect(formatCnpj('12ABC34501DEAB')).toBe('12ABC34501DEAB');
    expect(formatCnpj('1122233300018')).toBe('1122233300018');
  });
});
