import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCpf, generateTestCpf, isCpf } from './cpf.ts';

const validCpf = fc
  .infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map((numbers) => generateTestCpf(() => numbers.next().value));

describe('isCpf', () => {
  it.each(['52998224725', '529.982.247-25', ' 529.982.247-25 ', '11144477735', '01234567890', '39053344705'])(
    'accepts %s',
    (text) => {
      expect(isCpf(text)).toBe(true);
    },
  );

  it.each([
    '',
    '5299822472',
    '529982247250',
    '52998224724',
    '52998224735',
    '529.982.247-2x',
    'a52998224725',
    '５2998224725',
  ])('refuses %j', (text) => {
    expect(isCpf(text)).toBe(false);
  });

  it.each([...'0123456789'])('refuses eleven times %s', (digit) => {
    expect(isCpf(digit.repeat(11))).toBe(false);
  });

  // A change of the first nine digits can hide: remainders of 0 and of 10 both give the check digit 0.
  it('notices every change of a check digit', () => {
    const checkDigit = fc.integer({ min: 9, max: 10 });
    fc.assert(
      fc.property(validCpf, checkDigit, fc.integer({ min: 1, max: 9 }), (cpf, index, shift) => {
        const changed = cpf.slice(0, index) + ((Number(cpf[index]) + shift) % 10) + cpf.slice(index + 1);

        expect(isCpf(changed)).toBe(false);
      }),
    );
  });
});

describe('formatCpf', () => {
  it('groups eleven digits and leaves the rest alone', () => {
    expect(formatCpf('52998224725')).toBe('529.982.247-25');
    expect(formatCpf('5299822472')).toBe('5299822472');
    expect(formatCpf('529982247251')).toBe('529982247251');
    expect(formatCpf('12ABC345011')).toBe('12ABC345011');
  });
});

describe('generateTestCpf', () => {
  it('makes valid numbers only', () => {
    fc.assert(fc.property(validCpf, (cpf) => isCpf(cpf) && isCpf(formatCpf(cpf))));
  });

  it.each([0, 0.1, 0.55, 0.999999])('stays valid when the generator always answers %d', (value) => {
    expect(isCpf(generateTestCpf(() => value))).toBe(true);
  });
});
