import { describe, expect, it } from 'vitest';
import { STATES } from '../src/common.ts';
import { leaveQuietHours, zoneOfBuyer } from './buyer-zone.ts';

describe('zoneOfBuyer', () => {
  it.each([
    [{ state: 'AM' }, 'America/Manaus'],
    [{ state: 'AC', phone: '11987654321' }, 'America/Rio_Branco'],
    [{ state: 'SP', phone: '92987654321' }, 'America/Sao_Paulo'],
    [{ phone: '(92) 98765-4321' }, 'America/Manaus'],
    [{ phone: '97987654321' }, 'America/Manaus'],
    [{ phone: '68987654321' }, 'America/Rio_Branco'],
    [{ phone: '65987654321' }, 'America/Cuiaba'],
    [{ phone: '11987654321' }, 'America/Sao_Paulo'],
    // Without the area code nothing is known: "92..." is the beginning of the number.
    [{ phone: '92345678' }, 'America/Sao_Paulo'],
    [{}, 'America/Sao_Paulo'],
    [{ state: null, phone: null }, 'America/Sao_Paulo'],
  ])('of %j is %s', (buyer, zone) => {
    expect(zoneOfBuyer(buyer)).toBe(zone);
  });

  it('is one that this machine knows, for every state', () => {
    for (const state of STATES)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zoneOfBuyer({ state }) })).not.toThrow();
  });
});

describe('leaveQuietHours', () => {
  const NIGHT = { from: 21, until: 8 };
  const leave = (at: string, zone: string, quiet = NIGHT) => leaveQuietHours(new Date(at), zone, quiet).toISOString();

  it.each([
    // 22:15 in São Paulo, 21:15 in Manaus, 20:15 in Rio Branco.
    ['2026-05-11T01:15:20Z', 'America/Sao_Paulo', '2026-05-11T11:00:00.000Z'],
    ['2026-05-11T01:15:20Z', 'America/Manaus', '2026-05-11T12:00:00.000Z'],
    ['2026-05-11T01:15:20Z', 'America/Rio_Branco', '2026-05-11T01:15:20.000Z'],
    // 07:59 and 08:00.
    ['2026-05-11T10:59:59Z', 'America/Sao_Paulo', '2026-05-11T11:00:00.000Z'],
    ['2026-05-11T11:00:00Z', 'America/Sao_Paulo', '2026-05-11T11:00:00.000Z'],
  ])('of %s in %s is %s', (at, zone, expected) => {
    expect(leave(at, zone)).toBe(expected);
  });

  it('knows hours of one day, and none', () => {
    expect(leave('2026-05-11T15:30:00Z', 'America/Sao_Paulo', { from: 12, until: 14 })).toBe(
      '2026-05-11T17:00:00.000Z',
    );
    expect(leave('2026-05-11T03:00:00Z', 'America/Sao_Paulo', { from: 9, until: 9 })).toBe('2026-05-11T03:00:00.000Z');
  });

  it('ends where the clocks were put forward in the night', () => {
    // On 4 November 2018 midnight did not exist in São Paulo.
    expect(leave('2018-11-04T01:00:00Z', 'America/Sao_Paulo')).toBe('2018-11-04T10:00:00.000Z');
  });
});
