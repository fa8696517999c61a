/**
 * Keeps unfinished purchases where the offer says so. A visitor has one cart of an offer. Its id follows from a secret of the visitor's
 * browser, so knowing the id is not enough to change the cart.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Input } from '@feira/schemas/procedure';
import type { putAbandonedCart } from '@feira/schemas/procedures/checkout';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { describeCookie } from '../../plugins/sessions.ts';
import type { Offer } from '../offers/model.ts';

/** Carts are personal data of people who did not buy. */
const KEEP_DAYS = 30;
const VISITOR = /^[\w-]{22}$/;

export const isCartCaptured = (offer: Offer): boolean => offer.abandonedCartEnabled;

const visitorCookie = ({ config }: Pick<FastifyInstance, 'config'>) =>
  describeCookie(config.publicUrl, 'feira-visitor');

/** Returns the secret of this browser; null before it has a cart. */
export function readVisitor(app: Pick<FastifyInstance, 'config'>, request: FastifyRequest): string | null {
  const visitor = request.cookies[visitorCookie(app).name];
  return visitor && VISITOR.test(visitor) ? visitor : null;
}

function rememberVisitor(app: Pick<FastifyInstance, 'config'>, reply: FastifyReply, visitor: string): void {
  const { name, secure } = visitorCookie(app);
  reply.setCookie(name, visitor, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: KEEP_DAYS * 86_400 });
}

function cartIdOf(visitor: string, offerId: string): string {
  const hex = createHash('sha256').update(`${visitor}|${offerId}`).digest('hex');
  // The form of a UUID of version 8, whose bits are the application's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the id where this visitor's cart of the offer has it; otherwise null. */
export const findOwnCart = (
  visitor: string | null,
  { offerId, abandonedCartId }: { offerId: string; abandonedCartId?: string | undefined },
): string | null => (visitor && abandonedCartId === cartIdOf(visitor, offerId) ? abandonedCartId : null);

/** Creates the visitor's cart of the offer or replaces what is in it. Throws CART_NOT_FOUND where `cartId` is another's. */
export async function saveCart(
  app: Pick<FastifyInstance, 'config' | 'database'>,
  { platform, request, reply }: { platform: { id: string }; request: FastifyRequest; reply: FastifyReply },
  offer: Offer,
  input: Input<typeof putAbandonedCart>,
): Promise<string> {
  if (!isCartCaptured(offer)) throw new AppError('CART_CAPTURE_DISABLED', { fields: ['offerId'] });
  const visitor = readVisitor(app, request) ?? randomBytes(16).toString('base64url');
  const id = cartIdOf(visitor, offer.id);
  if (input.cartId && input.cartId !== id) throw new AppError('CART_NOT_FOUND', { fields: ['cartId'] });
  await app.database.run(platform.id, {
    text: `INSERT INTO abandoned_cart (platform_id, id, offer_id, name, document, email, phone, amount, utm_query)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (id, platform_id) DO UPDATE SET name = excluded.name, document = excluded.document, email = excluded.email,
        phone = excluded.phone, amount = excluded.amount, utm_query = excluded.utm_query, updated_at = now()`,
    values: [
      platform.id,
      id,
      offer.id,
      input.name ?? null,
      input.document ?? null,
      input.email,
      input.phone ?? null,
      input.cartAmt ?? null,
      JSON.stringify(input.utmQuery ?? {}),
    ],
  });
  rememberVisitor(app, reply, visitor);
  return id;
}

export async function purgeCarts({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM abandoned_cart WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM abandoned_cart WHERE updated_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEEP_DAYS, limit],
  }));
}
