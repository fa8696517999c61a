/** Makes the secrets of sellers' webhooks, keeps them sealed with the platform's data key, and signs with them as Standard Webhooks says. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SealedColumn } from '../../plugins/resealing.ts';
import type { Sendable } from './delivery-model.ts';
import type { Sealed } from './model.ts';

type App = Pick<FastifyInstance, 'dataKeys'>;

const placeOf = (platformId: string, webhookId: string): string => `seller-webhook|${platformId}|${webhookId}`;

export const SECRET: SealedColumn = {
  table: 'seller_webhook',
  id: 'id',
  sealed: 'sealed',
  version: 'key_version',
  condition: 'true',
  place: placeOf,
};

export const OLD_SECRET: SealedColumn = {
  ...SECRET,
  sealed: 'old_sealed',
  version: 'old_key_version',
  condition: 'old_sealed IS NOT NULL',
};

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new secret, and the same as it is stored. */
export async function makeSecret(
  { dataKeys }: App,
  platformId: string,
  webhookId: string,
): Promise<{ secret: string; stored: Sealed }> {
  const bytes = randomBytes(SECRET_BYTES);
  const stored = await dataKeys.seal(platformId, bytes, placeOf(platformId, webhookId));
  return { secret: PREFIX + bytes.toString('base64'), stored };
}

/** Returns the keys that sign: the secret, and the one before as long as it counts. */
export async function openSecrets(
  { dataKeys }: App,
  platformId: string,
  { webhookId, keyVersion, sealed, oldKeyVersion, oldSealed }: Sendable,
): Promise<Buffer[]> {
  const place = placeOf(platformId, webhookId);
  const current = await dataKeys.open(platformId, keyVersion, sealed, place);
  if (oldKeyVersion === null || oldSealed === null) return [current];
  return [current, await dataKeys.open(platformId, oldKeyVersion, oldSealed, place)];
}

/** Returns the headers by which a receiver knows that the body is ours and new. */
export function signedHeaders(
  keys: readonly Buffer[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
