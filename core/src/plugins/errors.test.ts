import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Procedure } from '@feira/schemas/procedure';
import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROCEDURES = join(ROOT, 'schemas/src/procedures');

describe('the error catalogue', () => {
  it('stands in docs/errors.md as it is', () => {
    const rows = Object.entries(ERRORS).map(
      ([code, entry]) => `| ${code} | ${entry.status} | ${entry['pt-BR']} | ${entry.en} |`,
    );

    const documented = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').split('\n');

    expect(documented.filter((line) => /^\| [A-Z_]+ \|/.test(line))).toEqual(rows);
  });

  it('has every code that a procedure declares', async () => {
    const modules = await Promise.all(
      readdirSync(PROCEDURES).map(
        (file) => import(join(PROCEDURES, file)) as Promise<Record<string, Partial<Procedure>>>,
      ),
    );

    const declared = modules.flatMap((module) => Object.values(module)).flatMap((procedure) => procedure.errors ?? []);

    expect(declared.filter((code) => !(code in ERRORS))).toEqual([]);
    expect(declared.length).toBeGreaterThan(20);
  });
});
