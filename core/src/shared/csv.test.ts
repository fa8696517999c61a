import { describe, expect, it } from 'vitest';
import { toLine } from './csv.ts';

describe('toLine', () => {
  it('separates with semicolons and ends with CRLF', () => {
    expect(toLine(['Ana', '', 'a,b'])).toBe('Ana;;a,b\r\n');
  });

  it('quotes what would end a cell or a line', () => {
    expect(toLine(['a;b', 'diz "oi"', 'duas\nlinhas', 'x\ry'])).toBe('"a;b";"diz ""oi""";"duas\nlinhas";"x\ry"\r\n');
  });

  it.each(['=1+1', '+55', '-2', '@SUM(A1)', '\tx', '=HYPERLINK("http://evil.example";"oi")'])('disarms %j', (text) => {
    const line = toLine([text]);
    expect(line.startsWith("'") || line.startsWith(`"'`)).toBe(true);
    expect(line).toContain(text.replaceAll('"', '""'));
  });

  it('disarms a carriage return in quotes', () => {
    expect(toLine(['\r=1+1'])).toBe(`"'\r=1+1"\r\n`);
  });

  it('leaves signs inside of a text alone', () => {
    expect(toLine(['a=b', 'ana+loja@example.com', '2-1'])).toBe('a=b;ana+loja@example.com;2-1\r\n');
  });

  it('separates with commas where it is told to, and quotes those', () => {
    expect(toLine(['a,b', 'c;d', ''], ',')).toBe('"a,b",c;d,\r\n');
  });

  it('writes numbers as they are, whatever their sign', () => {
    expect(toLine([-12.5, 0, '-12.5'], ',')).toBe("-12.5,0,'-12.5\r\n");
  });
});
