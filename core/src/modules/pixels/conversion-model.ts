/** Reads and writes what the server reports to advertising networks. */
import type { Pixels } from '@feira/schemas/catalogue';
import type { Currency } from '@feira/schemas/common';
import type {
  ConversionEvent,
  ConversionProblem,
  ConversionState,
  PageEventIds,
  TokenNetwork,
} from '@feira/schemas/pixels';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import type { AdConsent } from './model.ts';

/** A pixel as a row names it. `productId` is null for the platform's own. */
export interface PixelKey {
  productId: string | null;
  network: TokenNetwork;
  pixelId: string;
}

/** Jobs of one sale wait for each other, so that each sees what the other has written. */
export const lockSale = (saleId: string): Statement => ({
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [`conversion|${saleId}`],
});

export interface Reported extends Omit<PixelKey, 'productId'> {
  event: Exclude<ConversionEvent, 'Test'>;
  /** The cents that had gone back by the last of the refunds. */
  refunded: number;
}

export interface Reportable {
  productId: string;
  pixels: Pixels;
  /** Cents, without interest. */
  total: number;
  currency: Currency;
  tokens: PixelKey[];
  /** The ids of the events that the page has reported; null where it did not say. */
  eventIds: PageEventIds | null;
  reported: Reported[];
}

/**
 * Returns no row where the buyer did not agree, or has withdrawn it. It reads the sale first (`OFFSET 0`): on new tables the planner would
 * read all sales of the offer to find it.
 */
export const selectReportable = (platformId: string, saleId: string): Statement<Reportable> => ({
  name: 'conversion-reportable',
  text: `SELECT o.product_id, p.pixels, s.total::float8 AS total, s.currency, s.context->'eventIds' AS event_ids,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('productId', t.product_id, 'network', t.network, 'pixelId', t.pixel_id)), '[]')
        FROM pixel_token t WHERE t.platform_id = s.platform_id AND (t.product_id = o.product_id OR t.product_id IS NULL)) AS tokens,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('event', c.event, 'refunded', c.refunded, 'network', c.network, 'pixelId', c.pixel_id)
          ORDER BY c.refunded), '[]')
        FROM conversion c WHERE c.platform_id = s.platform_id AND c.sale_id = s.id) AS reported
    FROM (SELECT s.*, a.context FROM ad_consent a JOIN sale s ON s.platform_id = a.platform_id AND s.id = a.sale_id
      WHERE a.platform_id = $1 AND a.sale_id = $2 OFFSET 0) s
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id`,
  values: [platformId, saleId],
});

export interface NewConversion extends PixelKey {
  saleId: string | null;
  event: ConversionEvent;
  refunded: number;
  value: number;
  currency: Currency;
  testCode: string | null;
  happenedAt: Date;
}

/** A sale's event is there once for each pixel, however often it is asked for. */
export const insertConversion = (platformId: string, conversion: NewConversion, id = newId()): Statement => ({
  name: 'insert-conversion',
  text: `INSERT INTO conversion (platform_id, id, sale_id, product_id, event, refunded, value, currency, network, pixel_id, test_code, happened_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
  values: [
    platformId,
    id,
    conversion.saleId,
    conversion.productId,
    conversion.event,
    conversion.refunded,
    conversion.value,
    conversion.currency,
    conversion.network,
    conversion.pixelId,
    conversion.testCode,
    conversion.happenedAt,
  ],
});

export const CHANNEL = 'feira_conversion';
export const wakeSenders = (): Statement => ({ text: `SELECT pg_notify('${CHANNEL}', '')`, values: [] });

export interface DueConversion {
  platformId: string;
  id: string;
  /** Counts this one. */
  attempts: number;
}

/** Reports that are to be sent now. */
export const DUE_CONVERSIONS = `conversion WHERE state = 'WAITING' AND due_at <= now()`;

/** Claims rows for a limited time, so that those of a dead node become due again. */
export const claimConversions = (limit: number, claimSeconds: number): Statement<DueConversion> => ({
  text: `WITH due AS (
    SELECT platform_id, id FROM ${DUE_CONVERSIONS}
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE conversion c SET due_at = now() + make_interval(secs => $2), attempts = c.attempts + 1 FROM due
  WHERE c.platform_id = due.platform_id AND c.id = due.id
  RETURNING c.platform_id, c.id, c.attempts`,
  values: [limit, claimSeconds],
});

/** The facts of which a report is made. The buyer's fields are null for a test. */
export interface Conversion extends NewConversion {
  id: string;
  keyVersion: number | null;
  sealed: Buffer | null;
  tokenId: string | null;
  offerId: string | null;
  contentId: string | null;
  buyerEmail: string | null;
  buyerPhone: string | null;
  utmQuery: Record<string, string> | null;
  soldAt: Date | null;
  /** Cents of the sale, without interest, that have not gone back as far as it was reported to this pixel; null for a test. */
  kept: number | null;
  /** Null where the buyer has withdrawn the consent. */
  consent: AdConsent | null;
}

export const selectConversion = (platformId: string, id: string): Statement<Conversion> => ({
  name: 'conversion',
  text: `SELECT c.id, c.sale_id, c.product_id, c.event, c.refunded::float8 AS refunded, c.value::float8 AS value, c.currency,
      c.network, c.pixel_id, c.test_code, c.happened_at, t.id AS token_id, t.key_version, t.sealed, s.offer_id,
      o.product_id AS content_id, s.buyer_email, s.buyer_phone, s.utm_query, s.created_at AS sold_at, a.context AS consent,
      (s.total - (SELECT max(r.refunded) FROM conversion r WHERE r.platform_id = c.platform_id AND r.sale_id = c.sale_id
        AND r.network = c.network AND r.pixel_id = c.pixel_id))::float8 AS kept
    FROM conversion c
    LEFT JOIN pixel_token t ON t.platform_id = c.platform_id AND t.product_id IS NOT DISTINCT FROM c.product_id
      AND t.network = c.network AND t.pixel_id = c.pixel_id
    LEFT JOIN sale s ON s.platform_id = c.platform_id AND s.id = c.sale_id
    LEFT JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    LEFT JOIN ad_consent a ON a.platform_id = c.platform_id AND a.sale_id = c.sale_id
    WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, id],
});

export interface Ending {
  state: Exclude<ConversionState, 'WAITING'>;
  problem?: ConversionProblem;
  answer?: string;
}

export const endConversion = (platformId: string, id: string, { state, problem, answer }: Ending): Statement => ({
  text: `UPDATE conversion SET state = $3, problem = $4, answer = $5 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, state, problem ?? null, answer ?? null],
});

export const postponeConversion = (
  platformId: string,
  id: string,
  { seconds, problem, answer }: { seconds: number; problem: ConversionProblem; answer: string | undefined },
): Statement => ({
  text: `UPDATE conversion SET due_at = now() + make_interval(secs => $3), problem = $4, answer = $5 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, seconds, problem, answer ?? null],
});

/** Returns a row where one that failed is sent anew. */
export const repeatConversion = (
  platformId: string,
  id: string,
  productId: string | null,
): Statement<{ id: string }> => ({
  text: `UPDATE conversion SET state = 'WAITING', attempts = 0, due_at = now()
    WHERE platform_id = $1 AND id = $2 AND product_id IS NOT DISTINCT FROM $3 AND state = 'FAILED' RETURNING id`,
  values: [platformId, id, productId],
});

export interface ConversionRow {
  id: string;
  event: ConversionEvent;
  saleId: string | null;
  network: TokenNetwork;
  pixelId: string;
  value: number;
  currency: Currency;
  state: ConversionState;
  attempts: number;
  problem: ConversionProblem | null;
  answer: string | null;
  createdAt: Date;
}

/** The last ones, newest first, since ids grow with time. */
export const selectLast = (platformId: string, productId: string | null, limit: number): Statement<ConversionRow> => ({
  text: `SELECT id, event, sale_id, network, pixel_id, value::float8 AS value, currency, state, attempts, problem, answer,
      created_at
    FROM conversion WHERE platform_id = $1 AND product_id IS NOT DISTINCT FROM $2 ORDER BY id DESC LIMIT $3`,
  values: [platformId, productId, limit],
});

const KEEP_DAYS = 60;

export const purgeConversions = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    // One that waits stays: it would be reported a second time without its row.
    text: `DELETE FROM conversion WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM conversion WHERE created_at < now() - make_interval(days => $1) AND state <> 'WAITING' LIMIT $2)`,
    values: [KEEP_DAYS, limit],
  }));
