/** Erases the data of buyers who never paid. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { COUPON_USE, SALE, writeErased } from './model.ts';

const BATCH = 500;
/** The fewest days that a platform can set. */
const LEAST_DAYS = 7;

/** The condition that an index serves. */
const UNPAID = `p.status IN ('REJECTED', 'CANCELED') AND p.paid_amount = 0 AND NOT p.is_provisional AND p.buyer_erased_at IS NULL`;

/** Selects the platforms with purchases that may be due. */
const SELECT_PLATFORMS: Statement<{ id: string }> = {
  text: `SELECT DISTINCT p.platform_id AS id FROM payment p WHERE ${UNPAID} AND p.updated_at < now() - interval '${LEAST_DAYS} days'`,
  values: [],
};

/**
 * Erases the buyers of purchases that ended `days` days ago or earlier: no charge of theirs can still appear, none was ever paid, and no new code
 * is made for them. Returns the number of payments.
 */
const eraseBuyers = (platformId: string, days: number): Statement<{ count: number }> => ({
  text: `
    WITH due AS MATERIALIZED (
      SELECT p.id, p.sale_id FROM payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
      WHERE p.platform_id = $1 AND ${UNPAID} AND p.updated_at < now() - make_interval(days => $2)
        AND coalesce(s.price_kept_until < now(), true)
        AND NOT EXISTS (SELECT FROM payment_attempt a WHERE a.platform_id = p.platform_id AND a.payment_id = p.id
          AND a.state IN ('CREATED', 'UNKNOWN', 'PARKED'))
        AND NOT EXISTS (SELECT FROM payment other WHERE other.platform_id = p.platform_id AND other.sale_id = p.sale_id AND other.id <> p.id
          AND NOT (other.status IN ('REJECTED', 'CANCELED') AND other.paid_amount = 0 AND NOT other.is_provisional))
      ORDER BY p.updated_at LIMIT $3 FOR UPDATE OF p SKIP LOCKED
    ), marked AS (
      UPDATE payment p SET buyer_erased_at = now(), billet_url = NULL FROM due WHERE p.platform_id = $1 AND p.id = due.id
    ), erased AS (
      UPDATE sale s SET ${writeErased(SALE)}
      WHERE s.platform_id = $1 AND s.id IN (SELECT sale_id FROM due)
    ), coupons AS (
      UPDATE coupon_use u SET ${writeErased(COUPON_USE)} WHERE u.platform_id = $1 AND u.sale_id IN (SELECT sale_id FROM due)
    ), customers AS (
      -- What another purchase of the same buyer names stays.
      DELETE FROM customer c USING (SELECT DISTINCT s.seller_id, s.buyer_email_lower FROM sale s
        WHERE s.platform_id = $1 AND s.id IN (SELECT sale_id FROM due)) gone
      WHERE c.platform_id = $1 AND c.seller_id = gone.seller_id AND c.email = gone.buyer_email_lower
        AND NOT EXISTS (SELECT FROM sale s WHERE s.buyer_email_lower = c.email AND s.platform_id = $1 AND s.seller_id = c.seller_id
          AND s.id NOT IN (SELECT sale_id FROM due))
        AND NOT EXISTS (SELECT FROM subscription s WHERE s.buyer_email_lower = c.email AND s.platform_id = $1 AND s.seller_id = c.seller_id)
    ), consents AS (
      DELETE FROM ad_consent c WHERE c.platform_id = $1 AND c.sale_id IN (SELECT sale_id FROM due)
    ), searched AS (
      INSERT INTO sale_search_due (platform_id, sale_id) SELECT DISTINCT $1::uuid, sale_id FROM due
    )
    SELECT count(*)::int AS count FROM due`,
  values: [platformId, days, BATCH],
});

/** Erases all buyers who are due. Returns the number of their payments. */
export async function eraseUnpaidBuyers({
  database,
  findPlatform,
}: Pick<FastifyInstance, 'database' | 'findPlatform'>): Promise<number> {
  let erased = 0;
  for (const { id } of await database.jobs.list(SELECT_PLATFORMS)) {
    const platform = await findPlatform(id);
    if (!platform) continue;
    for (let count = BATCH; count === BATCH; ) {
      const [result] = await database.write(id, [eraseBuyers(id, platform.settings.unpaidBuyerDays)]);
      count = result.rows[0]?.count ?? 0;
      erased += count;
    }
  }
  return erased;
}
