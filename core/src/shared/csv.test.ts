import { parseCsv } from 'hucre/csv';
import { describe, expect, it } from 'vitest';
import { type Separator, toLine } from './csv.ts';

const SEPARATORS: readonly Separator[] = [';', ','];
const read = (text: string, delimiter: string) => parseCsv(text, { delimiter }).map((row) => row.map(String));

describe('toLine', () => {
  it('separates with semicolons and ends with CRLF', () => {
    expect(toLine(['Ana', '', 'a,b'])).toBe('"Ana";"";"a,b"\r\n');
  });

  it('separates with commas where it is told to', () => {
    expect(toLine(['a,b', 'c;d', ''], ',')).toBe('"a,b","c;d",""\r\n');
  });

  it('writes amounts with both digits of their cents, whatever their sign', () => {
    expect(toLine([-12.5, 0, '-12.5'], ',')).toBe(`-12.50,0.00,"'-12.5"\r\n`);
  });

  it.each(SEPARATORS)('is read back unchanged with %j', (separator) => {
    const cells = [
      'a;b',
      'a,b',
      'diz "oi"',
      'duas\nlinhas',
      'x\ry',
      '',
      'a=b',
      'ana+loja@example.com',
      '2-1',
      ' x',
      '"',
    ];

    expect(read(toLine(cells, separator), separator)).toEqual([cells]);
  });

  describe.each([
    ...['=1+1', '+55', '-2', '@SUM(A1)', '\t=1', '\r=1+1', '\n=1', ' =1', '"=1"', '＝1+1', '\u00a0=1'],
    ...[
      '\u200b=1',
      '\ufeff=1',
      '\u3000=1',
      '\u2003=1',
      '\u2028=1',
      '\u2029=1',
      '\u2800=1',
      '\u00ad+1',
      ' \u200b"\ufeff@x',
    ],
    ...['x;\u200b=1', 'x,\u3000=1', 'x\u2028=1'],
    ...[
      "x;=cmd|' /C calc'!A0;y",
      "x,=cmd|' /C calc'!A0,y",
      'x\t=1',
      'x; =1',
      'x;"=1',
      'x,"=1',
      'x";"=1',
      'x","=1',
      'x;;;=1',
    ],
    ...['x\r\n=1', 'x\n=1', 'x"\n=1', 'x\r@SUM(A1)', 'a;+1,-1;@x', 'x; "  "=1', 'x;＋1'],
    ...['=HYPERLINK("http://evil.example";"oi")', '=HYPERLINK("http://evil.example","oi")'],
  ])('with %j', (attack) => {
    it.each(SEPARATORS)('written with %j begins no formula with any separator', (written) => {
      const line = toLine(['Ana', attack, 'Rua das Flores', attack], written);

      for (const separator of [...SEPARATORS, '\t']) {
        const cells = read(line, separator).flat();
        expect(
          cells.filter((cell) => /^[\s"\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠]/u.test(cell)),
        ).toEqual([]);
      }
      // Read as it was written, it is the same text with apostrophes.
      const [cells] = read(line, written);
      expect(cells).toHaveLength(4);
      expect(cells?.[1]?.replaceAll("'", '')).toBe(attack.replaceAll("'", ''));
    });
  });
});
