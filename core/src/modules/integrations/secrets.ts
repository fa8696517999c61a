/** Keeps the credentials of a connection sealed with the platform's data key, all of them as one text. */
import type { FastifyInstance } from 'fastify';
import type { SealedColumn } from '../../plugins/resealing.ts';
import type { StoredSecrets } from './delivery-model.ts';

type App = Pick<FastifyInstance, 'dataKeys'>;

const placeOf = (platformId: string, connectionId: string): string => `integration|${platformId}|${connectionId}`;

export const SECRETS: SealedColumn = {
  table: 'integration_connection',
  id: 'id',
  sealed: 'sealed',
  version: 'key_version',
  condition: 'true',
  place: placeOf,
};

export const sealSecrets = (
  { dataKeys }: App,
  platformId: string,
  connectionId: string,
  secrets: Record<string, string>,
): Promise<StoredSecrets> => dataKeys.seal(platformId, JSON.stringify(secrets), placeOf(platformId, connectionId));

export async function openSecrets(
  { dataKeys }: App,
  platformId: string,
  connectionId: string,
  { keyVersion, sealed }: StoredSecrets,
): Promise<Record<string, string>> {
  const opened = await dataKeys.open(platformId, keyVersion, sealed, placeOf(platformId, connectionId));
  return JSON.parse(opened.toString());
}
