import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importProcedures } from '../../test/declared.ts';
import { ERRORS } from './errors.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the error catalogue', () => {
  it('stands in docs/errors.md as it is', () => {
    const rows = Object.entries(ERRORS).map(
      ([code, entry]) => `| ${code} | ${entry.status} | ${entry['pt-BR']} | ${entry.en} |`,
    );

    const documented = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').split('\n');

    expect(documented.filter((line) => /^\| [A-Z_]+ \|/.test(line))).toEqual(rows);
  });

  it('has every code that a procedure declares', async () => {
    const declared = (await importProcedures()).flatMap(({ errors }) => [...errors]);

    expect(declared.filter((code) => !(code in ERRORS))).toEqual([]);
    expect(declared.length).toBeGreaterThan(20);
  });
});
