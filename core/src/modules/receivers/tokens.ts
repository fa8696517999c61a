/** Stores the secrets of receivers' accounts sealed, and hands them to adapters as references that only this process understands. */
import type { FastifyInstance } from 'fastify';
import type { SealedColumn } from '../../plugins/resealing.ts';
import type { Connection } from '../connections/service.ts';

type App = Pick<FastifyInstance, 'dataKeys'>;

const placeOf = (platformId: string, connectionId: string): string => `${platformId}|${connectionId}|receiver`;

/** A stored secret is the version of its key, a dot, and base64. */
export const TOKEN: SealedColumn = {
  table: 'receiver',
  id: 'id',
  owner: 'connection_id',
  sealed: "decode(split_part(receiver_token, '.', 2), 'base64')",
  version: "split_part(receiver_token, '.', 1)::int",
  assignments: `receiver_token = fresh.version || '.' || replace(encode(fresh.sealed, 'base64'), E'\\n', '')`,
  condition: 'receiver_token IS NOT NULL',
  place: placeOf,
};

/** Seals what an adapter returned. Returns null where it returned none, or a reference that is not ours. */
export async function sealToken(
  app: App,
  connection: Connection,
  reference: string | undefined,
): Promise<string | null> {
  const secret = reference === undefined ? undefined : connection.vault.open(reference);
  if (secret === undefined) return null;
  const { keyVersion, sealed } = await app.dataKeys.seal(
    connection.platformId,
    secret,
    placeOf(connection.platformId, connection.id),
  );
  return `${keyVersion}.${sealed.toString('base64')}`;
}

/** Opens a stored secret as adapters of this connection take it. */
export async function openToken(app: App, connection: Connection, stored: string): Promise<string> {
  const [version = '', sealed = ''] = stored.split('.');
  const opened = await app.dataKeys.open(
    connection.platformId,
    Number(version),
    Buffer.from(sealed, 'base64'),
    placeOf(connection.platformId, connection.id),
  );
  return connection.vault.seal(opened.toString());
}
