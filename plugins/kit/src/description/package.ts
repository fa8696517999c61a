/** Reads the description of a package from its folder, and joins it with the package's code where there is some. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Description } from '@feira/schemas/description';
import type { Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import type { ProviderModule } from '../define.ts';
import type { SimulatorModule } from '../simulator.ts';
import { overlay } from './calls.ts';
import { checkDescription, DESCRIPTION_FILE } from './check.ts';
import { listExampleFaults } from './examples.ts';
import { describedModule } from './module.ts';
import { describedSimulator } from './simulator.ts';

export const EXAMPLES_FOLDER = 'examples';

export interface Described {
  description: Description;
  /** The manifest with only those operations that are left to the package's code. */
  left: Manifest;
  leave(manifest: Manifest): Manifest;
  /** The whole adapter; null where the package has no code. Throws where both offer an operation, or none offers a declared one. */
  withCode(code: ProviderModule | null): ProviderModule;
  loadExamples(): Promise<Examples[]>;
  loadSimulator(): Promise<SimulatorModule>;
}

/** Returns null where the package has no description, and throws one sentence for each thing to fix in it. */
export async function readDescribed(directory: string, manifest: Manifest): Promise<Described | null> {
  const own = await readDescription(directory);
  if (!own) return null;
  const family = own.family === undefined ? null : await findFamily(directory, own.family);
  const json = family ? overlay((await readDescription(family)) ?? {}, own) : own;
  const checked = checkDescription(json, manifest);
  if ('problems' in checked) throw new Error(checked.problems.join('\n'));
  const { description } = checked;
  const described = describedModule(manifest, description);
  const names = [...Object.keys(description.operations ?? {}), ...(description.events ? ['processWebhook'] : [])];
  const leave = (whole: Manifest): Manifest => ({
    ...whole,
    operations: whole.operations.filter((name) => !names.includes(name)),
  });
  const left = leave(manifest);
  const loadExamples = () => readExamples(directory);
  return {
    description,
    left,
    leave,
    withCode(code) {
      if (!code && left.operations.length > 0)
        throw new Error(
          `plugin.json declares ${left.operations.join(', ')}: describe it in ${DESCRIPTION_FILE}, or write it in src.`,
        );
      return code
        ? { createProvider: (context) => merge(described.createProvider(context), code.createProvider(context)) }
        : described;
    },
    loadExamples,
    loadSimulator: async () => describedSimulator(manifest, description, await loadExamples()),
  };
}

async function readDescription(directory: string): Promise<Partial<Description> | null> {
  const file = path.join(directory, DESCRIPTION_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const json = parse(text, file);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new Error(`${file} is no object.`);
}

/** The folder of a package's family: in the package where it was packed, beside it in the repository. */
export async function findFamily(directory: string, name: unknown): Promise<string> {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]+$/.test(name))
    throw new Error(`${DESCRIPTION_FILE}: family must be a name such as "saq".`);
  const vendored = await readdir(path.join(directory, 'vendor')).catch((): string[] => []);
  const own = vendored.find((folder) => folder.startsWith(`${name}@`));
  const found = own ? path.join(directory, 'vendor', own) : path.join(directory, `../family-${name}`);
  if (await readDescription(found)) return found;
  throw new Error(`${DESCRIPTION_FILE}: there is no family "${name}": ${found} has no ${DESCRIPTION_FILE}.`);
}

function merge(described: Provider, code: Provider): Provider {
  const twice = Object.keys(code).find((name) => name in described);
  if (twice) throw new Error(`src offers ${twice}, which ${DESCRIPTION_FILE} describes: keep one of them.`);
  return { ...described, ...code };
}

/** The files of examples/, in the order of their names, and then those of the family; none where there is no such folder. */
export async function readExamples(directory: string): Promise<Examples[]> {
  const family = (await readDescription(directory))?.family;
  const shared = family === undefined ? [] : await readExamples(await findFamily(directory, family));
  return [...(await readOwnExamples(directory)), ...shared];
}

async function readOwnExamples(directory: string): Promise<Examples[]> {
  const folder = path.join(directory, EXAMPLES_FOLDER);
  const names = await readdir(folder).catch((): string[] => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map(async (name) => {
        const file = `${EXAMPLES_FOLDER}/${name}`;
        const json = parse(await readFile(path.join(folder, name), 'utf8'), file);
        const faults = listExampleFaults(file, json);
        if (faults.length > 0) throw new Error(faults.join('\n'));
        return json as Examples;
      }),
  );
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`);
  }
}
