/** Compiles sources that the compiler has seen before. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCompiler } from './compile.ts';

const CACHE = path.resolve(import.meta.dirname, '../../../../.cache');
mkdirSync(CACHE, { recursive: true });
const work = mkdtempSync(path.join(CACHE, 'compile-test-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

it('writes all files again although they have not changed', async () => {
  const source = path.join(work, 'answer.ts');
  writeFileSync(source, 'export const answer: number = 42;\n');
  for (const _ of [1, 2]) {
    const output = await runCompiler([source], work);
    const compiled = path.join(output, path.relative(path.parse(work).root, source));

    expect(existsSync(compiled.replace(/\.ts$/, '.js'))).toBe(true);
    expect(existsSync(compiled.replace(/\.ts$/, '.d.ts'))).toBe(true);
    rmSync(output, { recursive: true });
  }
});
