import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barcodeToLine,
  buildBarcode,
  dueDateFactor,
  dueDateFromFactor,
  formatBoletoLine,
  isBoletoLine,
  itfBars,
  lineToBarcode,
} from './boleto.ts';

/** Lines printed in public examples: bank slips and, behind them, utilities under modulus 10 and modulus 11. */
const LINES = [
  '00190500954014481606906809350314337370000000100',
  '23793381286000782713695000063305975520000370000',
  '846700000017435900240209024050002435842210108119',
  '817700000000010936599702411310797039001433708318',
  '858900004609524601791605607593050865831483000010',
];

describe('isBoletoLine, lineToBarcode and barcodeToLine', () => {
  it.each(LINES)('agree about %s', (line) => {
    expect(isBoletoLine(line)).toBe(true);
    expect(isBoletoLine(formatBoletoLine(line))).toBe(true);
    expect(lineToBarcode(formatBoletoLine(line))).toMatch(/^\d{44}$/);
    expect(barcodeToLine(lineToBarcode(line))).toBe(line);
  });

  it('put every part of a bank slip in its place', () => {
    expect(lineToBarcode(LINES[0]!)).toBe('00193373700000001000500940144816060680935031');
    expect(lineToBarcode(LINES[2]!)).toBe('84670000001435900240200240500024384221010811');
  });

  it.each(LINES)('notice every change of one digit of %s', (line) => {
    for (let index = 0; index < line.length; index++) {
      for (let shift = 1; shift <= 9; shift++) {
        const changed = line.slice(0, index) + ((Number(line[index]) + shift) % 10) + line.slice(index + 1);

        expect(isBoletoLine(changed), changed).toBe(false);
      }
    }
  });

  it.each(['', '123', LINES[0]!.slice(1), `${LINES[2]}0`, LINES[0]!.replace('0', 'a'), '0'.repeat(47), '8'.repeat(48)])(
    'refuse %j',
    (line) => {
      expect(isBoletoLine(line)).toBe(false);
      expect(() => lineToBarcode(line)).toThrow('line');
    },
  );

  it('refuses a barcode whose check digit is wrong', () => {
    const barcode = lineToBarcode(LINES[0]!);

    expect(() => barcodeToLine(`${barcode.slice(0, 4)}4${barcode.slice(5)}`)).toThrow('barcode');
    expect(() => barcodeToLine(barcode.slice(1))).toThrow('barcode');
  });
});

describe('buildBarcode', () => {
  it('builds the public example', () => {
    const barcode = buildBarcode({
      bankCode: '001',
      dueDate: '2007-12-31',
      amount: 100,
      freeField: '0500940144816060680935031',
    });

    expect(barcode).toBe('00193373700000001000500940144816060680935031');
  });

  it('leaves the factor empty without due date', () => {
    const barcode = buildBarcode({ bankCode: '341', dueDate: null, amount: 9_999_999_999, freeField: '1'.repeat(25) });

    expect(barcode).toMatch(/^3419\d00009999999999/);
    expect(isBoletoLine(barcodeToLine(barcode))).toBe(true);
  });

  it('lets the payer choose when the amount is 0', () => {
    const barcode = buildBarcode({ bankCode: '341', dueDate: '2025-02-22', amount: 0, freeField: '1'.repeat(25) });

    expect(barcode).toMatch(/^3419\d10000000000000/);
  });

  it('makes a valid line for every slip, never with check digit 0', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    const input = fc.record({
      bankCode: digits(3).filter((code) => !code.startsWith('8')),
      dueDate: fc.option(
        fc.integer({ min: 11_141, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
      ),
      amount: fc.integer({ min: 0, max: 9_999_999_999 }),
      freeField: digits(25),
    });
    fc.assert(
      fc.property(input, (slip) => {
        const barcode = buildBarcode(slip);

        expect(barcode).toHaveLength(44);
        expect(barcode[4]).not.toBe('0');
        expect(isBoletoLine(barcodeToLine(barcode))).toBe(true);
        expect(lineToBarcode(barcodeToLine(barcode))).toBe(barcode);
      }),
    );
  });

  it.each([
    ['bankCode', { bankCode: '1' }],
    ['bankCode', { bankCode: '846' }],
    ['date', { dueDate: '2026-02-30' }],
    ['date', { dueDate: '21/11/2026' }],
    ['due dates', { dueDate: '2000-07-02' }],
    ['amount', { amount: 10_000_000_000 }],
    ['amount', { amount: 0.5 }],
    ['amount', { amount: -1 }],
    ['freeField', { freeField: '1'.repeat(24) }],
  ])('names %s when it is wrong', (name, changes) => {
    const slip = { bankCode: '001', dueDate: '2026-11-20', amount: 100, freeField: '1'.repeat(25) };

    expect(() => buildBarcode({ ...slip, ...changes })).toThrow(name);
  });
});

describe('dueDateFactor', () => {
  it.each([
    ['2000-07-03', 1000],
    ['2007-12-31', 3737],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2026-11-20', 1636],
    ['2028-02-29', 2102],
    ['2049-10-13', 9999],
    ['2049-10-14', 1000],
  ])('of %s is %d', (date, factor) => {
    expect(dueDateFactor(date)).toBe(factor);
  });
});

describe('dueDateFromFactor', () => {
  it.each([
    [9999, '2025-03-10', '2025-02-21'],
    [1000, '2025-02-20', '2025-02-22'],
    [1000, '2000-07-10', '2000-07-03'],
    [1636, '2026-11-21', '2026-11-20'],
    [1000, '2049-10-01', '2049-10-14'],
    [9999, '2049-10-20', '2049-10-13'],
    [3737, '2008-01-10', '2007-12-31'],
    [0, '2026-11-21', null],
  ])('of %d, read on %s, is %s', (factor, today, date) => {
    expect(dueDateFromFactor(factor, today)).toBe(date);
  });

  it('comes back to every date up to 4499 days from today, through both resets', () => {
    const day = fc.integer({ min: 15_641, max: 40_000 });
    const format = (value: number): string => new Date(value * 86_400_000).toISOString().slice(0, 10);
    fc.assert(
      fc.property(day, fc.integer({ min: -4_499, max: 4_499 }), (today, distance) => {
        const date = format(today + distance);

        expect(dueDateFromFactor(dueDateFactor(date), format(today))).toBe(date);
      }),
    );
  });

  it('refuses factors that no slip carries', () => {
    for (const factor of [1, 999, 10_000, 1500.5]) {
      expect(() => dueDateFromFactor(factor, '2026-11-21')).toThrow('factor');
    }
  });
});

describe('formatBoletoLine', () => {
  it('groups both kinds and leaves the rest alone', () => {
    expect(formatBoletoLine(LINES[0]!)).toBe('00190.50095 40144.816069 06809.350314 3 37370000000100');
    expect(formatBoletoLine(LINES[2]!)).toBe('84670000001-7 43590024020-9 02405000243-5 84221010811-9');
    expect(formatBoletoLine('123')).toBe('123');
  });
});

describe('itfBars', () => {
  it('draws two digits as the standard shows them', () => {
    // 3 = WWNNN in the bars, 8 = WNNWN in the spaces, between start NNNN and stop WNN.
    expect(itfBars('38').join('')).toBe(`1111${'3331111311'}311`);
  });

  it('can be read back, and is as wide as the standard says', () => {
    const barcode = lineToBarcode(LINES[0]!);
    const patterns = ['NNWWN', 'WNNNW', 'NWNNW', 'WWNNN', 'NNWNW', 'WNWNN', 'NWWNN', 'NNNWW', 'WNNWN', 'NWNWN'];
    const widths = itfBars(barcode);
    const elements = widths.slice(4, -3).map((width) => (width === 3 ? 'W' : 'N'));
    let read = '';
    for (let at = 0; at < elements.length; at += 10) {
      const pair = elements.slice(at, at + 10);
      read += patterns.indexOf(pair.filter((_, index) => index % 2 === 0).join(''));
      read += patterns.indexOf(pair.filter((_, index) => index % 2 === 1).join(''));
    }

    expect(read).toBe(barcode);
    expect(widths).toHaveLength(227);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(405);
  });

  it('refuses what cannot be paired', () => {
    expect(() => itfBars('123')).toThrow('even');
    expect(() => itfBars('12a4')).toThrow('digits');
    expect(() => itfBars('')).toThrow('even');
  });
});
