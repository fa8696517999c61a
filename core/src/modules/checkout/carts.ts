/**
 * Keeps unfinished purchases where the offer says so, and fills the form of those who come back by a resume link. A visitor has one cart of
 * an offer. Its id follows from a secret of the visitor's browser, so knowing the id is not enough to change the cart.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { PaymentMethod } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';
import type { Input } from '@feira/schemas/procedure';
import type { putAbandonedCart } from '@feira/schemas/procedures/checkout';
import { zoneOfBuyer } from '@feira/schemas/rules/buyer-zone';
import { abandonedAt, endsOf, KEEP_DAYS } from '@feira/schemas/rules/cart-recovery';
import { maskCpfOrCnpj, maskPhone } from '@feira/schemas/rules/mask';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { describeCookie } from '../../plugins/sessions.ts';
import { newPublicId } from '../../shared/ids.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import {
  findRecovery,
  type ResumedCart,
  removeCart,
  selectByToken,
  selectResumed,
  upsertCart,
} from '../abandoned-carts/model.ts';
import type { Offer } from '../offers/model.ts';

const VISITOR = /^[\w-]{22}$/;
const VISITOR_DAYS = 30;
/** A browser that followed a resume link fills the form for so long; the link may be followed again. */
const RESUMED_SECONDS = 86_400;
const DAY_SECONDS = 86_400;
const PURPOSE = 'cart';

export const isCartCaptured = (offer: Offer): boolean => offer.abandonedCartEnabled;

/** Returns for how many days an offer keeps what its form holds; null where it keeps nothing. */
export async function findKeptDays(
  app: Pick<FastifyInstance, 'database' | 'cache'>,
  platformId: string,
  offer: Offer,
): Promise<number | null> {
  if (!isCartCaptured(offer)) return null;
  return (await findRecovery(app, platformId, offer))?.keepDays ?? KEEP_DAYS.usual;
}

type ConfigApp = Pick<FastifyInstance, 'config'>;

/** The carts that the cookies of a browser name. */
export interface Visitor {
  /** The secret of this browser; null before it has a cart. */
  secret: string | null;
  /** The cart whose resume link this browser followed. */
  resumedCartId: string | null;
}

const visitorCookie = ({ config }: ConfigApp) => describeCookie(config.publicUrl, 'feira-visitor');
const resumedCookie = ({ config }: ConfigApp) => describeCookie(config.publicUrl, 'feira-cart');

export function readVisitor(app: ConfigApp, request: FastifyRequest): Visitor {
  const secret = request.cookies[visitorCookie(app).name];
  const resumed = request.cookies[resumedCookie(app).name];
  const { encryptionKey, previousEncryptionKeys } = app.config;
  return {
    secret: secret && VISITOR.test(secret) ? secret : null,
    resumedCartId: resumed ? readToken([encryptionKey, ...previousEncryptionKeys], PURPOSE, resumed) : null,
  };
}

function rememberVisitor(app: ConfigApp, reply: FastifyReply, secret: string): void {
  const { name, secure } = visitorCookie(app);
  const maxAge = VISITOR_DAYS * DAY_SECONDS;
  reply.setCookie(name, secret, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge });
}

function cartIdOf(secret: string, offerId: string): string {
  const hex = createHash('sha256').update(`${secret}|${offerId}`).digest('hex');
  // The form of a UUID of version 8, whose bits are the application's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the id where this visitor's cart of the offer has it, or the cart that the visitor resumed; otherwise null. */
export function findOwnCart(
  { secret, resumedCartId }: Visitor,
  { offerId, abandonedCartId }: { offerId: string; abandonedCartId?: string | undefined },
): string | null {
  if (!abandonedCartId) return null;
  const isOwn = abandonedCartId === resumedCartId || (secret && abandonedCartId === cartIdOf(secret, offerId));
  return isOwn ? abandonedCartId : null;
}

interface Visit {
  platform: { id: string };
  request: FastifyRequest;
  reply: FastifyReply;
}
type CartsApp = ConfigApp & Pick<FastifyInstance, 'database' | 'clock' | 'cache'>;

/** Returns the cart that this browser resumed, where it is of this offer and still open. */
export async function findResumed(
  app: CartsApp,
  request: FastifyRequest,
  offerId: string,
): Promise<ResumedCart | null> {
  const { resumedCartId } = readVisitor(app, request);
  if (!resumedCartId) return null;
  const { platform } = request;
  const cart = await app.database.find(platform.id, selectResumed(platform.id, resumedCartId, app.clock.now()), true);
  return cart?.isOpen && cart.offerId === offerId ? cart : null;
}

/** Creates the visitor's cart of the offer or replaces what is in it. Throws CART_NOT_FOUND where `cartId` is another's. */
export async function saveCart(
  app: CartsApp,
  { platform, request, reply }: Visit,
  offer: Offer,
  { offerId: _, cartId, name, document, email, phone, cartAmt, utmQuery = {}, ...form }: Input<typeof putAbandonedCart>,
): Promise<string> {
  if (!isCartCaptured(offer)) throw new AppError('CART_CAPTURE_DISABLED', { fields: ['offerId'] });
  const secret = readVisitor(app, request).secret ?? randomBytes(16).toString('base64url');
  const resumed = await findResumed(app, request, offer.id);
  const id = resumed?.id ?? cartIdOf(secret, offer.id);
  if (cartId && cartId !== id) throw new AppError('CART_NOT_FOUND', { fields: ['cartId'] });
  const recovery = await findRecovery(app, platform.id, offer);
  const changedAt = app.clock.now();
  await app.database.run(
    platform.id,
    upsertCart(platform.id, {
      id,
      offerId: offer.id,
      productId: offer.productId,
      sellerId: offer.sellerId,
      email,
      utmQuery,
      form,
      changedAt,
      name: name ?? null,
      document: document ?? null,
      phone: phone ?? null,
      amount: cartAmt ?? null,
      currency: offer.coin,
      locale: request.locale,
      resumeToken: newPublicId(),
      zone: zoneOfBuyer({ ...(form.state && { state: form.state }), ...(phone && { phone }) }),
      ...endsOf(changedAt, recovery?.keepDays ?? KEEP_DAYS.usual),
      dueAt: abandonedAt(changedAt, recovery),
    }),
  );
  rememberVisitor(app, reply, secret);
  return id;
}

/** Deletes what the visitor does not want kept. */
export async function deleteCart(app: CartsApp, { platform, request }: Visit, offerId: string): Promise<void> {
  const { secret } = readVisitor(app, request);
  const resumed = await findResumed(app, request, offerId);
  const ids = [resumed?.id, secret && cartIdOf(secret, offerId)].filter((id) => typeof id === 'string');
  await app.database.write(
    platform.id,
    ids.map((id) => removeCart(platform.id, id)),
  );
}

/**
 * Opens a resume link: lets this browser fill the form of its cart, and returns the cart. One that is closed fills nothing. Null where no
 * cart has the token.
 */
export async function resumeCart(
  app: CartsApp,
  { platform, reply }: Pick<Visit, 'platform' | 'reply'>,
  token: string,
): Promise<ResumedCart | null> {
  if (!VISITOR.test(token)) return null;
  const cart = await app.database.find(platform.id, selectByToken(platform.id, token, app.clock.now()), true);
  if (!cart?.isOpen) return cart ?? null;
  const { name, secure } = resumedCookie(app);
  const value = signToken(app.config.encryptionKey, PURPOSE, cart.id);
  reply.setCookie(name, value, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: RESUMED_SECONDS });
  return cart;
}

/** Returns what fills the form of a resumed cart, as the page writes it. */
export function toFormValues({ name, document, email, phone, form }: ResumedCart): BuyerFormValues {
  const { affiliateId: _, orderBumpsIds, paymentMethod, ...rest } = form;
  const texts = { name, cpf: document && maskCpfOrCnpj(document), email, phone: phone && maskPhone(phone), ...rest };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value)),
    ...(orderBumpsIds && { orderBumpsIds }),
    ...(paymentMethod && { paymentMethod: paymentMethod as PaymentMethod }),
  };
}
