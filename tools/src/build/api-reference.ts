/** Writes the script of the API's documentation page. Its package is no dependency of a node, which would load all of it at its start. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fastify from 'fastify';
import { compressAssets } from './compress-assets.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../dist/shells/api-reference');
const SCRIPT = path.join(FOLDER, 'reference.js');
const VERSION = path.join(FOLDER, 'version.txt');
const PACKAGE = path.resolve(import.meta.dirname, '../../../node_modules/@scalar/fastify-api-reference/package.json');

/** Writes nothing where the script of this version is there. */
export async function writeApiReference({ isQuick }: { isQuick: boolean }): Promise<void> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  const isWritten = existsSync(SCRIPT) && (await readFile(VERSION, 'utf8').catch(() => '')) === version;
  if (!isWritten) {
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const server = fastify();
    await server.register(reference, { routePrefix: '/docs', configuration: { url: '/none' } });
    const { body } = await server.inject({ url: '/docs/js/scalar.js' });
    await server.close();
    await mkdir(FOLDER, { recursive: true });
    await writeFile(SCRIPT, body);
    await writeFile(VERSION, version);
  }
  await compressAssets([FOLDER], { isQuick });
}
