/**
 * Remembers whose affiliate link led this browser to each product last, for as long as the product says. One cookie holds all of them:
 * one a product would fill the headers of visitors who look around. It decides about a commission alone, and names nothing that a
 * link does not name as well, so it is not signed.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeCookie } from '../../plugins/sessions.ts';
import { packId, unpackId } from '../../shared/pack-id.ts';
import type { Attribution } from '../fees/service.ts';

/** Affiliations by product. */
export type Remembered = ReadonlyMap<string, string>;

interface Visit {
  productId: string;
  affiliationId: string;
  expiresAt: number;
}

/** The most links that a browser keeps: it forgets the oldest ones. */
const MOST_VISITS = 20;
const DAY_SECONDS = 86_400;

const VISIT = /^([\w-]{22})([\w-]{22})([0-9a-z]{1,9})$/;

const pack = ({ productId, affiliationId, expiresAt }: Visit) =>
  packId(productId) + packId(affiliationId) + expiresAt.toString(36);

/** Returns the links of a cookie, the latest first; a foreign value is left out. */
const unpack = (text: string, now: number): Visit[] =>
  text
    .split('.')
    .slice(0, MOST_VISITS)
    .flatMap((part) => {
      const [, product = '', affiliation = '', expiry = ''] = VISIT.exec(part) ?? [];
      const visit = {
        productId: unpackId(product),
        affiliationId: unpackId(affiliation),
        expiresAt: Number.parseInt(expiry, 36),
      };
      return visit.expiresAt > now ? [visit] : [];
    });

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
const cookieOf = (publicUrl: string) => describeCookie(publicUrl, 'feira-affiliate');

function readVisits({ cookies, server }: FastifyRequest): Visit[] {
  const { name } = cookieOf(server.config.publicUrl);
  return unpack(cookies[name] ?? '', toSeconds(server.clock.now()));
}

export const readRemembered = (request: FastifyRequest): Remembered =>
  new Map(readVisits(request).map(({ productId, affiliationId }) => [productId, affiliationId]));

/** The last click wins, and begins the product's time anew. */
export function rememberAffiliate(
  request: FastifyRequest,
  reply: FastifyReply,
  { productId, affiliationId, windowDays }: Attribution,
): void {
  const { config, clock } = request.server;
  const { name, secure } = cookieOf(config.publicUrl);
  const now = toSeconds(clock.now());
  const visit = { productId, affiliationId, expiresAt: now + windowDays * DAY_SECONDS };
  const others = readVisits(request).filter((other) => other.productId !== productId);
  const visits = [visit, ...others].slice(0, MOST_VISITS);
  reply.setCookie(name, visits.map(pack).join('.'), {
    path: '/',
    httpOnly: true,
    secure,
    // Lax, not strict: a visitor who follows a link from elsewhere would come without it.
    sameSite: 'lax',
    maxAge: Math.max(...visits.map(({ expiresAt }) => expiresAt)) - now,
  });
}
