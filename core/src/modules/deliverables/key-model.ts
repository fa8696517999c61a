/**
 * Reads and writes the rows of licence keys and of the sales that wait for one. A deliverable is locked wherever its keys are handed out.
 */
import type { Statement } from '../../plugins/database.ts';
import { IS_OPEN } from './access-model.ts';

interface Locked {
  id: string;
  productId: string;
  title: string;
  sellerId: string;
}

export const lockDeliverable = (platformId: string, id: string): Statement<Locked> => ({
  text: `SELECT d.id, d.product_id, d.title, p.seller_id
    FROM deliverable d JOIN product p ON p.platform_id = d.platform_id AND p.id = d.product_id
    WHERE d.platform_id = $1 AND d.id = $2 FOR NO KEY UPDATE OF d`,
  values: [platformId, id],
});

/** Notes the keys that a sale should have and has not; an approval has done so already for the keys of its time. */
export const awaitKeys = (platformId: string, saleId: string): Statement => ({
  text: 'SELECT await_licence_keys($1, $2)',
  values: [platformId, saleId],
});

export const selectWaits = (platformId: string, saleId: string): Statement<{ deliverableId: string }> => ({
  text: 'SELECT deliverable_id FROM licence_wait WHERE platform_id = $1 AND sale_id = $2 ORDER BY deliverable_id',
  values: [platformId, saleId],
});

/** Sales that no job has looked at. */
export const WAITING_SALES = 'licence_wait WHERE told_at IS NULL';

/** Selects deliverables of all platforms with such sales. */
export const selectDue = (limit: number): Statement<{ platformId: string; deliverableId: string }> => ({
  text: `SELECT platform_id, deliverable_id FROM ${WAITING_SALES}
    GROUP BY platform_id, deliverable_id ORDER BY min(created_at) LIMIT $1`,
  values: [limit],
});

/** Ends the waits of sales that have their key: two who open a sale at once may note a wait while the key is handed out. */
export const endServed = (platformId: string, deliverableId: string): Statement => ({
  text: `DELETE FROM licence_wait w USING licence_key k WHERE w.platform_id = $1 AND w.deliverable_id = $2
    AND k.platform_id = w.platform_id AND k.sale_id = w.sale_id AND k.deliverable_id = w.deliverable_id`,
  values: [platformId, deliverableId],
});

/** Gives the oldest free keys to the sales that have waited longest and whose payment is kept. */
export const handOutKeys = (
  platformId: string,
  deliverableId: string,
  limit: number,
): Statement<{ saleId: string }> => ({
  text: `WITH waiting AS (
      SELECT w.sale_id, row_number() OVER (ORDER BY w.created_at, w.sale_id) AS place FROM licence_wait w
      WHERE w.platform_id = $1 AND w.deliverable_id = $2
        AND EXISTS (SELECT FROM payment p WHERE p.platform_id = w.platform_id AND p.sale_id = w.sale_id AND ${IS_OPEN})
      ORDER BY w.created_at, w.sale_id LIMIT $3
    ), free AS (
      SELECT id, row_number() OVER (ORDER BY id) AS place FROM licence_key
      WHERE platform_id = $1 AND deliverable_id = $2 AND sale_id IS NULL ORDER BY id LIMIT $3
    ), given AS (
      UPDATE licence_key k SET sale_id = waiting.sale_id, assigned_at = now() FROM free JOIN waiting USING (place)
      WHERE k.platform_id = $1 AND k.id = free.id AND k.sale_id IS NULL RETURNING k.sale_id
    )
    DELETE FROM licence_wait w USING given
    WHERE w.platform_id = $1 AND w.deliverable_id = $2 AND w.sale_id = given.sale_id RETURNING w.sale_id`,
  values: [platformId, deliverableId, limit],
});

/** Marks the sales that are left without a key as told. Returns those whose payment is kept. */
export const markTold = (platformId: string, deliverableId: string): Statement<{ isOpen: boolean }> => ({
  text: `UPDATE licence_wait w SET told_at = now() WHERE platform_id = $1 AND deliverable_id = $2 AND told_at IS NULL
    RETURNING EXISTS (SELECT FROM payment p WHERE p.platform_id = w.platform_id AND p.sale_id = w.sale_id AND ${IS_OPEN}) AS is_open`,
  values: [platformId, deliverableId],
});

export const countKeys = (platformId: string, deliverableId: string): Statement<{ free: number; all: number }> => ({
  text: `SELECT count(*) FILTER (WHERE sale_id IS NULL)::int AS free, count(*)::int AS all FROM licence_key
    WHERE platform_id = $1 AND deliverable_id = $2`,
  values: [platformId, deliverableId],
});

export const selectIsAwaited = (platformId: string, deliverableId: string): Statement<{ isAwaited: boolean }> => ({
  text: `SELECT EXISTS (SELECT FROM licence_wait w JOIN payment p ON p.platform_id = w.platform_id AND p.sale_id = w.sale_id
    WHERE w.platform_id = $1 AND w.deliverable_id = $2 AND ${IS_OPEN}) AS is_awaited`,
  values: [platformId, deliverableId],
});

export const insertKeys = (
  platformId: string,
  deliverableId: string,
  keys: readonly { id: string; value: string }[],
): Statement => ({
  text: `INSERT INTO licence_key (platform_id, id, deliverable_id, value)
    SELECT $1, added.id, $2, added.value FROM unnest($3::uuid[], $4::text[]) AS added(id, value)
    ON CONFLICT (deliverable_id, value, platform_id) DO NOTHING`,
  values: [platformId, deliverableId, keys.map(({ id }) => id), keys.map(({ value }) => value)],
});

export const deleteFree = (platformId: string, deliverableId: string): Statement => ({
  text: 'DELETE FROM licence_key WHERE platform_id = $1 AND deliverable_id = $2 AND sale_id IS NULL',
  values: [platformId, deliverableId],
});
