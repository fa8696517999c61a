/** The sandbox under other promises: what its manifest says is changed, its code is not. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from '@feira/schemas/manifest';

const SANDBOX = resolve(import.meta.dirname, '../../plugins/sandbox');

type Change = (manifest: Manifest) => void;

/** A folder of provider packages, one an id; `remove` deletes it. */
export async function writeVariants(
  variants: Record<string, Change>,
): Promise<{ directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'feira-variants-'));
  for (const [id, change] of Object.entries(variants)) {
    const manifest = JSON.parse(await readFile(join(SANDBOX, 'plugin.json'), 'utf8')) as Manifest;
    change(manifest);
    Object.assign(manifest, { id, simulator: './simulator.ts' });
    const folder = join(directory, id);
    await mkdir(folder);
    const reexport = (file: string) =>
      `export { default } from ${JSON.stringify(pathToFileURL(join(SANDBOX, file)).href)};\n`;
    await writeFile(join(folder, 'plugin.json'), JSON.stringify(manifest));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ version: '1.0.0', type: 'module', main: 'index.ts' }),
    );
    await writeFile(join(folder, 'index.ts'), reexport('src/index.ts'));
    await writeFile(join(folder, 'simulator.ts'), reexport('src/simulator.ts'));
  }
  return { directory, remove: () => rm(directory, { recursive: true }) };
}
