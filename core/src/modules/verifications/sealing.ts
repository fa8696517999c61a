/** Seals a file with a random key of its own, and that key with the platform's data key, so that a rotation need not touch the file. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SealedColumn } from '../../plugins/resealing.ts';
import { openSecret, sealSecret } from '../../shared/envelope.ts';
import type { SealedDocument } from './model.ts';

type KeysApp = Pick<FastifyInstance, 'dataKeys'>;

const keyPlace = (platformId: string, id: string) => `verification-document-key|${platformId}|${id}`;
const contentPlace = (platformId: string, id: string) => `verification-document|${platformId}|${id}`;

export async function sealFile({ dataKeys }: KeysApp, platformId: string, id: string, content: Buffer) {
  const key = randomBytes(32);
  const { keyVersion, sealed } = await dataKeys.seal(platformId, key, keyPlace(platformId, id));
  return { keyVersion, sealedKey: sealed, sealedContent: sealSecret(key, content, contentPlace(platformId, id)) };
}

export async function openFile(
  { dataKeys }: KeysApp,
  platformId: string,
  { id, keyVersion, sealedKey, sealedContent }: SealedDocument,
): Promise<Buffer> {
  const key = await dataKeys.open(platformId, keyVersion, sealedKey, keyPlace(platformId, id));
  return openSecret(key, sealedContent, contentPlace(platformId, id));
}

export const FILE_KEY: SealedColumn = {
  table: 'verification_document',
  id: 'id',
  sealed: 'sealed_key',
  version: 'key_version',
  condition: 'true',
  place: keyPlace,
};
