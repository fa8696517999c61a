/**
 * `npm run watch:page -- https://pay.example/checkout/<id>` looks at payment pages from another machine, as PCI DSS 11.6.1 asks: whether their
 * headers are those that were saved, and whether every script is the one that this clone has built. It ends with 1 where something differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listPageScripts, type PageScript } from '../build/page-scripts.ts';
import { findChanges, findStrangers } from './compare.ts';
import { type Looked, lookAt, readDigest } from './look.ts';

const FILE = 'watched-pages.json';
const USAGE = `Say which pages to look at: npm run watch:page -- https://pay.example/checkout/<id> [--file=${FILE}] [--save]
--save keeps how they are now; do so after each deployment, from a clone of the version that is deployed (npm run build).`;

type Saved = Record<string, Looked>;

interface Watching {
  addresses: readonly string[];
  /** The scripts of the build that is deployed. */
  inventory: readonly PageScript[];
  saved: Saved;
}

/** Returns what differs, and how the pages are now. */
export async function watchPages({
  addresses,
  inventory,
  saved,
}: Watching): Promise<{ problems: string[]; now: Saved }> {
  const now: Saved = {};
  const problems: string[] = [];
  for (const address of addresses) {
    try {
      const looked = await lookAt(new URL(address));
      now[address] = looked;
      problems.push(...findStrangers(address, looked, inventory));
      const before = saved[address];
      if (before) problems.push(...findChanges(address, looked, before));
    } catch (error) {
      problems.push(`${address} could not be looked at: ${(error as Error).message}`);
    }
  }
  // The watch asks for files that a page loads later as well, from every origin that was looked at.
  for (const origin of new Set(addresses.map((address) => new URL(address).origin)))
    for (const { address, integrity } of inventory) {
      const served = await readDigest(new URL(address, origin)).catch(() => null);
      if (served === null) problems.push(`${origin} does not serve ${address}: is it this version?`);
      else if (served !== integrity)
        problems.push(`${origin} serves ${address} with another content than the build's.`);
    }
  return { problems, now };
}

async function readSaved(file: string): Promise<Saved | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Saved;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}

export async function runWatchTask(parameters: string[]): Promise<number> {
  const { values, positionals: addresses } = parseArgs({
    args: parameters,
    options: { file: { type: 'string', default: FILE }, save: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (addresses.length === 0 || addresses.some((address) => !/^https?:\/\//.test(address))) throw new Error(USAGE);
  const file = path.resolve(values.file);
  const saved = values.save ? {} : await readSaved(file);
  if (saved === null) throw new Error(`There is no ${file}: run once with --save, after a deployment that you trust.`);
  const unknown = values.save ? [] : addresses.filter((address) => !saved[address]);
  if (unknown.length > 0) throw new Error(`${file} does not hold ${unknown.join(', ')}: run once with --save.`);
  const { problems, now } = await watchPages({ addresses, inventory: await listPageScripts(), saved });
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (problems.length > 0) return 1;
  if (values.save) await writeFile(file, `${JSON.stringify(now, null, 2)}\n`);
  console.log(`${addresses.length} pages are as they were deployed${values.save ? `, and are kept in ${file}` : ''}.`);
  return 0;
}

if (import.meta.main)
  await runWatchTask(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
