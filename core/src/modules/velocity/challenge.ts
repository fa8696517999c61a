/**
 * Makes and checks challenges. The machine of a buyer looks for a number with which the challenge hashes to zeros: a moment for one purchase, and
 * a cost for somebody who tries thousands of cards. Nothing is stored before it is solved. Where the installation has a CAPTCHA service, the
 * response of its widget solves a challenge as well, and the number costs more work.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readToken, signToken } from '../../shared/signed-token.ts';

/** Carries the solved challenge: its token, a colon, and the number that was found; or `captcha`, a colon, and the response of the widget. */
export const CHALLENGE_HEADER = 'feira-challenge';
const PURPOSE = 'card-challenge';
const LIFETIME_SECONDS = 900;
/** About 65 000 hashes, which take a phone half a second. */
const LEAST_BITS = 16;
/** About 4 million hashes: seconds on a phone, and more than a list of cards is worth. */
const MOST_BITS = 22;
/** The refusals after which the work doubles. */
const REFUSALS_PER_BIT = 15;

/** More work where a widget would do: whoever says that its script did not load pays eight times as much. */
const BITS_WITHOUT_WIDGET = 3;
const RESPONSE = /^captcha:([\w.~+/=-]{1,8000})$/;
const MOST_CHARACTERS = 9_000;

/** A solved challenge, which serves one order of its offer. */
export interface CardProof {
  id: string;
  offerId: string;
}

export interface Challenge {
  token: string;
  /** The zeros that the hash begins with. */
  bits: number;
  /** The page with the widget, to which the caller adds its own host and language. */
  captchaUrl?: string;
}

type ChallengeApp = Pick<FastifyInstance, 'config' | 'clock'>;

/** Returns the address of the frame with the widget, without a query. */
export const captchaFrameUrl = (origin: string, offerId: string): string => `${origin}/captcha-frame/${offerId}`;

/** Returns a new challenge, the harder the more cards were refused. */
export function createChallenge({ config, clock }: ChallengeApp, offerId: string, refusals: number): Challenge {
  const { captcha } = config;
  const least = LEAST_BITS + (captcha ? BITS_WITHOUT_WIDGET : 0);
  const bits = Math.min(MOST_BITS, least + Math.floor(refusals / REFUSALS_PER_BIT));
  const endsAt = Math.floor(clock.now().getTime() / 1000) + LIFETIME_SECONDS;
  const id = randomBytes(16).toString('base64url');
  const subject = Buffer.from(JSON.stringify([id, offerId, endsAt, bits]));
  return {
    token: signToken(config.encryptionKey, PURPOSE, subject.toString('base64url')),
    bits,
    ...(captcha && { captchaUrl: `${captchaFrameUrl(captcha.origin, offerId)}?challenge=${id}` }),
  };
}

/**
 * Returns the challenge that came solved with the request; null where none did, or it is not ours, over or not solved. Null as well where the
 * CAPTCHA service gives no verdict: the next challenge can be solved by work.
 */
export async function readProof(
  { config, clock, captcha }: ChallengeApp & Pick<FastifyInstance, 'captcha'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<CardProof | null> {
  const text = headers[CHALLENGE_HEADER];
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS) return null;
  const [token = ''] = text.split(':', 1);
  const solution = text.slice(token.length + 1);
  const subject = readToken([config.encryptionKey, ...config.previousEncryptionKeys], PURPOSE, token);
  if (!subject) return null;
  const [id, offerId, endsAt, bits] = JSON.parse(Buffer.from(subject, 'base64url').toString()) as [
    string,
    string,
    number,
    number,
  ];
  if (endsAt < clock.now().getTime() / 1000) return null;
  const [, response] = RESPONSE.exec(solution) ?? [];
  const isSolved = response
    ? (await captcha?.verify(id, response)) === 'GOOD'
    : /^\d{1,15}$/.test(solution) && hasZeroBits(createHash('sha256').update(text).digest(), bits);
  return isSolved ? { id, offerId } : null;
}
