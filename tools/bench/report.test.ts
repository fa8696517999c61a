import { describe, expect, it } from 'vitest';
import { formatFigure, formatRows, toRow } from './report.ts';

describe('toRow', () => {
  it('holds the figure, that of the reference and their ratio', () => {
    expect(toRow('throughput', 600, 'requests/s', 1200)).toEqual([
      { name: 'throughput', value: 600, unit: 'requests/s', reference: 1200, ratio: 0.5 },
    ]);
  });

  it('leaves out what this machine does not tell', () => {
    expect(toRow('database CPU', Number.NaN, 'ms', Number.NaN)).toEqual([]);
    expect(toRow('drain rate', 0 / 0, 'events/s')).toEqual([]);
  });

  it('keeps a figure whose reference is unknown', () => {
    expect(toRow('backlog', 3, 'events')).toEqual([
      { name: 'backlog', value: 3, unit: 'events', reference: null, ratio: null },
    ]);
  });
});

describe('formatFigure', () => {
  it.each([
    [1234.56, '1235'],
    [100, '100'],
    [42.44, '42.4'],
    [0.12345, '0.123'],
    [7, '7'],
    [0, '0'],
    [null, ''],
  ])('writes %s as "%s"', (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });
});

describe('formatRows', () => {
  it('aligns names to the left, figures to the right', () => {
    const rows = [...toRow('throughput', 604, 'requests/s', 1716), ...toRow('p50', 93.66, 'ms')];

    expect(formatRows(rows, { value: 'feira', reference: 'reference' }).split('\n')).toEqual([
      '            feira  reference  ratio',
      'throughput    604       1716   0.35  requests/s',
      'p50          93.7                    ms',
    ]);
  });
});
