/** Signs the address of a copy for one session and one minute. */
import { COPY_SECONDS } from '@feira/schemas/procedures/privacy';
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../plugins/sessions.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';

const PURPOSE = 'privacy-copy';
export const COPY_PATH = '/privacy/copy';

type KeysApp = Pick<FastifyInstance, 'config' | 'clock'>;

/** Returns the address of the person's copy. */
export function signCopy({ config, clock }: KeysApp, { sessionId }: Pick<Person, 'sessionId'>): string {
  const until = clock.now().getTime() + COPY_SECONDS * 1_000;
  return `${COPY_PATH}?token=${signToken(config.encryptionKey, PURPOSE, `${sessionId}_${until}`)}`;
}

export function isCopyToken({ config, clock }: KeysApp, { sessionId }: Person, token: string): boolean {
  const [of, until] = (readToken([config.encryptionKey, ...config.previousEncryptionKeys], PURPOSE, token) ?? '').split(
    '_',
  );
  return of === sessionId && Number(until) > clock.now().getTime();
}
