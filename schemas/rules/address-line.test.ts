import { expect, it } from 'vitest';
import { joinAddressLine } from './address-line.ts';

it.each([
  [['100', 'Rua das Flores', 'Centro'], '100, Rua das Flores, Centro'],
  [['100, fundos', 'Rua A, lote 2 ,quadra 3', 'Centro,'], '100 fundos, Rua A lote 2 quadra 3, Centro'],
  [['100', 'Rua A', '', undefined, null, ' , '], '100, Rua A'],
])('joins %j as %j', (parts, line) => {
  expect(joinAddressLine(...parts)).toBe(line);
});
