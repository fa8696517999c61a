import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseCoding, compress } from './compress.ts';

describe('chooseCoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['BR', 'br'],
    ['br;q=0.5, gzip', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000', null],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('of "%s" is %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});

describe('compress', () => {
  const text = '<p>ação</p>'.repeat(200);

  it('makes less of the same text', async () => {
    const [br, gz] = [await compress(text, 'br'), await compress(text, 'gzip')];

    expect(brotliDecompressSync(br).toString()).toBe(text);
    expect(gunzipSync(gz).toString()).toBe(text);
    expect(Math.max(br.length, gz.length)).toBeLessThan(text.length / 10);
  });
});
