/**
 * Manages a platform's data keys: random keys, wrapped by the node's encryption key and cached with the platform. A key that an earlier
 * encryption key wrapped (ENCRYPTION_KEY_PREVIOUS) still opens, and is wrapped again at boot.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { openSecret, sealSecret } from '../shared/envelope.ts';
import type { Config } from './config.ts';
import type { Database, Statement, Transaction } from './database.ts';

type KeysApp = Pick<FastifyInstance, 'database' | 'cache' | 'config'>;
type Keys = Pick<Config, 'encryptionKey' | 'previousEncryptionKeys'>;

export interface DataKey {
  version: number;
  key: Buffer;
}

/** The keys that a transaction sees. A transaction that locked the platform earlier may have added a newer one. */
export interface OpenedKeys {
  all: ReadonlyMap<number, Buffer>;
  newest: DataKey;
}

interface DataKeys {
  /**
   * Returns the keys by version, because secrets stay sealed with the key of their time. Versions in `needed` are read from the database if
   * they are not cached.
   */
  list(platformId: string, needed?: Iterable<number>): Promise<Map<number, Buffer>>;
  /** Returns the newest key. The first call creates it. */
  getNewest(platformId: string): Promise<DataKey>;
  /** Returns the keys inside a transaction that is set to the platform. */
  read(transaction: Transaction, platformId: string): Promise<OpenedKeys>;
  /** Creates the next version inside a transaction that has locked the platform. */
  add(transaction: Transaction, platformId: string): Promise<OpenedKeys>;
  /** Seals with the newest key. The place names the row and column, so that a value copied elsewhere does not open. */
  seal(platformId: string, plaintext: string | Buffer, place: string): Promise<{ keyVersion: number; sealed: Buffer }>;
  /**
   * Prepares the first key of a platform that does not exist yet: returns the statement that stores the key, and a function that seals with
   * it.
   */
  prepareFirst(platformId: string): { statement: Statement; seal: DataKeys['seal'] };
  open(platformId: string, keyVersion: number, sealed: Buffer, place: string): Promise<Buffer>;
  /** Wraps with the current encryption key the data keys that an earlier one wrapped. Returns the number of keys. */
  rewrap(): Promise<number>;
}

declare module 'fastify' {
  interface FastifyInstance {
    dataKeys: DataKeys;
  }
}

interface WrappedKey {
  version: number;
  wrappedKey: Buffer;
}

const keyPlace = (platformId: string, version: number) => `platform-key|${platformId}|${version}`;

const selectKeys = (platformId: string): Statement<WrappedKey> => ({
  text: 'SELECT version, wrapped_key FROM platform_key WHERE platform_id = $1 ORDER BY version',
  values: [platformId],
});

const insertKey = ({ encryptionKey }: Keys, platformId: string, { version, key }: DataKey): Statement => ({
  text: 'INSERT INTO platform_key (platform_id, version, wrapped_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
  values: [platformId, version, sealSecret(encryptionKey, key, keyPlace(platformId, version))],
});

/** Returns the data key and whether the current encryption key wrapped it. Throws when no known encryption key did. */
function unwrap({ encryptionKey, previousEncryptionKeys }: Keys, platformId: string, row: WrappedKey) {
  for (const wrapping of [encryptionKey, ...previousEncryptionKeys]) {
    try {
      const key = openSecret(wrapping, row.wrappedKey, keyPlace(platformId, row.version));
      return { key, isCurrent: wrapping === encryptionKey };
    } catch {
      // The next encryption key may have wrapped it.
    }
  }
  throw new Error(
    `Data key ${row.version} of platform ${platformId} was wrapped with another encryption key: name that one in ENCRYPTION_KEY_PREVIOUS.`,
  );
}

const unwrapAll = (keys: Keys, platformId: string, rows: WrappedKey[]): Map<number, Buffer> =>
  new Map(rows.map((row) => [row.version, unwrap(keys, platformId, row).key]));

const loadKeys = (app: KeysApp, platformId: string): Promise<Map<number, Buffer>> =>
  app.cache.get(platformId, 'data-keys', async () => {
    return unwrapAll(app.config, platformId, await app.database.list(platformId, selectKeys(platformId), true));
  });

/** A rotation may commit after the keys and before the sealed values are read, while its announcement is still on its way. */
async function listKeys(app: KeysApp, platformId: string, needed: Iterable<number> = []): Promise<Map<number, Buffer>> {
  const known = await loadKeys(app, platformId);
  if ([...needed].every((version) => known.has(version))) return known;
  app.cache.forget(platformId);
  return loadKeys(app, platformId);
}

function findNewest(keys: ReadonlyMap<number, Buffer>): DataKey | null {
  const version = Math.max(0, ...keys.keys());
  const key = keys.get(version);
  return key ? { version, key } : null;
}

/** Returns the newest key, and creates the first one. If two nodes create it at once, both use the one stored first. */
async function getNewestKey(app: KeysApp, platformId: string): Promise<DataKey> {
  const known = findNewest(await listKeys(app, platformId));
  if (known) return known;
  await app.database.write(platformId, [insertKey(app.config, platformId, { version: 1, key: randomBytes(32) })]);
  app.cache.forget(platformId);
  const made = findNewest(await listKeys(app, platformId));
  if (!made) throw new Error('The data key of a platform could not be stored.');
  return made;
}

async function readInside(keys: Keys, transaction: Transaction, platformId: string): Promise<OpenedKeys> {
  const readKeys = async () => unwrapAll(keys, platformId, await transaction.list(selectKeys(platformId)));
  const known = await readKeys();
  const newest = findNewest(known);
  if (newest) return { all: known, newest };
  await transaction.run(insertKey(keys, platformId, { version: 1, key: randomBytes(32) }));
  const all = await readKeys();
  const made = findNewest(all);
  if (!made) throw new Error('The data key of a platform could not be stored.');
  return { all, newest: made };
}

async function addInside(keys: Keys, transaction: Transaction, platformId: string): Promise<OpenedKeys> {
  const { all, newest } = await readInside(keys, transaction, platformId);
  const added = { version: newest.version + 1, key: randomBytes(32) };
  await transaction.run(insertKey(keys, platformId, added));
  return { all: new Map([...all, [added.version, added.key]]), newest: added };
}

/** Nodes that boot at the same time wait for each other's row locks; the later ones find nothing to do. */
const rewrapPlatform = (app: KeysApp, platformId: string): Promise<number> =>
  app.database.transaction(platformId, async (transaction) => {
    const { text, values } = selectKeys(platformId);
    const rows = await transaction.list<WrappedKey>({ text: `${text} FOR NO KEY UPDATE`, values });
    let count = 0;
    for (const row of rows) {
      const { key, isCurrent } = unwrap(app.config, platformId, row);
      if (isCurrent) continue;
      await transaction.run({
        text: 'UPDATE platform_key SET wrapped_key = $3 WHERE platform_id = $1 AND version = $2',
        values: [platformId, row.version, sealSecret(app.config.encryptionKey, key, keyPlace(platformId, row.version))],
      });
      count += 1;
    }
    return count;
  });

export const SELECT_PLATFORMS: Statement<{ platformId: string }> = {
  text: 'SELECT platform_id FROM platform ORDER BY platform_id',
  values: [],
};

/** The platforms whose keys are tried: one of them may be damaged. */
const MOST_TRIED = 20;

/** Tells whether these encryption keys open any data key that the database holds. */
export async function tryKeys(database: Database, keys: Keys): Promise<'NONE_HELD' | 'OPENS' | 'NONE_OPENS'> {
  let isHeld = false;
  for (const { platformId } of (await database.jobs.list(SELECT_PLATFORMS)).slice(0, MOST_TRIED)) {
    for (const row of await database.list(platformId, selectKeys(platformId), true)) {
      isHeld = true;
      try {
        unwrap(keys, platformId, row);
        return 'OPENS';
      } catch {
        // The next one may open.
      }
    }
  }
  return isHeld ? 'NONE_OPENS' : 'NONE_HELD';
}

async function rewrapAll(app: KeysApp & Pick<FastifyInstance, 'log'>): Promise<number> {
  let count = 0;
  for (const { platformId } of await app.database.jobs.list(SELECT_PLATFORMS)) {
    try {
      count += await rewrapPlatform(app, platformId);
    } catch (error) {
      // A platform whose key cannot be opened must not stop the others from getting the new encryption key.
      app.log.error({ alert: 'data-key-unreadable', err: error, platformId }, 'Data keys could not be wrapped anew');
    }
  }
  return count;
}

export default fp(
  async (app) => {
    app.decorate('dataKeys', {
      list: (platformId, needed) => listKeys(app, platformId, needed),
      getNewest: (platformId) => getNewestKey(app, platformId),
      read: (transaction, platformId) => readInside(app.config, transaction, platformId),
      add: (transaction, platformId) => addInside(app.config, transaction, platformId),
      async seal(platformId, plaintext, place) {
        const { version, key } = await getNewestKey(app, platformId);
        return { keyVersion: version, sealed: sealSecret(key, plaintext, place) };
      },
      prepareFirst(platformId) {
        const key = randomBytes(32);
        return {
          statement: insertKey(app.config, platformId, { version: 1, key }),
          seal: async (_, plaintext, place) => ({ keyVersion: 1, sealed: sealSecret(key, plaintext, place) }),
        };
      },
      async open(platformId, keyVersion, sealed, place) {
        const key = (await listKeys(app, platformId, [keyVersion])).get(keyVersion);
        if (!key) throw new Error(`A value is sealed with data key ${keyVersion}, which does not exist.`);
        return openSecret(key, sealed, place);
      },
      rewrap: () => rewrapAll(app),
    });
    app.addHook('onReady', async () => {
      if (app.config.previousEncryptionKeys.length === 0) return;
      const count = await app.dataKeys.rewrap();
      app.log.info({ count }, 'Data keys are wrapped with the encryption key of today');
    });
  },
  { name: 'data-keys', dependencies: ['config', 'database', 'cache'] },
);
