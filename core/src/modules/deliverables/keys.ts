/** Hands licence keys out, each to one sale, and tells the seller when few or none are left. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { FEW_KEYS } from '@feira/schemas/procedures/deliverables';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { prepareNotification } from '../notifications/service.ts';
import { awaitKeys, countKeys, endServed, handOutKeys, lockDeliverable, markTold, selectWaits } from './key-model.ts';

/** The sales that one call serves; the next call serves those behind them. */
export const AT_ONCE = 1_000;

/**
 * Gives free keys to the sales that wait, inside the caller's transaction. The lock makes calls about one deliverable follow each other,
 * so that no key is given twice and no sale is left waiting beside a key that was added meanwhile. Returns the number of keys given.
 */
export async function handOut(transaction: Transaction, platformId: string, deliverableId: string): Promise<number> {
  const deliverable = await transaction.find(lockDeliverable(platformId, deliverableId));
  if (!deliverable) return 0;
  await transaction.run(endServed(platformId, deliverableId));
  const given = await transaction.list(handOutKeys(platformId, deliverableId, AT_ONCE));
  // Those behind a full page are not without a key: the next call looks at them.
  const left = given.length < AT_ONCE ? await transaction.list(markTold(platformId, deliverableId)) : [];
  const isOut = left.some(({ isOpen }) => isOpen);
  const keys = await transaction.find(countKeys(platformId, deliverableId));
  const isLow = given.length > 0 && keys !== undefined && keys.free <= FEW_KEYS;
  if (isOut || isLow) {
    const type = isOut ? 'product.keysOut' : 'product.keysFew';
    await transaction.run(
      prepareNotification(platformId, deliverable.sellerId, {
        type,
        parameters: { title: deliverable.title },
        href: `${DASHBOARD_PATHS.seller}/my-products/product/${deliverable.productId}?tab=delivery`,
        // Once for each stock of keys.
        source: `${type}:${deliverableId}:${keys?.all}`,
      }),
    );
  }
  return given.length;
}

/** Gives a sale the keys that it should have and has not, as far as there are any. */
export async function fetchKeys(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  saleId: string,
): Promise<void> {
  await database.run(platformId, awaitKeys(platformId, saleId));
  for (const { deliverableId } of await database.list(platformId, selectWaits(platformId, saleId), true))
    await database.transaction(platformId, (transaction) => handOut(transaction, platformId, deliverableId));
}
