/**
 * Finds provider packages by their manifests. Nothing here or anywhere in the core names a provider: a folder with a
 * plugin.json is one. Those that come with the core are reviewed and run in this process; any other runs in its own.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderLog, ProviderModule, SimulatorModule } from '@feira/plugin-kit';
import {
  CONFORMANCE_FILE,
  type ConformanceReport,
  digestPackage,
  switchOffUnproven,
  validateManifest,
} from '@feira/plugin-kit/broker';
import { createIsolatedModule } from '@feira/plugin-kit/isolation';
import type { Manifest } from '@feira/schemas/manifest';
import fp from 'fastify-plugin';
import type { ArchiveFile } from '../shared/package-archive.ts';
import { findEntry } from '../shared/package-entry.ts';
import { readReport } from '../shared/package-report.ts';

export interface ProviderPackage {
  id: string;
  version: string;
  /** Platform whose operator installed it; null for one from a folder, which everybody may use. */
  owner: string | null;
  /** sha256 of the tarball it was installed from; null for one from a folder. */
  digest: string | null;
  /** Came with the core, and runs in its process. */
  isBundled: boolean;
  directory: string;
  manifest: Manifest;
  /** Capabilities of the manifest that nothing proves, where it was installed. */
  switchedOff: string[];
  module: ProviderModule;
  /** Sees whether its process can be started, where it has one. */
  start(): Promise<void>;
  /** Why it cannot be counted on at the moment. */
  findFault(): string | null;
  /** Ends its process after the calls that are open, where it has one. */
  drain(): Promise<void>;
  /** Ends its process at once. */
  close(): void;
  /** Loads the package's simulator, into this process: for development and tests alone. Null where it has none. */
  loadSimulator: (() => Promise<SimulatorModule>) | null;
}

/** Whose manifest can be read, but nothing more. */
export class ProviderBroken extends Error {
  readonly id: string;
  readonly version: string;

  constructor(id: string, version: string, cause: Error) {
    super(cause.message, { cause });
    this.id = id;
    this.version = version;
  }
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
  /** Versions in folders that could not be loaded, with the reason. */
  readonly broken: ProviderBroken[] = [];

  add(found: ProviderPackage): void {
    this.#packages.set(toPackageKey(found.owner, found.id, found.version), found);
  }

  remove(found: ProviderPackage): void {
    this.#packages.delete(toPackageKey(found.owner, found.id, found.version));
  }

  /** The new one is found from now on; calls under way end on the old one, and then its process. */
  replace(old: ProviderPackage, fresh: ProviderPackage): Promise<void> {
    this.remove(old);
    this.add(fresh);
    return old.drain();
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

/** What is known of a package that was installed. */
export interface Installed {
  owner: string;
  digest: string;
  /** Everything in it, as it was packed. */
  files: readonly ArchiveFile[];
}

/** What cannot be read proves nothing. */
function findReport(files: readonly ArchiveFile[]): ConformanceReport | undefined {
  const read = readReport(files.find(({ path }) => path === CONFORMANCE_FILE)?.content);
  return read && 'report' in read ? read.report : undefined;
}

/** Null when the folder is no provider; throws with the reason when it is a broken one. */
export async function loadProvider(
  directory: string,
  log: ProviderLog,
  installed: Installed | null = null,
): Promise<ProviderPackage | null> {
  const json = await readJson(join(directory, 'plugin.json'));
  if (!json) return null;
  const checked = validateManifest(json);
  if ('problems' in checked) throw new Error(`${directory}/plugin.json: ${checked.problems.join(' ')}`);
  const description = await readJson(join(directory, 'package.json'));
  if (typeof description?.version !== 'string') throw new Error(`${directory}/package.json: version is missing.`);
  const { version } = description;
  const { manifest, switchedOff } = installed
    ? switchOffUnproven(checked.manifest, findReport(installed.files), digestPackage(installed.files))
    : { manifest: checked.manifest, switchedOff: [] };
  const isBundled = !installed && resolve(directory, '..') === BUNDLED;
  const entry = findEntry(description) ?? 'src/index.ts';
  const isolated = isBundled ? null : createIsolatedModule({ manifest, directory, entry, log });
  const bundled = (): Promise<ProviderModule> =>
    importDefault<ProviderModule>(directory, entry).catch((error: Error) => {
      throw new ProviderBroken(manifest.id, version, error);
    });
  return {
    id: manifest.id,
    version,
    owner: installed?.owner ?? null,
    digest: installed?.digest ?? null,
    isBundled,
    directory,
    manifest,
    switchedOff,
    module: isolated ?? (await bundled()),
    start: async () => isolated?.start(),
    findFault: () => isolated?.findFault() ?? null,
    drain: async () => isolated?.drain(),
    close: () => isolated?.close(),
    // It would run beside everybody's secrets.
    loadSimulator:
      manifest.simulator && !installed
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
          if (error instanceof ProviderBroken) providers.broken.push(error);
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
