/** Loads the parts of a provider package that the suite plays with. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderModule, SimulatorModule } from '@feira/plugin-kit';
import { readDescribed } from '@feira/plugin-kit/description';
import type { Manifest } from '@feira/schemas/manifest';

export interface LoadedPackage {
  manifest: Manifest;
  simulator: SimulatorModule;
  version: string;
  /** The adapter's file within the folder. */
  entry: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const DEFAULT_ENTRY = 'src/index.ts';

export async function loadPackage(folder: string): Promise<LoadedPackage> {
  const manifest = await readManifest(folder);
  const { version, entry } = await readPackageJson(folder);
  return { manifest, simulator: await loadSimulator(folder, manifest), version, entry };
}

async function loadSimulator(folder: string, manifest: Manifest): Promise<SimulatorModule> {
  if (manifest.simulator) return (await load(folder, manifest.simulator)) as SimulatorModule;
  const described = await readDescribed(folder, manifest);
  if (described) return described.loadSimulator();
  if (manifest.operations.length === 0) return NO_SIMULATOR;
  throw new Error('plugin.json names no "simulator": the suite plays against it.');
}

/** Plays the provider of a package without any operation. */
const NO_SIMULATOR: SimulatorModule = {
  createSimulator: () => ({
    handle: async () => ({ status: 404 }),
    pay: async () => undefined,
    expire: async () => undefined,
    chargeback: async () => undefined,
    listCharges: async () => [],
    getCharge: async () => undefined,
  }),
  samples: { credentials: {} },
};

/** The adapter in this process, for who wraps it in others; the suite runs packages in a process of their own. */
export const loadAdapter = async (folder: string): Promise<ProviderModule> =>
  openAdapter(
    folder,
    await readManifest(folder),
    async (_left, entry) => (await load(folder, entry)) as ProviderModule,
  );

/** The adapter of a package: its description with what `loadCode` makes of its code, if it has any. */
export async function openAdapter(
  folder: string,
  manifest: Manifest,
  loadCode: (left: Manifest, entry: string) => Promise<ProviderModule>,
): Promise<ProviderModule> {
  const { entry } = await readPackageJson(folder);
  const described = await readDescribed(folder, manifest);
  if (!described) return loadCode(manifest, entry);
  return described.withCode(existsSync(path.join(folder, entry)) ? await loadCode(described.left, entry) : null);
}

export const readManifest = async (folder: string): Promise<Manifest> =>
  (await readJson(folder, 'plugin.json')) as Manifest;

/** The entry is found as the core finds it: what is proved must be what will run. */
export async function readPackageJson(folder: string): Promise<{ version: string; entry: string }> {
  const { version, main } = (await readJson(folder, 'package.json')) as { version?: string; main?: string };
  return { version: version ?? '0.0.0', entry: main ?? DEFAULT_ENTRY };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => {
    throw new Error(`${folder} has no ${name}: name the folder of a provider package.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is no JSON: ${(error as Error).message}`);
  }
}

/** A package elsewhere has no node_modules above it; what it may import is found from here, as a host does for one installed. */
const LIBRARY = /^@feira\/(plugin-kit|schemas)(\/|$)/;
let areLibrariesFound = false;

function findLibrariesFor(folder: string): void {
  if (areLibrariesFound || path.resolve(folder).startsWith(ROOT + path.sep)) return;
  areLibrariesFound = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, LIBRARY.test(specifier) ? { ...context, parentURL: import.meta.url } : context),
  });
}

async function load(folder: string, file: string): Promise<unknown> {
  findLibrariesFor(folder);
  const loaded = (await import(pathToFileURL(path.join(folder, file)).href)) as { default?: unknown };
  if (loaded.default) return loaded.default;
  throw new Error(`${file} has no default export: export what defineProvider or defineSimulator answers.`);
}
