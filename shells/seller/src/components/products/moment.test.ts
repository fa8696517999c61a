import { describe, expect, it } from 'vitest';
import { joinMoment, MOMENT, readTime, splitMoment } from './moment.ts';

describe('readTime', () => {
  it.each([
    ['18:30', '18:30'],
    ['9h', '09:00'],
    ['9h05', '09:05'],
    ['930', '09:30'],
    ['0000', '00:00'],
    [' 23.59 ', '23:59'],
    ['24:00', null],
    ['12:60', null],
    ['', null],
    ['meio-dia', null],
  ])('reads %j as %j', (typed, time) => {
    expect(readTime(typed)).toBe(time);
  });
});

describe('MOMENT', () => {
  it("shows and reads a moment in São Paulo's time", () => {
    expect(splitMoment(MOMENT.show('2026-12-25T01:30:00.000Z', 'pt-BR'))).toEqual(['2026-12-24', '22:30']);
    expect(MOMENT.read(joinMoment('2026-12-24', '22h30'))).toEqual({ value: '2026-12-25T01:30:00.000Z', problems: {} });
    expect(MOMENT.read(joinMoment('', ''))).toEqual({ value: null, problems: {} });
  });

  it.each([
    ['', '18:30', 'problems.moment'],
    ['31/02/2026', '18:30', 'problems.moment'],
    ['2026-12-24', '', 'problems.time'],
    ['2026-12-24', '25:00', 'problems.time'],
  ])('names what is missing of %j and %j', (day, time, key) => {
    expect(MOMENT.read(joinMoment(day, time)).problems).toEqual({ '': key });
  });
});
