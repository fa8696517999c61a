import { describe, expect, it } from 'vitest';
import { formatPhone, isPhone, normalizePhone, splitPhone, toE164 } from './phone.ts';

describe('normalizePhone', () => {
  it.each([
    ['(11) 98888-7777', '11988887777'],
    ['+55 (11) 98888-7777', '11988887777'],
    ['5511988887777', '11988887777'],
    ['551138887777', '1138887777'],
    ['(55) 98888-7777', '55988887777'],
    ['(55) 3222-7777', '5532227777'],
    ['+55 55 98888-7777', '55988887777'],
    ['+55 91 98888-7777', '91988887777'],
    ['0055 91 98888-7777', '91988887777'],
    ['559132227777', '9132227777'],
    ['011 98888-7777', '11988887777'],
    ['0 15 11 98888-7777', '11988887777'],
    ['+55 0 11 98888-7777', '11988887777'],
    ['+1 (212) 555-1234', '+12125551234'],
    ['+351 912 345 678', '+351912345678'],
    ['559888877779', '559888877779'],
    ['5555', '5555'],
    ['', ''],
  ])('reads %j as %s', (text, digits) => {
    expect(normalizePhone(text)).toBe(digits);
  });
});

describe('isPhone', () => {
  it.each(['11988887777', '1138887777', '55988887777', '68999990000'])('accepts %s', (digits) => {
    expect(isPhone(digits)).toBe(true);
  });

  it.each([
    '1188887777',
    '1198887777',
    '1168887777',
    '1118887777',
    '+12125551234',
    '11888887777',
    '20988887777',
    '01988887777',
    '119888877',
    '119888877770',
    '(11) 98888-7777',
    '',
  ])('refuses %j', (digits) => {
    expect(isPhone(digits)).toBe(false);
  });

  it('knows the 67 area codes', () => {
    const areaCodes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));

    const valid = areaCodes.filter((code) => isPhone(`${code}988887777`));

    expect(valid).toHaveLength(67);
    for (const unused of ['10', '23', '25', '26', '29', '36', '39', '52', '56', '72', '76', '78']) {
      expect(valid).not.toContain(unused);
    }
  });
});

describe('formatPhone', () => {
  it('groups ten and eleven digits and leaves the rest alone', () => {
    expect(formatPhone('11988887777')).toBe('(11) 98888-7777');
    expect(formatPhone('1138887777')).toBe('(11) 3888-7777');
    expect(formatPhone('+5511988887777')).toBe('+5511988887777');
    expect(formatPhone('119888')).toBe('119888');
  });
});

describe('toE164 and splitPhone', () => {
  it('carry the country code once', () => {
    expect(toE164('11988887777')).toBe('+5511988887777');
    expect(toE164('+55 11 98888-7777')).toBe('+5511988887777');
    expect(toE164('55988887777')).toBe('+5555988887777');
    expect(splitPhone('11988887777')).toEqual({ countryCode: '55', areaCode: '11', number: '988887777' });
    expect(splitPhone('5511988887777')).toEqual({ countryCode: '55', areaCode: '11', number: '988887777' });
  });
});
