/** A platform's data keys: random, wrapped by the node's encryption key, kept in memory while the platform's cache is. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { openSecret, sealSecret } from '../shared/envelope.ts';
import type { Statement } from './database.ts';

type KeysApp = Pick<FastifyInstance, 'database' | 'cache' | 'config'>;

export interface DataKey {
  version: number;
  key: Buffer;
}

interface DataKeys {
  /** By version: what was sealed with an old key stays readable. */
  list(platformId: string): Promise<Map<number, Buffer>>;
  /** The newest key, made at first use. */
  getNewest(platformId: string): Promise<DataKey>;
  /** With the newest key. The place names the row and column, so that a value copied elsewhere does not open. */
  seal(platformId: string, plaintext: string | Buffer, place: string): Promise<{ keyVersion: number; sealed: Buffer }>;
  /** For a platform that is only about to exist: seals with its first key, which the statement stores together with it. */
  prepareFirst(platformId: string): { statement: Statement; seal: DataKeys['seal'] };
  open(platformId: string, keyVersion: number, sealed: Buffer, place: string): Promise<Buffer>;
}

declare module 'fastify' {
  interface FastifyInstance {
    dataKeys: DataKeys;
  }
}

const keyPlace = (platformId: string, version: number) => `platform-key|${platformId}|${version}`;

const listKeys = (app: KeysApp, platformId: string): Promise<Map<number, Buffer>> =>
  app.cache.get(platformId, 'data-keys', async () => {
    const [result] = await app.database.read(
      platformId,
      [{ text: 'SELECT version, wrapped_key FROM platform_key WHERE platform_id = $1', values: [platformId] }],
      true,
    );
    const rows = (result?.rows ?? []) as { version: number; wrapped_key: Buffer }[];
    return new Map(
      rows.map((row) => [
        row.version,
        openSecret(app.config.encryptionKey, row.wrapped_key, keyPlace(platformId, row.version)),
      ]),
    );
  });

const insertFirstKey = (app: Pick<KeysApp, 'config'>, platformId: string, key: Buffer): Statement => ({
  text: 'INSERT INTO platform_key (platform_id, version, wrapped_key) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING',
  values: [platformId, sealSecret(app.config.encryptionKey, key, keyPlace(platformId, 1))],
});

/** Two nodes making the first key at once agree on the first. */
async function getNewestKey(app: KeysApp, platformId: string): Promise<DataKey> {
  const newest = (keys: Map<number, Buffer>): DataKey | null => {
    const version = Math.max(0, ...keys.keys());
    const key = keys.get(version);
    return key ? { version, key } : null;
  };
  const known = newest(await listKeys(app, platformId));
  if (known) return known;
  await app.database.write(platformId, [insertFirstKey(app, platformId, randomBytes(32))]);
  app.cache.forget(platformId);
  const made = newest(await listKeys(app, platformId));
  if (!made) throw new Error('The data key of a platform could not be stored.');
  return made;
}

export default fp(
  async (app) => {
    app.decorate('dataKeys', {
      list: (platformId) => listKeys(app, platformId),
      getNewest: (platformId) => getNewestKey(app, platformId),
      async seal(platformId, plaintext, place) {
        const { version, key } = await getNewestKey(app, platformId);
        return { keyVersion: version, sealed: sealSecret(key, plaintext, place) };
      },
      prepareFirst(platformId) {
        const key = randomBytes(32);
        return {
          statement: insertFirstKey(app, platformId, key),
          seal: async (_, plaintext, place) => ({ keyVersion: 1, sealed: sealSecret(key, plaintext, place) }),
        };
      },
      async open(platformId, keyVersion, sealed, place) {
        const key = (await listKeys(app, platformId)).get(keyVersion);
        if (!key) throw new Error(`A value is sealed with data key ${keyVersion}, which does not exist.`);
        return openSecret(key, sealed, place);
      },
    });
  },
  { name: 'data-keys', dependencies: ['config', 'database', 'cache'] },
);
