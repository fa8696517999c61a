import fastJson, { type Schema } from 'fast-json-stringify';
import { describe, expect, it } from 'vitest';
import { importProcedures } from '../../test/declared.ts';

describe('the answer of every procedure', () => {
  // A node compiles each with its first answer, so that nothing but this finds a schema that cannot be compiled before.
  it('can be written by its schema', async () => {
    const procedures = await importProcedures();

    expect(procedures.length).toBeGreaterThan(150);
    for (const { name, output } of procedures) expect(() => fastJson(output as Schema), name).not.toThrow();
  });
});
