import { describe, expect, it } from 'vitest';
import {
  formatBasisPoints,
  formatCompactAmount,
  formatDate,
  formatDay,
  formatMilliseconds,
  formatShare,
  formatShortDay,
  formatTime,
} from './format.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('formatDate and formatTime', () => {
  it('show the day and hour of São Paulo, whatever the machine says', () => {
    const late = '2026-11-21T02:30:00.000Z';

    expect([formatDate(late, 'pt-BR'), formatTime(late, 'pt-BR')]).toEqual(['20/11/2026', '23:30']);
    expect([formatDate(late, 'en'), plain(formatTime(late, 'en'))]).toEqual(['Nov 20, 2026', '11:30 PM']);
  });
});

describe('formatDay', () => {
  it('never moves a day', () => {
    expect([formatDay('2026-01-01', 'pt-BR'), formatDay('2026-01-01', 'en')]).toEqual(['01/01/2026', 'Jan 1, 2026']);
    expect([formatShortDay('2026-01-31', 'pt-BR'), formatShortDay('2026-01-31', 'en')]).toEqual(['31/01', '01/31']);
  });
});

describe('formatShare', () => {
  it('rounds to a tenth of a percent and knows no share of nothing', () => {
    expect([formatShare(1, 3, 'pt-BR'), formatShare(1, 3, 'en'), formatShare(0, 0, 'en')]).toEqual([
      '33,3%',
      '33.3%',
      '–',
    ]);
  });
});

describe('formatCompactAmount', () => {
  it('says thousands in words of the language', () => {
    expect(plain(formatCompactAmount(123_456, 'BRL', 'pt-BR'))).toBe('R$ 1,2 mil');
    expect(plain(formatCompactAmount(123_456, 'USD', 'en'))).toBe('$1.2K');
    expect(plain(formatCompactAmount(0, 'BRL', 'pt-BR'))).toBe('R$ 0');
    expect(plain(formatCompactAmount(60_000, 'BRL', 'en'))).toBe('R$ 600');
  });
});

describe('formatMilliseconds', () => {
  it('tells seconds from a second on', () => {
    const times = [0, 85, 999, 1_000, 12_340];
    expect(times.map((time) => plain(formatMilliseconds(time, 'pt-BR')))).toEqual([
      '0 ms',
      '85 ms',
      '999 ms',
      '1 s',
      '12,3 s',
    ]);
    expect(plain(formatMilliseconds(1_250, 'en'))).toBe('1.3 sec');
  });
});

describe('formatBasisPoints', () => {
  it('keeps both decimals where there are any', () => {
    expect([499, 1000, 1].map((share) => plain(formatBasisPoints(share, 'pt-BR')))).toEqual(['4,99%', '10%', '0,01%']);
    expect(formatBasisPoints(490, 'en')).toBe('4.9%');
  });
});
