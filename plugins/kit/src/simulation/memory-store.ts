import type { SimulatorStore } from '../simulator.ts';

/** Long runs must not fill the memory: beyond this many entries the oldest go. */
const MOST_ENTRIES = 500_000;

export interface MemoryStoreOptions {
  mostEntries?: number;
}

/**
 * A store that dies with the process. get and set cost the same however full it is. Values are kept as they are: read,
 * change and `set` again, as with any other store.
 */
export function memoryStore({ mostEntries = MOST_ENTRIES }: MemoryStoreOptions = {}): SimulatorStore {
  const values = new Map<string, unknown>();
  // Keys in the order of creation, one list for each namespace ("charge:"), so that listing charges skips the rest.
  const namespaces = new Map<string, string[]>();

  return {
    get: async <T>(key: string) => values.get(key) as T | undefined,
    async set(key, value) {
      if (!values.has(key)) {
        addKey(namespaces, key);
        if (values.size >= mostEntries) removeOldest(values);
      }
      values.set(key, value);
    },
    async list<T>(prefix: string, limit: number) {
      const found: T[] = [];
      for (const [namespace, keys] of namespaces) {
        if (!prefix.startsWith(namespace) && !namespace.startsWith(prefix)) continue;
        for (let at = keys.length - 1; at >= 0 && found.length < limit; at--) {
          const key = keys[at]!;
          if (key.startsWith(prefix) && values.has(key)) found.push(values.get(key) as T);
        }
      }
      return found;
    },
  };
}

function addKey(namespaces: Map<string, string[]>, key: string): void {
  const namespace = key.slice(0, key.indexOf(':') + 1);
  const keys = namespaces.get(namespace);
  if (keys) keys.push(key);
  else namespaces.set(namespace, [key]);
}

function removeOldest(values: Map<string, unknown>): void {
  for (const key of values.keys()) {
    values.delete(key);
    return;
  }
}
