import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLEANINGS, clean, cleanLine, cleanName, cleanText } from './text.ts';

describe('cleanName', () => {
  it.each([
    ['    ', ''],
    ['\u200b\u200b\u200b\u200b', ''],
    ['\u3164\u2800\ufeff\u00ad', ''],
    ['....', ''],
    ['1234', ''],
    ['\tAna Maria', 'Ana Maria'],
    ['Ana  \u00a0 Maria\n', 'Ana Maria'],
    ['Ana\nMaria', 'Ana Maria'],
    ['Ana\u200bMaria', 'AnaMaria'],
    ['D’Ávila', "D'Ávila"],
    ['Sant‘Ana', "Sant'Ana"],
    ['Joa\u0303o Araga\u0303o', 'João Aragão'],
    ['Lu Ana‑Bia', 'Lu Ana-Bia'],
    ['李小龙', '李小龙'],
  ])('writes %j as %j', (typed, name) => {
    expect(cleanName(typed)).toBe(name);
  });
});

describe('cleanLine and cleanText', () => {
  it('keep lines where a text has them', () => {
    expect(cleanText(' Oi,  Ana \r\n\r\n  tudo\tbem? ')).toBe('Oi, Ana\n\ntudo bem?');
    expect(cleanLine(' Rua  das\nFlores ')).toBe('Rua das Flores');
  });

  it('keep emojis that are joined, and typographic quotes', () => {
    expect(cleanText('👩‍👧 “D’Ávila” ❤️')).toBe('👩‍👧 “D’Ávila” ❤️');
  });

  it('take a text without a visible character for empty', () => {
    expect([cleanText(' \u200b\n\u2060 '), cleanText('\u0301'), cleanText('?'), cleanText('1')]).toEqual([
      '',
      '',
      '?',
      '1',
    ]);
  });
});

describe('clean', () => {
  it.each(CLEANINGS)('leaves what is clean as %s alone, whatever was typed', (cleaning) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'aÁ \t\n\r\u200b\u0301\u2028’.') }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const once = clean(cleaning, typed);

        expect(clean(cleaning, once)).toBe(once);
        expect(once.trim()).toBe(once);
      }),
    );
  });

  it('leaves what stands inside a code alone', () => {
    expect(clean('code', ' AB  12\u200d- ')).toBe('AB  12\u200d-');
  });
});
