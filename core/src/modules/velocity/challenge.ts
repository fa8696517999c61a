/**
 * Makes and checks challenges. The machine of a buyer looks for a number with which the challenge hashes to zeros: a moment for one purchase, and
 * a cost for somebody who tries thousands of cards. No third party takes part, and nothing is stored before it is solved.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readToken, signToken } from '../../shared/signed-token.ts';

/** Carries the solved challenge: its token, a colon, and the number that was found. */
export const CHALLENGE_HEADER = 'feira-challenge';
const PURPOSE = 'card-challenge';
const LIFETIME_SECONDS = 900;
/** About 65 000 hashes, which take a phone half a second. */
const LEAST_BITS = 16;
/** About 4 million hashes: seconds on a phone, and more than a list of cards is worth. */
const MOST_BITS = 22;
/** The refusals after which the work doubles. */
const REFUSALS_PER_BIT = 15;

/** A solved challenge, which serves one order of its offer. */
export interface CardProof {
  id: string;
  offerId: string;
}

export interface Challenge {
  token: string;
  /** The zeros that the hash begins with. */
  bits: number;
}

type ChallengeApp = Pick<FastifyInstance, 'config' | 'clock'>;

/** Returns a new challenge, the harder the more cards were refused. */
export function createChallenge({ config, clock }: ChallengeApp, offerId: string, refusals: number): Challenge {
  const bits = Math.min(MOST_BITS, LEAST_BITS + Math.floor(refusals / REFUSALS_PER_BIT));
  const endsAt = Math.floor(clock.now().getTime() / 1000) + LIFETIME_SECONDS;
  const subject = Buffer.from(JSON.stringify([randomBytes(16).toString('base64url'), offerId, endsAt, bits]));
  return { token: signToken(config.encryptionKey, PURPOSE, subject.toString('base64url')), bits };
}

/** Returns the challenge that came solved with the request; null where none did, or it is not ours, over or not solved. */
export function readProof(
  { config, clock }: ChallengeApp,
  { headers }: Pick<FastifyRequest, 'headers'>,
): CardProof | null {
  const text = headers[CHALLENGE_HEADER];
  if (typeof text !== 'string' || text.length > 1_000) return null;
  const [token = '', nonce = ''] = text.split(':');
  const subject = readToken([config.encryptionKey, ...config.previousEncryptionKeys], PURPOSE, token);
  if (!subject || !/^\d{1,15}$/.test(nonce)) return null;
  const [id, offerId, endsAt, bits] = JSON.parse(Buffer.from(subject, 'base64url').toString()) as [
    string,
    string,
    number,
    number,
  ];
  if (endsAt < clock.now().getTime() / 1000) return null;
  return hasZeroBits(createHash('sha256').update(`${token}:${nonce}`).digest(), bits) ? { id, offerId } : null;
}
