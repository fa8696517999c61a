/** A platform's data key: random, wrapped by the node's encryption key, kept in memory while the platform's cache is. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openSecret, sealSecret } from '../../shared/envelope.ts';

type KeysApp = Pick<FastifyInstance, 'database' | 'cache' | 'config'>;

const place = (platformId: string, version: number) => `platform-key|${platformId}|${version}`;

export interface DataKey {
  version: number;
  key: Buffer;
}

export const findDataKeys = (app: KeysApp, platformId: string): Promise<Map<number, Buffer>> =>
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
        openSecret(app.config.encryptionKey, row.wrapped_key, place(platformId, row.version)),
      ]),
    );
  });

/** The newest key, made at first use; two nodes making one at once agree on the first. */
export async function getDataKey(app: KeysApp, platformId: string): Promise<DataKey> {
  const newest = (keys: Map<number, Buffer>): DataKey | null => {
    const version = Math.max(0, ...keys.keys());
    const key = keys.get(version);
    return key ? { version, key } : null;
  };
  const known = newest(await findDataKeys(app, platformId));
  if (known) return known;
  const wrapped = sealSecret(app.config.encryptionKey, randomBytes(32), place(platformId, 1));
  await app.database.write(platformId, [
    {
      text: 'INSERT INTO platform_key (platform_id, version, wrapped_key) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING',
      values: [platformId, wrapped],
    },
  ]);
  app.cache.forget(platformId);
  const made = newest(await findDataKeys(app, platformId));
  if (!made) throw new Error('The data key of a platform could not be stored.');
  return made;
}
