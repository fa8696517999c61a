/** Rotates the data key of a platform: the secrets of connections with it in one transaction, then everything else that it keeps sealed. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { sealSecret } from '../../shared/envelope.ts';
import type { ConnectionsApp } from './app.ts';
import { credentialPlace, openCredentials } from './credentials.ts';
import { resealCredential, type StoredConnection, selectConnections } from './model.ts';
import { changeConnections } from './store.ts';

/**
 * Old key versions stay, because a node may seal something with them until it hears of the new one. Purchases continue with the credentials
 * that their node has opened. Returns the new version and the number of values that are sealed with it.
 */
export async function rotateKey(
  app: Pick<ConnectionsApp, 'database' | 'dataKeys' | 'cache'> & Pick<FastifyInstance, 'resealing'>,
  platformId: string,
  record: (details: { keyVersion: number; resealed: number }) => Statement[],
): Promise<{ keyVersion: number; resealed: number }> {
  const { keyVersion, resealed } = await rotateCredentials(app, platformId, record);
  return { keyVersion, resealed: resealed + (await app.resealing.run(platformId)) };
}

const rotateCredentials = (
  app: Pick<ConnectionsApp, 'database' | 'dataKeys' | 'cache'>,
  platformId: string,
  record: (details: { keyVersion: number; resealed: number }) => Statement[],
): Promise<{ keyVersion: number; resealed: number }> =>
  changeConnections(app, platformId, async ({ transaction }) => {
    const { all, newest } = await app.dataKeys.add(transaction, platformId);
    const rows = await transaction.list(selectConnections(platformId));
    let resealed = 0;
    for (const row of rows) {
      const { secrets, unreadable } = openCredentials(platformId, row, all);
      // A secret that cannot be opened cannot be sealed again, so the rotation stops.
      if (unreadable.length > 0) throw new AppError('CREDENTIALS_INVALID', { reasons: toReasons(row, unreadable) });
      for (const [name, value] of secrets) {
        const sealed = sealSecret(newest.key, value, credentialPlace(platformId, row.id, name));
        const credential = { connectionId: row.id, name, keyVersion: newest.version, sealed };
        await transaction.run(resealCredential(platformId, credential));
        resealed += 1;
      }
    }
    const details = { keyVersion: newest.version, resealed };
    await transaction.runAll(record(details));
    return details;
  });

const toReasons = ({ name }: StoredConnection, unreadable: string[]) =>
  Object.fromEntries(
    unreadable.map((field) => [
      `secrets.${field}`,
      {
        'pt-BR': `Este segredo da conexão ${name} não pode ser lido. Preencha-o de novo antes de trocar a chave.`,
        en: `This secret of the connection ${name} cannot be read. Fill it in again before the key is changed.`,
      },
    ]),
  );
