/** The parts of a provider package that the suite plays with. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderModule, SimulatorModule } from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';

export interface LoadedPackage {
  manifest: Manifest;
  module: ProviderModule;
  simulator: SimulatorModule;
  version: string;
  /** The adapter's file within the folder. */
  entry: string;
}

interface PackageJson {
  version?: string;
  main?: string;
}

export async function loadPackage(folder: string): Promise<LoadedPackage> {
  const read = async (name: string) => {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => {
      throw new Error(`${folder} has no ${name}: name the folder of a provider package.`);
    });
    return JSON.parse(text) as unknown;
  };
  const manifest = (await read('plugin.json')) as Manifest;
  const json = (await read('package.json')) as PackageJson;
  // As the core finds it: what is proved must be what will run.
  const entry = json.main ?? 'src/index.ts';
  if (!manifest.simulator) throw new Error('plugin.json names no "simulator": the suite plays against it.');
  const [module, simulator] = await Promise.all([load(folder, entry), load(folder, manifest.simulator)]);
  return {
    manifest,
    module: module as ProviderModule,
    simulator: simulator as SimulatorModule,
    version: json.version ?? '0.0.0',
    entry,
  };
}

async function load(folder: string, file: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(path.join(folder, file)).href)) as { default?: unknown };
  if (loaded.default) return loaded.default;
  throw new Error(`${file} has no default export: export what defineProvider or defineSimulator answers.`);
}
