/** Removes a product or an offer that an import has made, unless it was changed or used since. */
import type { Statement, Transaction } from '../../plugins/database.ts';
import { deleteProduct, selectIsKept } from '../products/model.ts';
import type { ProblemCode } from './model.ts';
import { type ImportRecord, selectRow, writeKept } from './model.ts';

interface MadeOffer {
  productId: string;
  isChanged: boolean;
  isUsed: boolean;
}

/** An offer is used once it was sold, is a bump or a step of a funnel, or has a checkout of its own. */
const selectOffer = (platformId: string, id: string): Statement<MadeOffer> => ({
  text: `SELECT o.product_id, o.version > 1 OR o.status = 'ARCHIVED' AS is_changed,
      EXISTS (SELECT FROM sale s WHERE s.platform_id = o.platform_id AND s.offer_id = o.id)
      OR EXISTS (SELECT FROM sale_item i WHERE i.platform_id = o.platform_id AND i.offer_id = o.id)
      OR EXISTS (SELECT FROM imported_subscription i WHERE i.platform_id = o.platform_id AND i.offer_id = o.id) AS is_used
    FROM offer o WHERE o.platform_id = $1 AND o.id = $2 FOR UPDATE`,
  values: [platformId, id],
});

const selectProductState = (
  platformId: string,
  id: string,
  offerId: string,
): Statement<{ isChanged: boolean; hasMore: boolean }> => ({
  text: `SELECT p.version > 1 OR p.status <> 'DRAFT' AS is_changed,
      EXISTS (SELECT FROM offer o WHERE o.platform_id = p.platform_id AND o.product_id = p.id AND o.id <> $3)
      OR EXISTS (SELECT FROM deliverable d WHERE d.platform_id = p.platform_id AND d.product_id = p.id) AS has_more
    FROM product p WHERE p.platform_id = $1 AND p.id = $2 FOR UPDATE`,
  values: [platformId, id, offerId],
});

const deleteOffer = (platformId: string, id: string): Statement[] =>
  [
    'DELETE FROM delivery_option WHERE platform_id = $1 AND offer_id = $2',
    'DELETE FROM offer WHERE platform_id = $1 AND id = $2',
  ].map((text) => ({ text, values: [platformId, id] }));

const deleteKeys = (platformId: string, ids: readonly string[]): Statement => ({
  text: 'DELETE FROM import_key WHERE platform_id = $1 AND target_id = ANY ($2::uuid[])',
  values: [platformId, ids],
});

const FOREIGN_KEY = '23503';

/** Removes what one line has made. Returns how much was removed or kept; undefined where the line has written nothing. */
export async function removeCatalogueLine(
  transaction: Transaction,
  { platformId, id: importId }: Pick<ImportRecord, 'platformId' | 'id'>,
  number: number,
): Promise<{ removed: number; kept: number } | undefined> {
  const row = await transaction.find(selectRow(platformId, importId, number));
  if (!row?.targetId) return undefined;
  const reason = row.isMade
    ? await remove(transaction, platformId, { offerId: row.targetId, productId: row.madeProductId })
    : 'KEPT_UPDATED';
  await transaction.run(writeKept(platformId, importId, number, reason));
  return reason ? { removed: 0, kept: 1 } : { removed: 1, kept: 0 };
}

/** Returns why it was kept; null where it was removed, or was gone already. */
async function remove(
  transaction: Transaction,
  platformId: string,
  { offerId, productId }: { offerId: string; productId: string | null },
): Promise<ProblemCode | null> {
  const offer = await transaction.find(selectOffer(platformId, offerId));
  if (!offer) return null;
  if (offer.isUsed) return 'KEPT_SOLD';
  if (offer.isChanged) return 'KEPT_CHANGED';
  const product = productId && (await transaction.find(selectProductState(platformId, productId, offerId)));
  if (productId && product && (await transaction.find(selectIsKept(platformId, productId)))?.isKept) return 'KEPT_SOLD';
  if (product && (product.isChanged || product.hasMore)) return 'KEPT_CHANGED';
  await transaction.run({ text: 'SAVEPOINT gone', values: [] });
  try {
    const gone = product && productId ? deleteProduct(platformId, productId) : deleteOffer(platformId, offerId);
    await transaction.runAll([...gone, deleteKeys(platformId, productId ? [productId, offerId] : [offerId])]);
    return null;
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
    // Something of the platform refers to it that no rule above knows.
    await transaction.run({ text: 'ROLLBACK TO SAVEPOINT gone', values: [] });
    return 'KEPT_SOLD';
  }
}
