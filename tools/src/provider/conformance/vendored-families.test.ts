/** Tests that a member of a family travels with what it imports of it, and that nothing else changes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPackedFiles } from './packed-files.ts';

const place = mkdtempSync(path.join(tmpdir(), 'feira-family-'));
afterAll(() => rmSync(place, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
  writeFileSync(path.join(place, file), text);
}
const readMember = async (name: string) => {
  const files = await readPackedFiles(path.join(place, name), 'src/index.ts');
  return Object.fromEntries(files.map(({ path: file, content }) => [file, Buffer.from(content).toString()]));
};

it('copies the family as vendor/<family>@<version>, without its tests, and leads imports there', async () => {
  write('family-open/family.json', '{ "name": "open", "version": "2.1.0" }');
  write('family-open/src/provider.ts', "export { one } from './client.ts';\n");
  write('family-open/src/client.ts', 'export const one = 1;\n');
  write('family-open/src/client.test.ts', 'throw new Error();\n');
  write('family-open/src/test-member.ts', 'throw new Error();\n');
  write('alpha/src/index.ts', "export { one } from '../../family-open/src/provider.ts';\n");
  write('alpha/plugin.json', '{}');

  expect(await readMember('alpha')).toEqual({
    'plugin.json': '{}',
    'src/index.ts': "export { one } from '../vendor/open@2.1.0/provider.ts';\n",
    'vendor/open@2.1.0/client.ts': 'export const one = 1;\n',
    'vendor/open@2.1.0/provider.ts': "export { one } from './client.ts';\n",
  });
});

it('leaves a package without a family as it is', async () => {
  write('beta/src/index.ts', "export { two } from './two.ts';\n");
  expect(await readMember('beta')).toEqual({ 'src/index.ts': "export { two } from './two.ts';\n" });
});

it('says what a family without a version lacks', async () => {
  write('family-bare/src/a.ts', 'export const a = 1;\n');
  write('gamma/src/index.ts', "export { a } from '../../family-bare/src/a.ts';\n");
  await expect(readMember('gamma')).rejects.toThrow(/family-bare has no family\.json/);
});
