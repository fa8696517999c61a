import { describe, expect, it } from 'vitest';
import { findNext, findQuietEnd, isTimeZone, momentOf, readClock } from './wall-clock.ts';

const NIGHT = { timeZone: 'America/Sao_Paulo', quietFrom: '22:00', quietUntil: '07:30' };
const quiet = (at: string, hours: Parameters<typeof findQuietEnd>[1] = NIGHT) =>
  findQuietEnd(new Date(at), hours)?.toISOString() ?? null;

describe('findQuietEnd', () => {
  it('ends on the next morning what begins before midnight, and on the same one what is after it', () => {
    expect(quiet('2026-12-01T01:00:00Z')).toBe('2026-12-01T10:30:00.000Z');
    expect(quiet('2026-12-01T04:00:00Z')).toBe('2026-12-01T10:30:00.000Z');
  });

  it('includes its first minute and not its last', () => {
    expect(quiet('2026-12-01T00:59:59Z')).toBeNull();
    expect(quiet('2026-12-01T01:00:00Z')).not.toBeNull();
    expect(quiet('2026-12-01T10:29:59Z')).toBe('2026-12-01T10:30:00.000Z');
    expect(quiet('2026-12-01T10:30:00Z')).toBeNull();
  });

  it('may lie within one day, and over the turn of the year', () => {
    const noon = { ...NIGHT, quietFrom: '12:00', quietUntil: '14:00' };

    expect(quiet('2026-12-01T15:00:00Z', noon)).toBe('2026-12-01T17:00:00.000Z');
    expect(quiet('2026-12-01T18:00:00Z', noon)).toBeNull();
    expect(quiet('2027-01-01T02:30:00Z')).toBe('2027-01-01T10:30:00.000Z');
  });

  it('follows the clocks of its zone where they change in the night', () => {
    const lisbon = { ...NIGHT, timeZone: 'Europe/Lisbon' };

    // Clocks go back by an hour on 2026-10-25, and forward on 2026-03-29.
    expect(quiet('2026-10-24T22:00:00Z', lisbon)).toBe('2026-10-25T07:30:00.000Z');
    expect(quiet('2026-03-28T23:00:00Z', lisbon)).toBe('2026-03-29T06:30:00.000Z');
    expect(quiet('2026-06-01T22:00:00Z', { ...NIGHT, timeZone: 'America/Manaus' })).toBeNull();
  });

  it('is none where nobody set any', () => {
    expect(quiet('2026-12-01T03:00:00Z', { ...NIGHT, quietFrom: null, quietUntil: null })).toBeNull();
  });
});

describe('findNext', () => {
  const next = (at: string, isMonday = false, zone = 'America/Sao_Paulo') =>
    findNext(new Date(at), zone, 480, isMonday).toISOString();

  it('is the same morning before eight, and the next one from eight on', () => {
    expect(next('2026-12-01T10:59:00Z')).toBe('2026-12-01T11:00:00.000Z');
    expect(next('2026-12-01T11:00:00Z')).toBe('2026-12-02T11:00:00.000Z');
  });

  it('is a Monday of the zone', () => {
    // 2026-11-30 is a Monday; in Rio Branco it is still Sunday at three in the morning UTC.
    expect(next('2026-11-30T10:00:00Z', true)).toBe('2026-11-30T11:00:00.000Z');
    expect(next('2026-11-30T11:00:00Z', true)).toBe('2026-12-07T11:00:00.000Z');
    expect(next('2026-11-30T03:00:00Z', true, 'America/Rio_Branco')).toBe('2026-11-30T13:00:00.000Z');
  });
});

describe('momentOf', () => {
  it('turns around what readClock says', () => {
    for (const zone of ['America/Sao_Paulo', 'America/Noronha', 'Asia/Kathmandu', 'America/New_York'])
      for (const at of ['2026-03-08T12:00:00.000Z', '2026-07-01T23:45:00.000Z'])
        expect(momentOf(readClock(new Date(at), zone), zone).toISOString()).toBe(at);
  });
});

describe('isTimeZone', () => {
  it('knows names and refuses offsets and inventions', () => {
    expect(['America/Sao_Paulo', 'UTC'].map(isTimeZone)).toEqual([true, true]);
    expect(['+03:00', 'America/Atlantis', '', 'x'.repeat(60)].some(isTimeZone)).toBe(false);
  });
});
