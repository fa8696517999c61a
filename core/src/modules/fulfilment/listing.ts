/**
 * Writes the rows that lists of shipments are read from. Triggers note each sale whose money or parcel has moved; its row is written
 * afterwards from what is true then: within seconds by a sweep, and before its seller reads a list.
 */
import { toSaoPauloDate } from '@feira/plugin-kit';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { addBankDays } from '../../shared/bank-days.ts';
import { endOf } from '../../shared/period.ts';
import { DECIDING_PAYMENT, SHIPMENT_FACTS, type ShipmentFacts, toShipment } from '../shipping/model.ts';

type App = Pick<FastifyInstance, 'database'>;

const BATCH = 200;

interface Facts extends ShipmentFacts {
  saleId: string;
  sellerId: string;
  paidAt: Date | null;
  /** The longest of the days to ship of its products. */
  days: number;
}

/** Locks the platform's listings, so that an earlier reading cannot overwrite the row of a later one. */
const lockListings = (platformId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('shipment_listing' || $1::text, 0))`,
  values: [platformId],
});

const takeDue = (platformId: string): Statement<{ saleId: string }> => ({
  text: `DELETE FROM shipment_listing_due WHERE platform_id = $1 AND id = ANY (ARRAY(
      SELECT id FROM shipment_listing_due WHERE platform_id = $1 ORDER BY id LIMIT ${BATCH}))
    RETURNING sale_id`,
  values: [platformId],
});

const selectFacts = (platformId: string, saleIds: string[]): Statement<Facts> => ({
  text: `SELECT s.id AS sale_id, s.seller_id, p.approved_at AS paid_at, ${SHIPMENT_FACTS},
      (SELECT max(product.ship_days) FROM sale_item i
        JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
        WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND i.is_tangible) AS days
    FROM sale s
    ${DECIDING_PAYMENT}
    LEFT JOIN shipment h ON h.platform_id = s.platform_id AND h.sale_id = s.id
    WHERE s.platform_id = $1 AND s.id = ANY ($2::uuid[])`,
  values: [platformId, saleIds],
});

/** A change of the days to ship leaves sold orders alone. An order that is overdue before it is listed was sold before there were lists. */
const upsertListings = (platformId: string, rows: Listing[]): Statement => ({
  text: `INSERT INTO shipment_listing AS l (platform_id, sale_id, seller_id, state, paid_at, ship_until, at, overdue_at)
    SELECT $1, sale_id, seller_id, state, paid_at, ship_until, coalesce(stepped_at, ends_at),
      CASE WHEN stepped_at IS NULL AND ends_at <= now() THEN now() END
    FROM jsonb_to_recordset($2::jsonb) AS r(sale_id uuid, seller_id uuid, state text, paid_at timestamptz, ship_until date,
      stepped_at timestamptz), LATERAL (SELECT ${endOf('ship_until')} AS ends_at) AS one
    ON CONFLICT (sale_id, platform_id) DO UPDATE SET state = excluded.state,
      at = CASE WHEN excluded.state = 'TO_SHIP' THEN l.at ELSE excluded.at END`,
  values: [platformId, JSON.stringify(rows)],
});

const deleteListings = (platformId: string, saleIds: string[]): Statement => ({
  text: 'DELETE FROM shipment_listing WHERE platform_id = $1 AND sale_id = ANY ($2::uuid[])',
  values: [platformId, saleIds],
});

/** Searches find the sales by the state of their shipment too. */
export const noteSearched = (platformId: string, saleIds: string[]): Statement => ({
  text: 'INSERT INTO sale_search_due (platform_id, sale_id) SELECT $1, unnest($2::uuid[])',
  values: [platformId, saleIds],
});

/** The platforms that have sales whose rows are to be written. */
/** Sales whose shipment is to be listed anew. */
export const DUE_LISTINGS = 'shipment_listing_due';

export const selectDuePlatforms = (): Statement<{ platformId: string }> => ({
  text: `SELECT DISTINCT platform_id FROM (SELECT platform_id FROM ${DUE_LISTINGS} ORDER BY id LIMIT 1000) AS next`,
  values: [],
});

interface Listing {
  sale_id: string;
  seller_id: string;
  state: ShipmentFacts['state'];
  paid_at: Date;
  ship_until: string;
  stepped_at: Date | null;
}

/** Returns null for what waits for money, or has lost it before it was shipped. */
function toListing(facts: Facts): Listing | null {
  const { saleId, sellerId, paidAt, state, returnedAt, deliveredAt, shippedAt, days } = facts;
  if (!paidAt || (state === 'TO_SHIP' && toShipment(facts).obstacle)) return null;
  return {
    sale_id: saleId,
    seller_id: sellerId,
    state,
    paid_at: paidAt,
    ship_until: addBankDays(toSaoPauloDate(paidAt), days),
    stepped_at: returnedAt ?? deliveredAt ?? shippedAt,
  };
}

const selectIsDue = (platformId: string): Statement<object> => ({
  text: 'SELECT FROM shipment_listing_due WHERE platform_id = $1 LIMIT 1',
  values: [platformId],
});

/** Writes the rows of a batch of sales that were noted. Returns whether more may wait. */
export async function refreshListings({ database }: App, platformId: string): Promise<boolean> {
  if (!(await database.find(platformId, selectIsDue(platformId), true))) return false;
  return database.transaction(platformId, async (transaction) => {
    await transaction.run(lockListings(platformId));
    const due = await transaction.list(takeDue(platformId));
    const saleIds = [...new Set(due.map(({ saleId }) => saleId))];
    if (saleIds.length === 0) return false;
    const facts = await transaction.list(selectFacts(platformId, saleIds));
    const listings = facts.map(toListing).filter((listing) => listing !== null);
    const listed = new Set(listings.map(({ sale_id }) => sale_id));
    await transaction.run(
      deleteListings(
        platformId,
        saleIds.filter((id) => !listed.has(id)),
      ),
    );
    await transaction.run(upsertListings(platformId, listings));
    await transaction.run(noteSearched(platformId, saleIds));
    return due.length >= BATCH;
  });
}
