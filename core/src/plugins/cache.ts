/**
 * What a node remembers of a platform (offers, connections, keys), forgotten the moment any node changes it: triggers
 * announce every change at commit. While the announcements are not heard, nothing is remembered.
 */
import fp from 'fastify-plugin';

/** Entries of one platform; beyond it the platform starts anew, so that strangers asking for random ids cannot fill memory. */
const MAX_ENTRIES = 5_000;

export class Cache {
  readonly #platforms = new Map<string, Map<string, Promise<unknown>>>();
  isHearing = false;

  get<T>(platformId: string, key: string, load: () => Promise<T>): Promise<T> {
    if (!this.isHearing) return load();
    let entries = this.#platforms.get(platformId);
    if (!entries || entries.size >= MAX_ENTRIES) {
      entries = new Map();
      this.#platforms.set(platformId, entries);
    }
    const known = entries.get(key);
    if (known) return known as Promise<T>;
    const loading = load();
    entries.set(key, loading);
    // A failed or empty answer is asked again next time.
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
    app.notifications.onState((isHearing) => {
      cache.isHearing = isHearing;
      cache.forgetAll();
    });
  },
  { name: 'cache', dependencies: ['notifications'] },
);
