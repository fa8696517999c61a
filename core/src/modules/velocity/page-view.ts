/**
 * Signs the time at which a page was first shown, and reads it where a purchase brings it back. The server's clock alone counts, nothing is stored,
 * and neither a cookie nor a third party takes part. A token belongs to one platform, one offer and one view.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readToken, signToken } from '../../shared/signed-token.ts';

/** A page that stands open for longer is opened anew, or its buyer's machine solves a challenge. */
const LIFETIME_SECONDS = 24 * 3_600;

type ViewApp = Pick<FastifyInstance, 'config' | 'clock'>;

export interface ViewedOffer {
  platformId: string;
  offerId: string;
}

const purposeOf = ({ platformId, offerId }: ViewedOffer): string => `page-view|${platformId}|${offerId}`;
const secondsOf = ({ clock }: ViewApp): number => Math.floor(clock.now().getTime() / 1_000);

/** Returns the token of a view that begins now; the one that the page brought, where it is valid: its view goes on. */
export function createPageView(app: ViewApp, offer: ViewedOffer, brought?: string | null): string {
  if (brought && readPageSeconds(app, offer, brought) !== null) return brought;
  // Two views of one second are two.
  const view = randomBytes(6).toString('base64url');
  return signToken(app.config.encryptionKey, purposeOf(offer), `${secondsOf(app).toString(36)}~${view}`);
}

/** Returns the seconds since the page was first shown; null where there is no token, or it is not ours, over or another offer's. */
export function readPageSeconds(app: ViewApp, offer: ViewedOffer, token: string | null | undefined): number | null {
  if (!token) return null;
  const { encryptionKey, previousEncryptionKeys } = app.config;
  const subject = readToken([encryptionKey, ...previousEncryptionKeys], purposeOf(offer), token);
  if (subject === null) return null;
  // The clocks of two nodes may differ by a moment.
  const seconds = Math.max(0, secondsOf(app) - Number.parseInt(subject.split('~')[0] as string, 36));
  return seconds <= LIFETIME_SECONDS ? seconds : null;
}
