import { describe, expect, it } from 'vitest';
import { findDayProblem, maskDay, readDay, writeDay } from './day-text.ts';

describe('writeDay and readDay', () => {
  it('order the parts as the language does, and give the same day back', () => {
    expect(writeDay('2026-11-20', 'pt-BR')).toBe('20/11/2026');
    expect(writeDay('2026-11-20', 'en')).toBe('11/20/2026');
    for (const locale of ['pt-BR', 'en'] as const)
      for (const day of ['2026-02-03', '1990-12-31', '2028-02-29'])
        expect(readDay(writeDay(day, locale), locale)).toBe(day);
  });

  it.each([
    ['01/02/2026', 'pt-BR', '2026-02-01'],
    ['01/02/2026', 'en', '2026-01-02'],
    [' 2026-11-20 ', 'pt-BR', '2026-11-20'],
    ['31/02/2026', 'pt-BR', null],
    ['20/11/2026', 'en', null],
    ['20/11/26', 'pt-BR', null],
    ['1/11/2026', 'pt-BR', null],
    ['', 'pt-BR', null],
  ] as const)('reads %j in %s as %j', (typed, locale, day) => {
    expect(readDay(typed, locale)).toBe(day);
  });
});

describe('maskDay', () => {
  it.each([
    ['20112026', '20/11/2026'],
    ['20-11-2026', '20/11/2026'],
    ['20.11.20269', '20/11/2026'],
    ['1/', '01/'],
    ['01/2/2026', '01/2/2026'],
    ['201', '20/1'],
    ['20/', '20/'],
    ['20', '20'],
    ['//2a', '02/'],
    ['', ''],
  ])('turns %j into %j', (typed, shown) => {
    expect(maskDay(typed)).toBe(shown);
  });

  it('takes a day that is typed sign by sign, with its strokes and without them', () => {
    const type = (text: string) => [...text].reduce((shown, sign) => maskDay(shown + sign), '');

    expect([type('03022026'), type('03/02/2026'), type('3/2/2026')]).toEqual(Array(3).fill('03/02/2026'));
  });
});

describe('findDayProblem', () => {
  const limits = { min: '2026-11-20', max: '2026-11-25' };

  it.each([
    ['', null],
    ['2026-11-20', null],
    ['2026-11-25', null],
    ['2026-11-19', 'early'],
    ['2026-11-26', 'late'],
    ['31/02/2026', 'unknown'],
    ['20/11/20', 'incomplete'],
    ['2', 'incomplete'],
  ])('says of %j: %j', (content, problem) => {
    expect(findDayProblem(content, limits)).toBe(problem);
  });
});
