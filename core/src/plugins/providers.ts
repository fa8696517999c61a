/**
 * Finds provider packages by their manifests. Nothing here or anywhere in the core names a provider: a folder with a
 * plugin.json is one. Those that come with the core are reviewed and run in this process; any other runs in its own.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderLog, ProviderModule, SimulatorModule } from '@feira/plugin-kit';
import { validateManifest } from '@feira/plugin-kit/broker';
import { createIsolatedModule } from '@feira/plugin-kit/isolation';
import type { Manifest } from '@feira/schemas/manifest';
import fp from 'fastify-plugin';

export interface ProviderPackage {
  id: string;
  version: string;
  /** Platform whose operator installed it; null for one from a folder, which everybody may use. */
  owner: string | null;
  directory: string;
  manifest: Manifest;
  module: ProviderModule;
  /** Ends its process, where it has one. */
  close(): void;
  /** Loads the package's simulator, into this process: for development and tests alone. Null where it has none. */
  loadSimulator: (() => Promise<SimulatorModule>) | null;
}

/** What nodes call a package among each other. */
export const toPackageKey = (owner: string | null, id: string, version: string): string =>
  `${owner ?? 'core'}:${id}@${version}`;

/** Under which keys a platform with these owners may find a version. */
export const packageKeys = (id: string, version: string, owners: readonly string[]): string[] =>
  [null, ...owners].map((owner) => toPackageKey(owner, id, version));

/** Packages that this node can serve. The same id and version installed by two operators are two packages. */
export class Providers {
  readonly #packages = new Map<string, ProviderPackage>();

  add(found: ProviderPackage): void {
    this.#packages.set(toPackageKey(found.owner, found.id, found.version), found);
  }

  remove(found: ProviderPackage): void {
    this.#packages.delete(toPackageKey(found.owner, found.id, found.version));
  }

  /** One from a folder, or installed by one of the owners (see findPackageOwners). */
  get(id: string, version: string, owners: readonly string[] = []): ProviderPackage | undefined {
    for (const owner of [null, ...owners]) {
      const found = this.#packages.get(toPackageKey(owner, id, version));
      if (found) return found;
    }
    return undefined;
  }

  /** Those from folders, and those of the owners. */
  list(owners: readonly string[] = []): ProviderPackage[] {
    return [...this.#packages.values()].filter(({ owner }) => owner === null || owners.includes(owner));
  }

  /** Whoever they belong to. */
  listAll(): ProviderPackage[] {
    return [...this.#packages.values()];
  }
}

async function readJson(file: string): Promise<Record<string, unknown> | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const BUNDLED = resolve(import.meta.dirname, '../../../plugins');

const importDefault = async <T>(directory: string, file: string): Promise<T> =>
  ((await import(pathToFileURL(join(directory, file)).href)) as { default: T }).default;

/** Null when the folder is no provider; throws with the reason when it is a broken one. */
export async function loadProvider(directory: string, log: ProviderLog): Promise<ProviderPackage | null> {
  const json = await readJson(join(directory, 'plugin.json'));
  if (!json) return null;
  const checked = validateManifest(json);
  if ('problems' in checked) throw new Error(`${directory}/plugin.json: ${checked.problems.join(' ')}`);
  const description = await readJson(join(directory, 'package.json'));
  if (typeof description?.version !== 'string') throw new Error(`${directory}/package.json: version is missing.`);
  const { manifest } = checked;
  const entry = typeof description.main === 'string' ? description.main : 'src/index.ts';
  const isBundled = resolve(directory, '..') === BUNDLED;
  const isolated = isBundled ? null : createIsolatedModule({ manifest, directory, entry, log });
  return {
    id: manifest.id,
    version: description.version,
    owner: null,
    directory,
    manifest,
    module: isolated ?? (await importDefault<ProviderModule>(directory, entry)),
    close: () => isolated?.close(),
    loadSimulator: manifest.simulator
      ? () => importDefault<SimulatorModule>(directory, manifest.simulator as string)
      : null,
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    providers: Providers;
    /** Platforms whose installed packages a platform may use: the own one, and the one that operates it. */
    findPackageOwners(platformId: string): Promise<string[]>;
  }
}

export default fp(
  async (app) => {
    const providers = new Providers();
    for (const parent of app.config.providerDirectories) {
      const children = await readdir(parent, { withFileTypes: true });
      for (const child of children.filter((entry) => entry.isDirectory())) {
        try {
          const found = await loadProvider(join(parent, child.name), app.log);
          if (found) providers.add(found);
        } catch (error) {
          // One broken package must not take the others' money down.
          app.log.error({ err: error, directory: join(parent, child.name) }, 'A provider package was left out');
        }
      }
    }
    app.decorate('providers', providers);
    app.decorate('findPackageOwners', (platformId: string) =>
      app.cache.get(platformId, 'package-owners', async () => {
        const text = 'SELECT operator_id AS "operatorId" FROM platform WHERE platform_id = $1';
        const [result] = await app.database.read(platformId, [{ text, values: [platformId] }], true);
        const operatorId: string | null = result?.rows[0]?.operatorId ?? null;
        return operatorId === null ? [platformId] : [platformId, operatorId];
      }),
    );
    app.addHook('onClose', async () => {
      for (const found of providers.listAll()) found.close();
    });
  },
  { name: 'providers', dependencies: ['config', 'database', 'cache'] },
);
