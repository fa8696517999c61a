/** Lists the mutants of a provider package, and proves them one by one in a copy of the package. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listFailures } from '@feira/plugin-kit/conformance';
import { overlay } from '@feira/plugin-kit/description';
import { seededRandom } from '@feira/plugin-kit/simulation';
import { OPERATIONS } from '@feira/schemas/provider';
import { readPackageJson } from '../conformance/load-package.ts';
import { provePackage } from '../conformance/prove-package.ts';
import { runOwnTests } from '../test-provider/own-tests.ts';
import { listCodeChanges } from './code-rules.ts';
import { listJsonChanges } from './json-rules.ts';
import type { Change, Mutant } from './mutant.ts';
import { failIn, findReach, isInside, type Reach, type Unit } from './reach.ts';

/** Below the project, where a copy finds the libraries. */
const COPIES = path.resolve(import.meta.dirname, '../../../../.cache/mutants');
const IS_NO_ADAPTER = /\.test\.ts$|\/(fixtures|simulator)\/|simulator\.ts$|\/test-/;
const FAMILY = /\/family-([a-z0-9-]+)\/src\//g;
/** The first look is short; what survives it is looked at again, as `npm run conformance -- --quick` does. */
const SCALES = [
  { words: 50, amounts: 0, wireWords: 1 },
  { words: 2_000, amounts: 5, wireWords: 3 },
];
/** A mutant that takes longer never ends: the host gives up such a call, so it is caught. */
const LONGEST_MS = 60_000;

/** Returns all mutants, in an order that the seed draws. */
export function listMutants(folder: string, seed: number): Mutant[] {
  const provider = path.basename(folder);
  const draw = seededRandom(seed);
  const found = listMutableFiles(folder).flatMap((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return changesOf(folder, file, text, draw).map((change) => ({ ...change, provider, file }));
  });
  return found
    .map((mutant) => ({ mutant, place: draw() }))
    .sort((one, other) => one.place - other.place)
    .map(({ mutant }) => mutant);
}

function changesOf(folder: string, file: string, text: string, draw: () => number): Change[] {
  if (file.endsWith('.ts')) return listCodeChanges(text);
  const changes = listJsonChanges(file, text, { draw, manifest: readJson(folder, 'plugin.json') });
  if (!file.startsWith('..')) return changes;
  // A member may say something else in the same place: the family's word is then not its own.
  const own = readJson(folder, 'description.json');
  const joined = (family: string) => JSON.stringify(overlay(JSON.parse(family) as object, own));
  return changes.filter(({ content }) => joined(content) !== joined(text));
}

/**
 * Returns whether a mutant is one that no declared operation of the package reaches. Reading the code says so first; then all that it says so of
 * fails at once, and what a proof or a test of the package sees fail is reached after all.
 */
export async function findUnreachable(
  folder: string,
  seed: number,
  reach?: Reach,
): Promise<(mutant: Mutant) => boolean> {
  const { unreached, unloaded } = reach ?? (await readReach(folder));
  const isSeen = (units: readonly Unit[]) => isFailureSeen(folder, units, seed);
  const silent = await listSilent(
    unreached.filter(({ body }) => body),
    isSeen,
  );
  const isOutside = (unit: Unit) => !unit.body || silent.includes(unit);
  // A table is as far as the functions that read it: it counts only where all of them are silent.
  const areAllSilent = unreached.every(isOutside);
  const counted = areAllSilent ? unreached : silent;
  return ({ file, content }) =>
    unloaded.has(file) ||
    isInside(
      counted.filter((unit) => unit.file === file),
      readFileSync(path.join(folder, file), 'utf8'),
      content,
    );
}

export async function readReach(folder: string): Promise<Reach> {
  const { operations } = readJson(folder, 'plugin.json') as { operations: string[] };
  const { entry } = await readPackageJson(folder);
  const reach = findReach(path.posix.normalize(entry), (file) => readFileSync(path.join(folder, file), 'utf8'), {
    files: listMutableFiles(folder),
    declared: operations,
    operations: OPERATIONS,
  });
  // A file of the package itself that nothing imports is a mistake of the package, and no business of another member.
  const isOfFamily = (file: string) => file.startsWith('..');
  return { ...reach, unloaded: new Set([...reach.unloaded].filter(isOfFamily)) };
}

/** Returns the units whose failure nothing sees, by halves. */
async function listSilent(
  units: readonly Unit[],
  isSeen: (units: readonly Unit[]) => Promise<boolean>,
): Promise<readonly Unit[]> {
  if (units.length === 0) return [];
  if (!(await isSeen(units))) return units;
  if (units.length === 1) return [];
  const half = Math.ceil(units.length / 2);
  return [...(await listSilent(units.slice(0, half), isSeen)), ...(await listSilent(units.slice(half), isSeen))];
}

async function isFailureSeen(folder: string, units: readonly Unit[], seed: number): Promise<boolean> {
  const failing = [...new Set(units.map(({ file }) => file))].map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return {
      file,
      content: failIn(
        units.filter((unit) => unit.file === file),
        text,
      ),
    };
  });
  return (await proveMutant(folder, failing, seed)) !== null;
}

/** The files in which a bug of the adapter can be: its simulator, tests and examples are no part of it. */
function listMutableFiles(folder: string): string[] {
  const own = listFiles(folder).filter((file) => file === 'plugin.json' || isAdapter(file));
  const ofFamilies = findFamilies(folder).flatMap((family) =>
    listFiles(path.join(folder, family))
      .filter(isAdapter)
      .map((file) => `${family}/${file}`),
  );
  return [...own, ...ofFamilies];
}

const readJson = (folder: string, file: string): object =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object;

const isAdapter = (file: string) =>
  file === 'description.json' || (/^src\/.*\.ts$/.test(file) && !IS_NO_ADAPTER.test(file));

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

function findFamilies(folder: string): string[] {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const described = existsSync(path.join(folder, 'description.json'))
    ? (JSON.parse(read('description.json')) as { family?: string }).family
    : undefined;
  const imported = listFiles(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(FAMILY)].map(([, name]) => name));
  return [...new Set([described, ...imported])].filter((name) => name !== undefined).map((name) => `../family-${name}`);
}

/** Returns what catches the bug, or null where it survives. */
export async function proveMutant(folder: string, mutant: Planted, seed: number): Promise<string | null> {
  for (const scale of SCALES) {
    const caughtBy = await proveCopy(folder, mutant, { seed, scale });
    if (caughtBy !== null) return caughtBy;
  }
  return testCopy(folder, mutant);
}

/** Returns what is red in the package as it is: nothing can be said of its mutants then. */
export const proveUnchanged = async (folder: string, seed: number): Promise<string | null> =>
  (await proveCopy(folder, null, { seed, scale: SCALES[0]! })) ?? testCopy(folder, null);

const proveCopy = (
  folder: string,
  mutant: Planted | null,
  options: { seed: number; scale: (typeof SCALES)[number] },
): Promise<string | null> => withCopy(folder, mutant, (copy) => findFailure(copy, options));

/** The tests of the package see what it shares with its simulator; `npm run test:provider` runs them for every author. */
const testCopy = (folder: string, mutant: Planted | null): Promise<string | null> =>
  withCopy(folder, mutant, async (copy) =>
    (await runOwnTests(copy, { isSilent: true, isUntilFailure: true })) ? null : 'A test of the package fails.',
  );

type PlantedFile = Pick<Mutant, 'file' | 'content'>;
/** A mutant, or several files that change together. */
type Planted = PlantedFile | readonly PlantedFile[];

async function withCopy(
  folder: string,
  mutant: Planted | null,
  work: (copy: string) => Promise<string | null>,
): Promise<string | null> {
  await mkdir(COPIES, { recursive: true });
  const root = await mkdtemp(path.join(COPIES, 'copy-'));
  const copy = path.join(root, path.basename(folder));
  try {
    for (const part of ['.', ...findFamilies(folder)])
      await cp(path.join(folder, part), path.join(copy, part), { recursive: true });
    for (const { file, content } of mutant ? [mutant].flat() : []) await writeFile(path.join(copy, file), content);
    return await Promise.race([work(copy), giveUp()]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function findFailure(
  copy: string,
  options: { seed: number; scale: (typeof SCALES)[number] },
): Promise<string | null> {
  try {
    const report = await provePackage(copy, { ...options, isUntilFailure: true });
    return listFailures(report)[0] ?? null;
  } catch (error) {
    return (error as Error).message.split('\n')[0]!;
  }
}

const giveUp = () =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('It never ends.'), LONGEST_MS).unref();
  });
