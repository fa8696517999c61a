/** Reads and writes the rows of order bumps, which the checkouts of a product offer beside it. */

import { fieldsOf } from '@feira/schemas/entities/entity';
import { orderBump } from '@feira/schemas/entities/order-bump';
import type { listOrderBumps } from '@feira/schemas/procedures/products';
import type { Knex } from 'knex';
import type { Statement, Transaction } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';

export class OrderBump extends editedModel('order_bump', orderBump, ['productId', 'offerId']) {
  declare productId: string;
  declare offerId: string;

  /** Locks a bump of this seller. */
  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return queryIn(transaction, OrderBump)
      .join('product as p', (join) =>
        join.on('p.id', 'order_bump.productId').andOn('p.platformId', 'order_bump.platformId'),
      )
      .findOne({ 'order_bump.id': id, 'p.sellerId': sellerId })
      .select('order_bump.*')
      .onBuildKnex((query) => (query as Knex.QueryBuilder).forNoKeyUpdate('order_bump'));
  }
}

export const selectBumpIds = (platformId: string, productId: string): Statement<{ id: string; offerId: string }> => ({
  text: 'SELECT id, offer_id FROM order_bump WHERE platform_id = $1 AND product_id = $2 ORDER BY position, id',
  values: [platformId, productId],
});

/** An offer that a bump may add, if it is this seller's. */
export const selectOffered = (
  platformId: string,
  offerId: string,
  sellerId: string,
): Statement<{ productId: string }> => ({
  text: `SELECT o.product_id FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    WHERE o.platform_id = $1 AND o.id = $2 AND p.seller_id = $3 AND o.type = 'ONE_TIME' AND o.status <> 'ARCHIVED'
      AND NOT o.is_hidden`,
  values: [platformId, offerId, sellerId],
});

export const placeBumps = (platformId: string, ids: readonly string[]): Statement => ({
  text: `UPDATE order_bump b SET position = wanted.place
    FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted(id, place) WHERE b.platform_id = $1 AND b.id = wanted.id`,
  values: [platformId, ids],
});

export const selectBumps = (platformId: string, productId: string): Statement<RowOf<typeof listOrderBumps>> => ({
  text: `SELECT b.id, b.version, ${namedColumns('b', fieldsOf(orderBump))},
      jsonb_build_object('id', o.id, 'title', o.title, 'price', o.price, 'coin', o.coin, 'status', o.status) AS offer,
      jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image) AS product,
      o.status = 'PUBLISHED' AND p.status = 'ACTIVE' AS is_shown
    FROM order_bump b
    JOIN offer o ON o.platform_id = b.platform_id AND o.id = b.offer_id
    JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    WHERE b.platform_id = $1 AND b.product_id = $2 ORDER BY b.position, b.id`,
  values: [platformId, productId],
});
