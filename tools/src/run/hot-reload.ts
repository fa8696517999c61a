/**
 * Loads a provider again when a file of it changes, in the core that runs. Calls under way end on the old one; an edit that
 * cannot be loaded leaves the old one where it is. For development alone: nothing of the product imports this.
 */
import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProviderLog } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import { loadProvider, type ProviderPackage } from '../../../core/src/plugins/providers.ts';

export interface Reload {
  directory: string;
  provider: string | null;
  version: string | null;
  /** The error for which the old version keeps running; null where the new one runs. */
  error: Error | null;
}

type App = Pick<FastifyInstance, 'providers' | 'simulators'> & {
  cache: Pick<FastifyInstance['cache'], 'forgetAll'>;
  config: Pick<FastifyInstance['config'], 'providerDirectories'>;
  log: ProviderLog;
};

export interface ProviderWatch {
  close(): Promise<void>;
}

/** The files that no adapter is made of. */
const IDLE_FILE = /(^|[/\\])(node_modules|fixtures|\.[^/\\]*)[/\\]|\.test\.ts$|\.md$|(^|[/\\])conformance\.json$|~$/;
/** Editors write a file in several steps, and people save several files. */
const SETTLE_MS = 50;

/** The number of times each folder was loaded again; it is part of the address of its modules, so that Node reads them anew. */
const editions = new Map<string, number>();
let isHooked = false;

export function watchProviders(
  app: App,
  onReload: (reload: Reload) => void,
  load: (directory: string) => Promise<ProviderPackage | null> = (directory) => loadProvider(directory, app.log),
): ProviderWatch {
  hookImports();
  const watchers: FSWatcher[] = [];
  const timers = new Map<string, NodeJS.Timeout>();
  /** Each folder is reloaded once at a time, in the order of the changes. */
  const turns = new Map<string, Promise<void>>();
  for (const parent of app.config.providerDirectories) {
    const watcher = watch(parent, { recursive: true }, (_event, file) => {
      if (!file || IDLE_FILE.test(file)) return;
      const [name = ''] = file.split(path.sep);
      const directory = path.join(parent, name);
      clearTimeout(timers.get(directory));
      timers.set(directory, setTimeout(reloadLater, SETTLE_MS, directory));
    });
    // For example a watched folder that is deleted: the server goes on and does not notice.
    watcher.on('error', (error) => app.log.warn({ err: error, directory: parent }, 'A folder cannot be watched'));
    watchers.push(watcher);
  }

  function reloadLater(directory: string): void {
    timers.delete(directory);
    const turn = (turns.get(directory) ?? Promise.resolve()).then(async () => {
      const reload = await reloadProvider(app, directory, load);
      if (reload) onReload(reload);
    });
    turns.set(directory, turn);
  }
  return {
    async close() {
      for (const watcher of watchers) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(turns.values());
    },
  };
}

/** Null where there is no provider, and was none. */
async function reloadProvider(
  app: App,
  directory: string,
  load: (directory: string) => Promise<ProviderPackage | null>,
): Promise<Reload | null> {
  const old = app.providers.listAll().find((one) => one.owner === null && one.directory === directory);
  const told = { directory, provider: old?.id ?? null, version: old?.version ?? null };
  const place = toRealPath(directory);
  editions.set(place, (editions.get(place) ?? 0) + 1);
  try {
    const fresh = await load(directory);
    if (!fresh) return old ? { ...told, error: new Error('its plugin.json is gone') } : null;
    await startFresh(fresh);
    if (old) void app.providers.replace(old, fresh);
    else app.providers.add(fresh);
    app.cache.forgetAll();
    await endSimulators(app, fresh.id);
    return { directory, provider: fresh.id, version: fresh.version, error: null };
  } catch (error) {
    return { ...told, error: error as Error };
  }
}

/** Starts the new version before any call reaches it. */
async function startFresh(fresh: ProviderPackage): Promise<void> {
  try {
    if (typeof fresh.module?.createProvider !== 'function') {
      throw new Error('its entry has no default export with createProvider; see defineProvider');
    }
    await fresh.start();
  } catch (error) {
    fresh.close();
    throw error;
  }
}

/** The next call starts them from the fresh package, with the charges that are stored. */
async function endSimulators({ simulators }: App, providerId: string): Promise<void> {
  for (const [connectionId, starting] of simulators) {
    const running = await starting.catch(() => null);
    if (running?.providerId !== providerId) continue;
    simulators.delete(connectionId);
    await running.close();
  }
}

export function describeReload({ directory, provider, version, error }: Reload): string {
  const name = provider ?? path.basename(directory);
  if (!error) return `Provider ${name} ${version} was loaded again`;
  const rest = version === null ? '' : '; the one before keeps running';
  return `Provider ${name} could not be loaded again: ${error.message}${rest}`;
}

/** Node keeps modules by their address, so the modules of a changed folder get a new address for every importer. */
function hookImports(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (!resolved.url.startsWith('file:') || editions.size === 0) return resolved;
      const url = new URL(resolved.url);
      const edition = findEdition(fileURLToPath(url));
      if (edition === undefined) return resolved;
      url.searchParams.set('edition', String(edition));
      return { ...resolved, url: url.href };
    },
  });
}

function findEdition(file: string): number | undefined {
  for (const [directory, edition] of editions) if (file.startsWith(directory + path.sep)) return edition;
  return undefined;
}

function toRealPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    // Already gone.
    return directory;
  }
}
