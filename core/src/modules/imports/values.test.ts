/** Values of cells, as people and other platforms write them. */
import { describe, expect, it } from 'vitest';
import { openDraw, rounds, SEED } from '../../../test/draw.ts';
import { readDocument, readHundredths, readInteger, readMoment, readPhone } from './values.ts';

const ROUNDS = rounds({ short: 2_000, long: 100_000 });

describe(`amounts (seed ${SEED})`, () => {
  it('read back what any locale writes', () => {
    const draw = openDraw();
    for (let round = 0; round < ROUNDS; round += 1) {
      const cents = draw.below(10 ** (1 + draw.below(11)));
      const [whole, rest] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')];
      const grouped = (separator: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, separator);
      const written = draw.pick([
        `${whole}.${rest}`,
        `${whole},${rest}`,
        `${grouped('.')},${rest}`,
        `${grouped(',')}.${rest}`,
        `R$ ${grouped('.')},${rest}`,
        `R$\u00a0${grouped('.')},${rest}`,
        `${grouped(',')}.${rest} USD`,
      ]);
      expect([written, readHundredths(written)]).toEqual([written, cents]);
    }
  });

  it.each([
    ['1.234', 123_400],
    ['1,234', 123_400],
    ['97', 9_700],
    ['97,5', 9_750],
    ['-12,30', -1_230],
    ['(12,30)', -1_230],
    ['0', 0],
  ])('reads %s', (cell, expected) => {
    expect(readHundredths(cell)).toBe(expected);
  });

  it.each([
    '',
    'abc',
    '1.2.3',
    '1,2345',
    '12,34,56',
    '=1+1',
    '1e5',
    '1.23,456',
    'R$',
    '10,5,0',
    '99999999999999999999',
  ])('refuses %s', (cell) => {
    expect(readHundredths(cell)).toBeNull();
  });

  it('reads whole numbers alone as such', () => {
    expect(['30', '1.000', '1,5', '30,00'].map(readInteger)).toEqual([30, 1_000, null, 30]);
  });
});

describe(`dates (seed ${SEED})`, () => {
  it('read back what any form writes', () => {
    const draw = openDraw();
    for (let round = 0; round < ROUNDS; round += 1) {
      const date = new Date(
        Date.UTC(
          2000 + draw.below(60),
          draw.below(12),
          1 + draw.below(28),
          draw.below(24),
          draw.below(60),
          draw.below(60),
        ),
      );
      const local = new Date(date.getTime() - 3 * 3_600_000).toISOString();
      const [year, month, day] = local.slice(0, 10).split('-');
      const clock = local.slice(11, 19);
      const written = draw.pick([
        `${day}/${month}/${year} ${clock}`,
        `${day}-${month}-${year} ${clock}`,
        `${day}/${month}/${year}, ${clock}`,
        `${year}-${month}-${day} ${clock}`,
        `${year}-${month}-${day}T${clock}-03:00`,
        date.toISOString(),
      ]);
      expect([written, readMoment(written)]).toEqual([written, date.toISOString()]);
    }
  });

  it('takes a day alone for that day in São Paulo', () => {
    expect(['05/01/2026', '2026-01-05', '5/1/26'].map(readMoment)).toEqual(Array(3).fill('2026-01-05T15:00:00.000Z'));
  });

  it.each([
    '31/02/2026',
    '2026-13-01',
    '10/25/2026',
    '00/01/2026',
    'ontem',
    '45000',
    '01/01/2026 25:00',
    '01/01/2026 x',
  ])('refuses %s', (cell) => {
    expect(readMoment(cell)).toBeNull();
  });
});

describe('documents and phones', () => {
  it('put back the zeros that spreadsheets cut', () => {
    expect(['123.456.789-09', '12345678909', '191', '00000000000191', '12345678900'].map(readDocument)).toEqual([
      '12345678909',
      '12345678909',
      '00000000191',
      '00000000000191',
      null,
    ]);
  });

  it('read a phone with and without its country, and the first of several', () => {
    expect(['+55 (11) 98888-7777', '5511988887777', '11988887777 / 1133334444', '123'].map(readPhone)).toEqual([
      '11988887777',
      '11988887777',
      '11988887777',
      null,
    ]);
  });
});
