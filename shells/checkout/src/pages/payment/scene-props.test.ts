import { describe, expect, it } from 'vitest';
import { formatMoment } from './scene-props.ts';

describe('formatMoment', () => {
  it.each([
    ['pt-BR', '2026-11-20T03:05:00Z', '20/11/2026, 00:05'],
    ['pt-BR', '2027-01-01T02:59:59Z', '31/12/2026, 23:59'],
    ['en', '2026-11-02T03:05:00Z', 'Nov 2, 2026, 12:05 AM'],
    ['en', '2026-11-20T15:00:00Z', 'Nov 20, 2026, 12:00 PM'],
    ['en', '2026-05-20T16:09:00Z', 'May 20, 2026, 1:09 PM'],
  ] as const)('writes for readers of %s %s as %s', (locale, iso, text) => {
    expect(formatMoment(iso, locale)).toBe(text);
  });

  it('writes the day alone', () => {
    expect(formatMoment('2026-11-02T15:00:00Z', 'pt-BR', false)).toBe('02/11/2026');
    expect(formatMoment('2026-11-02T15:00:00Z', 'en', false)).toBe('Nov 2, 2026');
  });
});
