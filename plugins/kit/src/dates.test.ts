import { describe, expect, it } from 'vitest';
import { addDays, fromSaoPaulo, readDate, toSaoPaulo, toSaoPauloDate } from './dates.ts';

describe('toSaoPauloDate', () => {
  it('stays on the previous day until 03:00 UTC', () => {
    expect(toSaoPauloDate(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
    expect(toSaoPauloDate(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
  });
});

describe('fromSaoPaulo', () => {
  it('reads a wall-clock time three hours behind UTC, in summer too', () => {
    expect(fromSaoPaulo('2026-11-20 10:00:00')).toBe('2026-11-20T13:00:00.000Z');
    expect(fromSaoPaulo('2026-01-15T23:30')).toBe('2026-01-16T02:30:00.000Z');
  });

  it('takes a day alone as its last second', () => {
    expect(fromSaoPaulo('2026-12-31')).toBe('2027-01-01T02:59:59.000Z');
  });

  it.each(['', '20/11/2026', '2026-13-01', '2026-11-20T10:00:00Z'])('refuses %j', (text) => {
    expect(() => fromSaoPaulo(text)).toThrow(RangeError);
  });
});

describe('readDate', () => {
  it('keeps UTC and reads a time without zone as São Paulo', () => {
    expect(readDate('2026-11-20T13:00:00Z')).toBe('2026-11-20T13:00:00.000Z');
    expect(readDate('2026-11-20T10:00:00-03:00')).toBe('2026-11-20T13:00:00.000Z');
    expect(readDate('2026-11-20T10:00:00.000-0300')).toBe('2026-11-20T13:00:00.000Z');
    expect(readDate('2026-11-20T23:59:59.123')).toBe('2026-11-21T02:59:59.000Z');
    expect(readDate('2026-11-20')).toBe('2026-11-21T02:59:59.000Z');
    expect(['', 'soon', '20/11/2026', '2026-13-45T00:00:00Z'].map(readDate)).toEqual(Array(4).fill(undefined));
  });
});

describe('toSaoPaulo', () => {
  it('names the same moment on the earlier day', () => {
    expect(toSaoPaulo(new Date('2026-11-21T02:30:00.500Z'))).toBe('2026-11-20T23:30:00-03:00');
  });
});

describe('addDays', () => {
  it('crosses months, years and leap days', () => {
    expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});
