import { describe, expect, it } from 'vitest';
import { formatBody } from './format-body.ts';

describe('formatBody', () => {
  it.each([
    { a: 1, b: [1, 'x, {y}: "z"', []], c: {}, d: { e: null, f: [{ g: true }] } },
    [],
    {},
    'text',
    [[[]]],
    { 'a"b\\': '\\"' },
  ])('lays out %j as everybody does', (value) => {
    expect(formatBody(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(formatBody(JSON.stringify(value, null, 5))).toBe(JSON.stringify(value, null, 2));
  });

  it('keeps every digit', () => {
    expect(formatBody('{"id":12345678901234567890,"value":10.10}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "value": 10.10\n}',
    );
  });

  it('puts the fields of a form on lines of their own', () => {
    expect(formatBody('event=paid&text=a+b%21&bad=%zz')).toBe('event = paid\ntext = a b!\nbad=%zz');
  });

  it.each(['', 'plain words', '<xml/>', '{"a":'])('leaves %j as it is', (body) => {
    expect(formatBody(body)).toBeNull();
  });
});
