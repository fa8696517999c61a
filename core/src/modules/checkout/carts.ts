/** Unfinished purchases, kept where the offer says so. */
import type { Input } from '@feira/schemas/procedure';
import type { putAbandonedCart } from '@feira/schemas/procedures/checkout';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Offer } from '../offers/model.ts';

export const isCartCaptured = (offer: Offer): boolean => offer.abandonedCartEnabled;

export async function saveCart(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  offer: Offer,
  input: Input<typeof putAbandonedCart>,
): Promise<string> {
  if (!isCartCaptured(offer)) throw new AppError('CART_CAPTURE_DISABLED', { fields: ['offerId'] });
  const columns = [
    input.name ?? null,
    input.document ?? null,
    input.email,
    input.phone ?? null,
    input.cartAmt ?? null,
    JSON.stringify(input.utmQuery ?? {}),
  ];
  if (!input.cartId) {
    const id = newId();
    await app.database.write(platformId, [
      {
        text: `INSERT INTO abandoned_cart (platform_id, id, offer_id, name, document, email, phone, amount, utm_query)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [platformId, id, offer.id, ...columns],
      },
    ]);
    return id;
  }
  const [result] = await app.database.write(platformId, [
    {
      text: `UPDATE abandoned_cart SET name = $4, document = $5, email = $6, phone = $7, amount = $8, utm_query = $9, updated_at = now()
        WHERE platform_id = $1 AND id = $2 AND offer_id = $3`,
      values: [platformId, input.cartId, offer.id, ...columns],
    },
  ]);
  if (!result?.rowCount) throw new AppError('CART_NOT_FOUND', { fields: ['cartId'] });
  return input.cartId;
}
