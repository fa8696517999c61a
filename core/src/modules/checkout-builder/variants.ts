/**
 * Shows each visitor of a test one of its two versions, and the same one at every visit. A cookie says which, by test: it holds nothing
 * about the visitor, and works without JavaScript.
 */
import { randomInt } from 'node:crypto';
import type { TestVariant } from '@feira/schemas/procedures/checkout-builder';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeCookie } from '../../plugins/sessions.ts';
import { packId, unpackId } from '../../shared/pack-id.ts';
import type { Offer } from '../offers/model.ts';

/** The variants that this browser was shown, by test. */
export type Variants = ReadonlyMap<string, TestVariant>;

/** The most tests that a browser keeps: it forgets the oldest ones. */
const MOST_TESTS = 20;
const KEEP_SECONDS = 90 * 86_400;
const ENTRY = /^([\w-]{22})([AB])$/;

const cookieOf = ({ server }: FastifyRequest) => describeCookie(server.config.publicUrl, 'feira-test');

/** Returns what the cookie says, the latest test first; a foreign value is left out. */
export function readVariants(request: FastifyRequest): Variants {
  const parts = (request.cookies[cookieOf(request).name] ?? '').split('.').slice(0, MOST_TESTS);
  return new Map(
    parts.flatMap((part) => {
      const [, test, variant] = ENTRY.exec(part) ?? [];
      return test ? [[unpackId(test), variant as TestVariant] as const] : [];
    }),
  );
}

function rememberVariant(request: FastifyRequest, reply: FastifyReply, testId: string, variant: TestVariant): void {
  const { name, secure } = cookieOf(request);
  const all = [[testId, variant] as const, ...readVariants(request)].slice(0, MOST_TESTS);
  reply.setCookie(name, all.map(([test, shown]) => packId(test) + shown).join('.'), {
    path: '/',
    httpOnly: true,
    secure,
    // Lax, not strict: a visitor who follows a link from elsewhere would see the other version.
    sameSite: 'lax',
    maxAge: KEEP_SECONDS,
  });
}

const withVariant = <O extends Offer>(offer: O, variant: TestVariant | undefined): O =>
  offer.checkoutTest && variant === 'B'
    ? { ...offer, checkoutBuilderConfig: offer.checkoutTest.configB, checkoutVersionId: offer.checkoutTest.versionBId }
    : offer;

/** Browsers that fetch a page ahead do not show it to anybody yet. */
const isPrefetch = ({ headers }: FastifyRequest) => /prefetch|prerender/.test(String(headers['sec-purpose'] ?? ''));

/** Returns the offer with the version that this visitor sees. A new visitor of a running test draws one, and is counted. */
export function chooseVariant<O extends Offer>(request: FastifyRequest, reply: FastifyReply, offer: O): O {
  const test = offer.checkoutTest;
  if (!test) return offer;
  const known = readVariants(request).get(test.id);
  if (known || request.method !== 'GET' || isPrefetch(request)) return withVariant(offer, known);
  const drawn = randomInt(100) < test.shareB ? 'B' : 'A';
  rememberVariant(request, reply, test.id, drawn);
  request.server.checkoutVisits.add(request.platform.id, test.id, drawn);
  return withVariant(offer, drawn);
}

/** Returns the settings of the version that the buyer of a sale saw. */
export const configOf = ({ checkoutTest: test, checkoutBuilderConfig }: Offer, versionId: string | null) =>
  test && versionId === test.versionBId ? test.configB : checkoutBuilderConfig;

/** Returns the version that a buyer saw, and the running test that showed it to them. */
export function versionOf(
  { checkoutTest: test, checkoutVersionId }: Offer,
  variants: Variants,
): { checkoutVersionId: string | null; checkoutTestId: string | null } {
  const variant = test && variants.get(test.id);
  if (!variant) return { checkoutVersionId, checkoutTestId: null };
  return { checkoutVersionId: variant === 'B' ? test.versionBId : test.versionAId, checkoutTestId: test.id };
}
