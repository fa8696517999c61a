import { describe, expect, it } from 'vitest';
import { isInPlace, parsePlace, stateOfZip } from './zip-place.ts';

describe('a zip code', () => {
  it.each([
    ['01001000', 'SP'],
    ['20040002', 'RJ'],
    ['69301000', 'RR'],
    ['69900000', 'AC'],
    ['70040010', 'DF'],
    ['73050000', 'DF'],
    ['74000000', 'GO'],
    ['99999999', 'RS'],
    ['00999999', undefined],
  ])('%s is in %s', (zip, state) => {
    expect(stateOfZip(zip)).toBe(state);
  });
});

describe('a typed place', () => {
  it.each([
    ['SP, RJ', '20040002', true],
    ['sp', '20040002', false],
    ['01000-000 a 05999-999', '05999999', true],
    ['01000000-05999999', '06000000', false],
    ['01000-000 to 05999-999', '01000000', true],
  ])('%s holds %s: %s', (place, zip, isIn) => {
    expect(isInPlace(place, zip)).toBe(isIn);
  });

  it.each(['', 'São Paulo', 'XX', '05999-999 a 01000-000', '01000-000'])('is none: "%s"', (place) => {
    expect(parsePlace(place)).toBeNull();
  });
});
