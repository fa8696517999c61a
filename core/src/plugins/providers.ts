/**
 * Finds provider packages by their manifests. The core never names a provider: every folder with a plugin.json is one. Packages bundled
 * with the core are reviewed and run in this process; every other one runs in its own process.
 */
import { existsSync } from 'node:fs';
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
import { type Described, readDescribed } from '@feira/plugin-kit/description';
import { createIsolatedModule, loadIsolatedSimulator } from '@feira/plugin-kit/isolation';
import type { Manifest } from '@feira/schemas/manifest';
import fp from 'fastify-plugin';
import type { ArchiveFile } from '../shared/package-archive.ts';
import { findEntry } from '../shared/package-entry.ts';
import { readReport } from '../shared/package-report.ts';
import { compareVersions, newestOf } from '../shared/versions.ts';

export interface ProviderPackage {
  id: string;
  version: string;
  /** The platform whose operator installed it; null for a package from a folder, which every platform may use. */
  owner: string | null;
  /** The sha256 of the tarball it was installed from; null for a package from a folder. */
  digest: string | null;
  /** True if the core bundles it; it then runs in the core's process. */
  isBundled: boolean;
  directory: string;
  manifest: Manifest;
  /** The manifest's capabilities that had no proof when it was installed. */
  switchedOff: string[];
  module: ProviderModule;
  /** False if its description is all there is: the host runs it, and no process is started. */
  hasCode: boolean;
  /** Checks whether its process can be started, if it has one. */
  start(): Promise<void>;
  /** Returns why the package cannot be relied on at the moment. */
  findFault(): string | null;
  /** Ends its process, if it has one, after the open calls. */
  drain(): Promise<void>;
  /** Ends its process at once. */
  close(): void;
  /**
   * Loads the package's simulator, only for development and tests. The code of an installed package plays in a process of its own. Null where the
   * package has no simulator.
   */
  loadSimulator: (() => Promise<LoadedSimulator>) | null;
}

export interface LoadedSimulator extends SimulatorModule {
  /** Ends its processes, where it has some. */
  close?(): void;
}

/** A package whose manifest is readable, but which cannot be loaded. */
export class ProviderBroken extends Error {
  readonly id: string;
  readonly version: string;

  constructor(id: string, version: string, cause: Error) {
    super(cause.message, { cause });
    this.id = id;
    this.version = version;
  }
}

/** Returns the key by which nodes name a package to each other. */
export const toPackageKey = (owner: string | null, id: string, version: string): string =>
  `${owner ?? 'core'}:${id}@${version}`;

/** Returns the keys under which a platform with these owners may find a version. */
export const packageKeys = (id: string, version: string, owners: readonly string[]): string[] =>
  [null, ...owners].map((owner) => toPackageKey(owner, id, version));

const majorOf = (version: string) => version.split('.')[0];

/** The packages that this node can serve. The same id and version installed by two operators are two packages. */
export class Providers {
  readonly #packages = new Map<string, ProviderPackage>();
  /** The versions in folders that could not be loaded, with the reasons. */
  readonly broken: ProviderBroken[] = [];

  add(found: ProviderPackage): void {
    this.#packages.set(toPackageKey(found.owner, found.id, found.version), found);
  }

  remove(found: ProviderPackage): void {
    this.#packages.delete(toPackageKey(found.owner, found.id, found.version));
  }

  /** Replaces a package: new calls use the fresh one; open calls end on the old one, whose process then ends. */
  replace(old: ProviderPackage, fresh: ProviderPackage): Promise<void> {
    this.remove(old);
    this.add(fresh);
    return old.drain();
  }

  /** Returns a package from a folder, or one that one of the owners installed (see findPackageOwners). */
  get(id: string, version: string, owners: readonly string[] = []): ProviderPackage | undefined {
    for (const owner of [null, ...owners]) {
      const found = this.#packages.get(toPackageKey(owner, id, version));
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Returns the package that serves a connection of a version: that version, or else the newest one of the same major version from a folder, as
   * an update of this software has put it in the place of the older one. Nothing serves a connection by an older version than its own.
   */
  getServing(id: string, version: string, owners: readonly string[] = []): ProviderPackage | undefined {
    const isSuccessor = (found: ProviderPackage) =>
      found.owner === null &&
      found.id === id &&
      majorOf(found.version) === majorOf(version) &&
      compareVersions(found.version, version) > 0;
    return this.get(id, version, owners) ?? newestOf([...this.#packages.values()].filter(isSuccessor));
  }

  /** Returns the packages from folders and those of the owners. */
  list(owners: readonly string[] = []): ProviderPackage[] {
    return [...this.#packages.values()].filter(({ owner }) => owner === null || owners.includes(owner));
  }

  /** Returns the packages of all owners. */
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

/** The description of an installed package. */
export interface Installed {
  owner: string;
  digest: string;
  /** All files of the package, as they were packed. */
  files: readonly ArchiveFile[];
}

/** An unreadable report proves nothing. */
function findReport(files: readonly ArchiveFile[]): ConformanceReport | undefined {
  const read = readReport(files.find(({ path }) => path === CONFORMANCE_FILE)?.content);
  return read && 'report' in read ? read.report : undefined;
}

/** Returns null when the folder holds no provider, and throws the reason when the provider is broken. */
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
  // The description promises what the manifest declared, also where some of it was switched off.
  const described = await readDescribed(directory, checked.manifest);
  const hasCode = !described || existsSync(join(directory, entry));
  const left = described?.leave(manifest) ?? manifest;
  const isolated = isBundled || !hasCode ? null : createIsolatedModule({ manifest: left, directory, entry, log });
  const bundled = (): Promise<ProviderModule> =>
    importDefault<ProviderModule>(directory, entry).catch((error: Error) => {
      throw new ProviderBroken(manifest.id, version, error);
    });
  const code = isolated ?? (hasCode ? await bundled() : null);
  return {
    id: manifest.id,
    version,
    owner: installed?.owner ?? null,
    digest: installed?.digest ?? null,
    isBundled,
    directory,
    manifest,
    switchedOff,
    module: described?.withCode(code) ?? code!,
    hasCode,
    start: async () => isolated?.start(),
    findFault: () => isolated?.findFault() ?? null,
    drain: async () => isolated?.drain(),
    close: () => isolated?.close(),
    loadSimulator: chooseSimulator(directory, manifest, described, installed ? log : null),
  };
}

/** A description's simulator is data. The code of a stranger's stays out of the process that holds every platform's secrets. */
function chooseSimulator(
  directory: string,
  manifest: Manifest,
  described: Described | null,
  installedLog: ProviderLog | null,
): ProviderPackage['loadSimulator'] {
  const { simulator } = manifest;
  if (!simulator) return described ? () => described.loadSimulator() : null;
  return installedLog
    ? () => loadIsolatedSimulator({ manifest, directory, entry: simulator, log: installedLog })
    : () => importDefault<SimulatorModule>(directory, simulator);
}

declare module 'fastify' {
  interface FastifyInstance {
    providers: Providers;
    /** Returns the platforms whose installed packages a platform may use: itself and the platform that operates it. */
    findPackageOwners(platformId: string): Promise<string[]>;
  }
}

export default fp(
  async (app) => {
    const providers = new Providers();
    for (const parent of app.config.providerDirectories) {
      const children = await readdir(parent, { withFileTypes: true });
      const folders = children.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
      // All at once, because each waits for its files; listed in the order of their folders.
      const loaded = await Promise.allSettled(folders.map((directory) => loadProvider(directory, app.log)));
      for (const [index, result] of loaded.entries()) {
        if (result.status === 'fulfilled') {
          if (result.value) providers.add(result.value);
          continue;
        }
        // A broken package must not stop the payments of the others.
        const { reason: error } = result;
        if (error instanceof ProviderBroken) providers.broken.push(error);
        app.log.error({ err: error, directory: folders[index] }, 'A provider package was left out');
      }
    }
    app.decorate('providers', providers);
    app.decorate('findPackageOwners', (platformId: string) =>
      app.cache.get(platformId, 'package-owners', async () => {
        const text = 'SELECT operator_id FROM platform WHERE platform_id = $1';
        const statement = { text, values: [platformId] };
        const row = await app.database.find<{ operatorId: string | null }>(platformId, statement, true);
        return row?.operatorId ? [platformId, row.operatorId] : [platformId];
      }),
    );
    app.addHook('onClose', async () => {
      for (const found of providers.listAll()) found.close();
    });
  },
  { name: 'providers', dependencies: ['config', 'database', 'cache'] },
);
