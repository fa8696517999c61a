/**
 * Loads the packages that masters installed from the database into this node: before the node listens, and whenever one is added or
 * removed. It reports to the other nodes which packages, including those from folders, this node can serve.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { digestOf, readArchive } from '../shared/package-archive.ts';
import { removePackage, unpackPackage } from '../shared/package-folder.ts';
import type { Statement } from '../shared/statement.ts';
import type { PackageState } from './nodes.ts';
import { loadProvider, type ProviderPackage, toPackageKey } from './providers.ts';

interface InstalledRow {
  owner: string;
  id: string;
  version: string;
  digest: string;
}

const SELECT_INSTALLED: Statement<InstalledRow> = {
  text: `SELECT platform_id AS owner, provider AS id, version, digest FROM provider_package
    ORDER BY installed_at, platform_id, provider, version`,
  values: [],
};
const selectContent = ({ owner, id, version, digest }: InstalledRow): Statement<{ content: Buffer }> => ({
  text: 'SELECT content FROM provider_package WHERE platform_id = $1 AND provider = $2 AND version = $3 AND digest = $4',
  values: [owner, id, version, digest],
});

/** The time after which a node checks again whether its packages still work and retries those it could not load. */
const CHECK_MS = 5_000;

const keyOf = ({ owner, id, version }: Pick<ProviderPackage, 'owner' | 'id' | 'version'>) =>
  toPackageKey(owner, id, version);

class Packages {
  readonly #app: FastifyInstance;
  /** The last reported state of each package; a state is reported again only when it changes. */
  readonly #reported = new Map<string, PackageState>();
  /** The digests of packages whose last call has ended. */
  readonly #drained = new Set<string>();
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isStopped = false;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Runs one check at a time. A check requested meanwhile follows. */
  check(): Promise<void> {
    this.#isWoken = !this.#isStopped;
    this.#running ??= this.#checkOnce().finally(() => {
      this.#running = null;
      if (this.#isWoken) this.checkLater();
    });
    return this.#running;
  }

  checkLater(): void {
    this.check().catch((error) =>
      this.#app.log.warn({ err: error }, 'This node could not see which packages are installed'),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isWoken = false;
    await this.#running?.catch(() => undefined);
  }

  async #checkOnce(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      const rows = await this.#app.database.jobs.list(SELECT_INSTALLED);
      const wanted = new Map(rows.map((row) => [keyOf(row), row]));
      const failures = new Map<string, string>();
      await this.#drop(wanted);
      for (const row of wanted.values()) {
        const reason = await this.#provide(row);
        if (reason !== null) failures.set(keyOf(row), reason);
      }
      await this.#reportStates(failures);
    }
  }

  /** Removes packages that are no longer installed, or that were installed again with other bytes. */
  async #drop(wanted: Map<string, InstalledRow>): Promise<void> {
    const { providers, cache, nodes, log, config } = this.#app;
    for (const found of providers.listAll()) {
      const key = keyOf(found);
      const { digest } = found;
      if (digest === null || wanted.get(key)?.digest === digest) continue;
      providers.remove(found);
      cache.forgetAll();
      log.info({ package: key, digest }, 'A package was taken away');
      this.#reported.delete(key);
      await nodes.withdraw(key);
      void found.drain().then(() => {
        this.#drained.add(digest);
        this.checkLater();
      });
    }
    for (const key of [...this.#reported.keys()].filter((known) => !known.startsWith('core:') && !wanted.has(known))) {
      this.#reported.delete(key);
      await nodes.withdraw(key);
    }
    const used = new Set([...wanted.values()].map(({ digest }) => digest));
    for (const digest of this.#drained) {
      if (!used.has(digest)) await removePackage(config.packageDirectory, digest);
      this.#drained.delete(digest);
    }
  }

  /** Returns null when the package is loaded, otherwise the reason why not. */
  async #provide(row: InstalledRow): Promise<string | null> {
    const { providers, cache, log } = this.#app;
    const key = keyOf(row);
    if (providers.listAll().some((found) => keyOf(found) === key)) return null;
    try {
      providers.add(await this.#load(row));
      // Without the package, the cache stored its connections as missing.
      cache.forgetAll();
      log.info({ package: key, digest: row.digest }, 'A package was loaded');
      return null;
    } catch (error) {
      if (!this.#reported.has(key))
        log.error({ err: error, package: key, digest: row.digest }, 'A package cannot be loaded');
      return (error as Error).message;
    }
  }

  async #load(row: InstalledRow): Promise<ProviderPackage> {
    const { database, config, log } = this.#app;
    const { content } = (await database.jobs.find(selectContent(row))) ?? {};
    if (!content || digestOf(content) !== row.digest) throw new Error('The stored bytes are not those of its digest.');
    const files = await readArchive(content);
    const { folder, wasChanged } = await unpackPackage(config.packageDirectory, row.digest, files);
    if (wasChanged) {
      log.warn(
        { alert: 'package-changed', package: keyOf(row), folder },
        'Files of a package had been changed on disk',
      );
    }
    const found = await loadProvider(folder, log, { owner: row.owner, digest: row.digest, files });
    if (found?.id === row.id && found.version === row.version) return found;
    found?.close();
    throw new Error(`The package calls itself ${found?.id}@${found?.version}.`);
  }

  /** Starts packages that were not started yet, and reports what has changed. */
  async #reportStates(failures: Map<string, string>): Promise<void> {
    const { providers, nodes, log } = this.#app;
    const toFailed = (key: string, reason: string): PackageState => ({ key, state: 'FAILED', reason });
    const states = [
      ...[...failures].map(([key, reason]) => toFailed(key, reason)),
      ...providers.broken.map(({ id, version, message }) => toFailed(toPackageKey(null, id, version), message)),
    ];
    // Packages start one after the other, because each one is a process.
    for (const found of providers.listAll()) states.push(await this.#examine(found));
    const news = states.filter(({ key, state, reason }) => {
      const known = this.#reported.get(key);
      return known?.state !== state || known.reason !== reason;
    });
    await nodes.report(news);
    for (const state of news) {
      const isWorse = state.state === 'FAILED' && this.#reported.get(state.key)?.state !== 'FAILED';
      const { key, reason } = state;
      if (isWorse) log.error({ alert: 'package-failed', package: key, reason }, 'A package cannot serve on this node');
      this.#reported.set(key, state);
    }
  }

  async #examine(found: ProviderPackage): Promise<PackageState> {
    const key = keyOf(found);
    try {
      // A package that has already served is not started again only for the check.
      if (this.#reported.get(key)?.state !== 'HEALTHY') await found.start();
      const fault = found.findFault();
      return { key, state: fault === null ? 'HEALTHY' : 'FAILED', reason: fault };
    } catch (error) {
      return { key, state: 'FAILED', reason: (error as Error).message };
    }
  }
}

export default fp(
  async (app) => {
    const packages = new Packages(app);
    const checkLater = () => packages.checkLater();
    let timer: NodeJS.Timeout | null = null;
    app.notifications.listen('feira_packages', checkLater);
    app.addHook('onReady', async () => {
      await packages.check();
      // Checks when the connection listens again, because a package may have been added meanwhile.
      app.notifications.onState((isListening) => isListening && checkLater());
      timer = setInterval(checkLater, CHECK_MS).unref();
    });
    app.addHook('preClose', async () => {
      if (timer) clearInterval(timer);
      await packages.stop();
    });
  },
  { name: 'packages', dependencies: ['config', 'database', 'cache', 'notifications', 'providers', 'nodes'] },
);
