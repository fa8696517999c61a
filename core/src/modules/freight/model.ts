/** Reads and writes quotes of freight. */
import type { Statement } from '../../plugins/database.ts';

export interface FreightQuoteRow {
  id: string;
  deliveryOptionId: string;
  name: string;
  days: number | null;
  deliveryTime: string;
  /** Cents, before an order is sent free of charge. */
  amount: number;
  isCheapest: boolean;
}

export interface Parcel {
  deliveryOptionId: string;
  zip: string;
  /** The hash of the connection, the parcel and its value. */
  parcel: string;
}

const COLUMNS = 'id, delivery_option_id, name, days, delivery_time, amount, is_cheapest';

/** Returns the quotes of these parcels that pages still show, the cheapest first. */
export const selectFresh = (
  platformId: string,
  parcels: readonly Parcel[],
  now: Date,
): Statement<FreightQuoteRow & { freshUntil: Date }> => ({
  text: `SELECT ${COLUMNS}, fresh_until FROM freight_quote
    WHERE platform_id = $1 AND fresh_until > $2
      AND (delivery_option_id, zip, parcel) IN (SELECT * FROM unnest($3::uuid[], $4::text[], $5::text[]))
    ORDER BY amount, id`,
  values: [
    platformId,
    now,
    parcels.map(({ deliveryOptionId }) => deliveryOptionId),
    parcels.map(({ zip }) => zip),
    parcels.map(({ parcel }) => parcel),
  ],
});

/** Returns a quote that its buyer may still choose, where it is of one of these parcels. */
export const selectHeld = (
  platformId: string,
  id: string,
  parcels: readonly Parcel[],
  now: Date,
): Statement<FreightQuoteRow> => ({
  text: `SELECT ${COLUMNS} FROM freight_quote
    WHERE platform_id = $1 AND id = $6 AND expires_at > $2
      AND (delivery_option_id, zip, parcel) IN (SELECT * FROM unnest($3::uuid[], $4::text[], $5::text[]))`,
  values: [...(selectFresh(platformId, parcels, now).values as unknown[]), id],
});

export interface NewQuote extends FreightQuoteRow, Parcel {
  freshUntil: Date;
  expiresAt: Date;
}

export const insertQuotes = (platformId: string, quotes: readonly NewQuote[]): Statement => ({
  text: `INSERT INTO freight_quote (platform_id, id, delivery_option_id, zip, parcel, name, days, delivery_time, amount, is_cheapest,
      fresh_until, expires_at)
    SELECT $1, q.id, q."deliveryOptionId", q.zip, q.parcel, q.name, q.days, q."deliveryTime", q.amount, q."isCheapest", q."freshUntil",
      q."expiresAt"
    FROM jsonb_to_recordset($2) AS q(id uuid, "deliveryOptionId" uuid, zip text, parcel text, name text, days integer,
      "deliveryTime" text, amount bigint, "isCheapest" boolean, "freshUntil" timestamptz, "expiresAt" timestamptz)`,
  values: [platformId, JSON.stringify(quotes)],
});

export const deleteExpired = (limit: number): Statement => ({
  text: `DELETE FROM freight_quote WHERE (id, platform_id) IN (
    SELECT id, platform_id FROM freight_quote WHERE expires_at < now() - interval '1 day' LIMIT $1)`,
  values: [limit],
});
