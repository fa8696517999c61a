/** Writes and reads the links of carts that lead out of all mails of a seller. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readToken, signToken } from '../../shared/signed-token.ts';

type App = Pick<FastifyInstance, 'config'>;

/** Returns the hash that stands for an address where the address itself is not kept. The database computes the same. */
export const hashEmail = (platformId: string, emailLower: string): string =>
  createHash('sha256').update(`${platformId}|${emailLower}`).digest('hex');

const UNSUBSCRIBE = 'cart-unsubscribe';
const SEPARATOR = '~';
export const UNSUBSCRIBE_PATH = '/abandoned-carts/unsubscribe';

export interface Unsubscription {
  sellerId: string;
  emailHash: string;
}

export function unsubscribeUrlOf(
  { config }: App,
  platformUrl: string,
  { platformId, sellerId, emailLower }: { platformId: string; sellerId: string; emailLower: string },
): string {
  const subject = [platformId, sellerId, hashEmail(platformId, emailLower)].join(SEPARATOR);
  return `${platformUrl}${UNSUBSCRIBE_PATH}?token=${signToken(config.encryptionKey, UNSUBSCRIBE, subject)}`;
}

/** Returns null where the link is not of this platform. */
export function readUnsubscription({ config }: App, platformId: string, token: string): Unsubscription | null {
  const subject = readToken([config.encryptionKey, ...config.previousEncryptionKeys], UNSUBSCRIBE, token);
  const [platform, sellerId, emailHash] = subject?.split(SEPARATOR) ?? [];
  return platform === platformId && sellerId && emailHash ? { sellerId, emailHash } : null;
}
