/** `npm run new:provider -- acme` writes a provider package that runs, with a list of its author's open points. */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { toSaoPauloDate } from '@feira/plugin-kit';
import { listOpenPoints } from './new-provider/open-points.ts';
import { type Ask, type NewProvider, readOptions } from './new-provider/options.ts';
import { renderPackage } from './new-provider/render.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const GUIDE = 'docs/provider-guide.md';
const BIOME = path.join(ROOT, 'node_modules/.bin/biome');

/** Writes the package and returns its folder; files that exist stay as they are. */
export async function createPackage(options: NewProvider): Promise<string> {
  const parent = path.resolve(ROOT, options.directory);
  const place = path.join(parent, options.id);
  const isInClone = place.startsWith(ROOT + path.sep);
  const folder = isInClone ? path.relative(ROOT, place) : place;
  // Elsewhere a link would lead through this machine's folders.
  const guide = isInClone
    ? `[The guide](${path.relative(place, path.join(ROOT, GUIDE))})`
    : `The guide (\`${GUIDE}\` of Feira)`;
  const today = toSaoPauloDate(new Date());
  const files = await renderPackage(options, { folder, guide, today });
  const formatted = await Promise.all(
    [...files].map(async ([name, text]) => [name, await format(`plugins/${options.id}/${name}`, text)] as const),
  );
  await mkdir(parent, { recursive: true });
  await makeFolder(place, folder);
  for (const [name, text] of formatted) {
    const file = path.join(place, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
  return folder;
}

async function makeFolder(place: string, folder: string): Promise<void> {
  try {
    await mkdir(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${folder} exists already and stays as it is: choose another id or --directory.`);
  }
}

/** As `npm run check` wants it, wherever the package is written to. */
async function format(name: string, text: string): Promise<string> {
  const child = spawn(BIOME, ['check', '--write', `--stdin-file-path=${name}`], { cwd: ROOT, stdio: 'pipe' });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  child.stdin.end(text);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (code !== 0) throw new Error(`${name} cannot be formatted: ${complaint}`);
  return output;
}

function listLeft({ kind, methods, family }: NewProvider): string[] {
  if (kind === 'table')
    return [
      'description.json, examples/invented.json: the calls are made up; replace them by the provider’s own',
      'examples/words.json: what the provider’s page says that each word means',
    ];
  if (kind === 'openapi')
    return ['README.md lists what the document does not decide, and the calls that were taken from it'];
  if (kind === 'family')
    return [`plugin.json: compare it with the provider’s pages; it is a copy of another member of ${family}`];
  return [
    ...listOpenPoints(methods).map(({ file, what }) => `${file}: ${what.replaceAll('`', '')}`),
    'examples/words.json: what the provider’s page says that each word means',
  ];
}

function askOnTerminal(): { ask: Ask; close(): void } {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { ask: null, close: () => undefined };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask: Ask = (question, suggestion) =>
    terminal.question(suggestion ? `${question} [${suggestion}] ` : `${question} `);
  return { ask, close: () => terminal.close() };
}

if (import.meta.main) {
  const { ask, close } = askOnTerminal();
  try {
    const options = await readOptions(process.argv.slice(2), ask);
    const folder = await createPackage(options);
    console.log(`${folder} is written. Nothing else was touched, and nothing needs to be registered anywhere.`);
    console.log('Left to you (docs/provider-guide.md does all of it once):');
    for (const line of listLeft(options)) console.log(`  ${line}`);
    console.log(`Then: npm run conformance -- ${folder}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    close();
  }
}
