import type { SimulatorStore } from '../simulator.ts';

/** Long runs must not fill the memory: beyond this many entries those go that were read and written the longest ago. */
const MOST_ENTRIES = 500_000;

export interface MemoryStoreOptions {
  mostEntries?: number;
}

interface Entry {
  key: string;
  value: unknown;
  isGone: boolean;
}

interface Namespace {
  /** In the order of creation. */
  entries: Entry[];
  goneCount: number;
}

/**
 * A store that dies with the process. get and set cost the same however full it is. Values are kept as they are: read,
 * change and `set` again, as with any other store.
 */
export function memoryStore({ mostEntries = MOST_ENTRIES }: MemoryStoreOptions = {}): SimulatorStore {
  // The least recently used entry comes first: a card that is charged every month outlives the charges.
  const used = new Map<string, Entry>();
  // One list for each namespace ("charge:"), so that listing charges skips the rest.
  const namespaces = new Map<string, Namespace>();

  const use = (entry: Entry) => {
    used.delete(entry.key);
    used.set(entry.key, entry);
  };
  return {
    async get<T>(key: string) {
      const entry = used.get(key);
      if (entry) use(entry);
      return entry?.value as T | undefined;
    },
    async set(key, value) {
      const known = used.get(key);
      if (known) known.value = value;
      else if (used.size >= mostEntries) removeLeastUsed(used, namespaces);
      use(known ?? addEntry(namespaces, key, value));
    },
    async list<T>(prefix: string, limit: number) {
      const found: T[] = [];
      for (const [name, { entries }] of namespaces) {
        if (!prefix.startsWith(name) && !name.startsWith(prefix)) continue;
        for (let at = entries.length - 1; at >= 0 && found.length < limit; at--) {
          const { key, value, isGone } = entries[at]!;
          if (!isGone && key.startsWith(prefix)) found.push(value as T);
        }
      }
      return found;
    },
  };
}

const nameOf = (key: string): string => key.slice(0, key.indexOf(':') + 1);

function addEntry(namespaces: Map<string, Namespace>, key: string, value: unknown): Entry {
  const entry = { key, value, isGone: false };
  const namespace = namespaces.get(nameOf(key));
  if (namespace) namespace.entries.push(entry);
  else namespaces.set(nameOf(key), { entries: [entry], goneCount: 0 });
  return entry;
}

function removeLeastUsed(used: Map<string, Entry>, namespaces: Map<string, Namespace>): void {
  for (const entry of used.values()) {
    used.delete(entry.key);
    // A list is written anew once half of it is gone, so a removal costs the same however long it is.
    Object.assign(entry, { isGone: true, value: undefined });
    const namespace = namespaces.get(nameOf(entry.key))!;
    namespace.goneCount++;
    if (namespace.goneCount * 2 <= namespace.entries.length) return;
    namespace.entries = namespace.entries.filter(({ isGone }) => !isGone);
    namespace.goneCount = 0;
    return;
  }
}
