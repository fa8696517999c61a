import { expect, it } from 'vitest';
import { readErrorPages } from './write-errors.ts';

it('finds the table of docs/errors.md as the catalogue says it (node tools/src/write-errors.ts writes it)', () => {
  const { written, wanted } = readErrorPages();

  expect(written).toBe(wanted);
});
