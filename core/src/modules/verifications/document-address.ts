/** Signs the address of a document for one session and one minute. */
import { DOCUMENT_SECONDS } from '@feira/schemas/procedures/verifications';
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../plugins/sessions.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';

const PURPOSE = 'verification-document';
export const DOCUMENT_PATH = '/verifications/document';

type KeysApp = Pick<FastifyInstance, 'config' | 'clock'>;

export function signDocument({ config, clock }: KeysApp, { sessionId }: Pick<Person, 'sessionId'>, id: string): string {
  const until = clock.now().getTime() + DOCUMENT_SECONDS * 1_000;
  return `${DOCUMENT_PATH}?token=${signToken(config.encryptionKey, PURPOSE, `${id}_${sessionId}_${until}`)}`;
}

/** Returns the document that the address leads to; null where it is not ours, of another session, or too old. */
export function readAddress({ config, clock }: KeysApp, { sessionId }: Person, token: string): string | null {
  const keys = [config.encryptionKey, ...config.previousEncryptionKeys];
  const [id, of, until] = (readToken(keys, PURPOSE, token) ?? '').split('_');
  return id && of === sessionId && Number(until) > clock.now().getTime() ? id : null;
}
