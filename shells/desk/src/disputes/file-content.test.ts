import { describe, expect, it } from 'vitest';
import { formatBytes } from './file-content.ts';

describe('formatBytes', () => {
  it.each([
    [1, 'pt-BR', '1 kB'],
    [12_288, 'pt-BR', '12 kB'],
    [1_468_006, 'pt-BR', '1,4 MB'],
    [1_468_006, 'en', '1.4 MB'],
    [5_242_880, 'pt-BR', '5 MB'],
  ])('calls %i bytes in %s %s', (bytes, language, text) => {
    expect(formatBytes(bytes, language).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
