/**
 * Caches a platform's data (offers, connections, keys) in a node's memory. Triggers announce every change at commit, which makes all nodes
 * drop it. While a node does not receive the announcements, it caches nothing.
 */
import fp from 'fastify-plugin';

/**
 * The entries kept for one platform. At this number the platform's cache is emptied, so that requests for random ids cannot fill the
 * memory.
 */
const MAX_ENTRIES = 5_000;

export class Cache {
  readonly #platforms = new Map<string, Map<string, Promise<unknown>>>();
  isListening = false;

  get<T>(platformId: string, key: string, load: () => Promise<T>): Promise<T> {
    if (!this.isListening) return load();
    let entries = this.#platforms.get(platformId);
    if (!entries || entries.size >= MAX_ENTRIES) {
      entries = new Map();
      this.#platforms.set(platformId, entries);
    }
    const known = entries.get(key);
    if (known) return known as Promise<T>;
    const loading = load();
    entries.set(key, loading);
    // A failed or empty answer is not cached.
    loading.then(
      (value) => (value === null || value === undefined) && entries.delete(key),
      () => entries.delete(key),
    );
    return loading;
  }

  forget(platformId: string): void {
    this.#platforms.delete(platformId);
  }

  forgetAll(): void {
    this.#platforms.clear();
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    cache: Cache;
  }
}

export default fp(
  async (app) => {
    const cache = new Cache();
    app.decorate('cache', cache);
    app.notifications.listen('feira_cache', (platformId) => cache.forget(platformId));
    // Announced for what concerns several platforms, such as the stop of a provider.
    app.notifications.listen('feira_cache_all', () => cache.forgetAll());
    app.notifications.onState((isListening) => {
      cache.isListening = isListening;
      cache.forgetAll();
    });
  },
  { name: 'cache', dependencies: ['notifications'] },
);
