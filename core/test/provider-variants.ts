/** Variants of the sandbox: the manifest differs, the code does not. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
    manifest.simulator = './simulator.ts';
    change(manifest);
    manifest.id = id;
    const folder = join(directory, id);
    await mkdir(folder);
    // Copied instead of linked, because a package may only read its own folder.
    await cp(join(SANDBOX, 'src'), join(folder, 'src'), { recursive: true });
    // The simulator runs beside the core, where its own imports are found.
    const simulator = pathToFileURL(join(SANDBOX, 'src/simulator.ts')).href;
    await writeFile(join(folder, 'simulator.ts'), `export { default } from ${JSON.stringify(simulator)};\n`);
    await writeFile(join(folder, 'plugin.json'), JSON.stringify(manifest));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ version: '1.0.0', type: 'module', main: 'src/index.ts' }),
    );
  }
  return { directory, remove: () => rm(directory, { recursive: true }) };
}
