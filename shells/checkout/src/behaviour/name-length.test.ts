import { describe, expect, it } from 'vitest';
import { LONGEST_NAME, shortenName } from './name-length.ts';

describe('shortenName', () => {
  it.each([
    ['Maria Aparecida Ferreira de Souza Santos', 'Maria Aparecida F. S. Santos'],
    ['João Carlos Alberto de Albuquerque', 'João Carlos A. Albuquerque'],
    ['Ana Lima', 'Ana Lima'],
  ])('writes %s with initials in its middle', (name, shorter) => {
    expect(shortenName(name)).toBe(shorter);
    expect(shorter.length).toBeLessThanOrEqual(LONGEST_NAME);
  });

  it('proposes nothing where two names alone are too long', () => {
    expect(shortenName('Wolfeschlegelsteinhausen Bergerdorff')).toBeUndefined();
  });
});
