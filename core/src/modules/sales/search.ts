/**
 * Finds sales by filters and words. All that a sale can be found by is kept as hashes in `sale_search`, one index serves every combination,
 * and it is written after the purchase: within seconds by a sweep, and before every list that is filtered.
 */
import type { listPlatformSales } from '@feira/schemas/procedures/sales';
import type { FastifyInstance } from 'fastify';
import type { FilterOf } from '../../shared/answer.ts';
import type { PageCursor } from '../../shared/list.ts';
import { endOf, startOf } from '../../shared/period.ts';
import { openValues, type Statement } from '../../shared/statement.ts';
import { FIRST_ITEM, LATEST_PAYMENT, STATUS } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

export interface SalesFilter extends Omit<FilterOf<typeof listPlatformSales>, 'sellerId'> {
  /** Null lists the sales of all sellers. */
  sellerId: string | null;
  /** The list of shipments that the sale is in: a state of shipments, or OVERDUE. */
  shipment?: string | undefined;
  customerId?: string | undefined;
}

/** Words are found by their beginnings, of this many letters at most. */
const LONGEST_PREFIX = 10;
/** Words from this length on are ids, which are looked up whole. */
const ID_LENGTH = 20;
const BATCH = 200;

/**
 * Beginnings of the words of a name and of an e-mail before its @; whole words of domains and titles; numbers, codes and ids; and the
 * filters within a seller and within the platform. A term that comes twice counts once.
 */
const TERMS = `
  SELECT left(word, length) FROM search_words(s.buyer_name || ' ' || split_part(s.buyer_email, '@', 1)) AS word,
    generate_series(1, least(char_length(word), ${LONGEST_PREFIX})) AS length
  UNION ALL SELECT unnest(ARRAY[word, left(word, ${LONGEST_PREFIX})]) FROM search_words(concat_ws(' ', s.buyer_name, s.buyer_email, i.title, left(right(s.id::text, 8), 4) || '-' || right(s.id::text, 4))) AS word
  UNION ALL SELECT regexp_replace(s.buyer_document, '\\D', '', 'g')
  UNION ALL SELECT unnest(ARRAY[phone, right(phone, 9), right(phone, 8), CASE WHEN phone LIKE '55%' THEN substr(phone, 3) ELSE '55' || phone END])
    FROM regexp_replace(s.buyer_phone, '\\D', '', 'g') AS phone WHERE char_length(phone) >= 8
  UNION ALL SELECT unnest(ARRAY[replace(s.id::text, '-', ''), right(s.id::text, 8), p.card_last_digits, p.amount::text,
    CASE WHEN p.amount % 100 = 0 THEN (p.amount / 100)::text END])
  UNION ALL SELECT h.card_last_digits FROM payment_attempt h WHERE h.platform_id = s.platform_id AND h.payment_id = p.id AND h.is_hold
  UNION ALL SELECT lower(public_id) FROM payment y WHERE y.platform_id = s.platform_id AND y.sale_id = s.id
  UNION ALL SELECT lower(unnest(e.movement_ids)) FROM payment_evidence e WHERE e.platform_id = s.platform_id AND e.payment_id = p.id
  UNION ALL SELECT scope || filter FROM unnest(ARRAY['s' || s.seller_id, 'p' || s.platform_id]) AS scope,
    unnest(ARRAY['', ':' || floor(extract(epoch FROM s.created_at) / 86400), ':' || ${STATUS}, ':' || p.method]) AS filter
  UNION ALL SELECT 's' || l.seller_id || ':' || unnest(ARRAY[l.state, CASE WHEN l.state = 'TO_SHIP' AND l.overdue_at IS NOT NULL THEN 'OVERDUE' END])
    FROM shipment_listing l WHERE l.platform_id = s.platform_id AND l.sale_id = s.id
  UNION ALL SELECT ':' || o.product_id FROM offer o WHERE o.platform_id = s.platform_id AND o.id = s.offer_id`;

/** Writes the terms of the sales that a condition names. */
export const writeTerms = (condition: string): string => `
  INSERT INTO sale_search (platform_id, sale_id, seller_id, at, terms)
  SELECT s.platform_id, s.id, s.seller_id, s.created_at,
    ARRAY(SELECT hashtextextended(term, 0) FROM (${TERMS}) AS every(term) WHERE term <> '')
  FROM sale s
  ${LATEST_PAYMENT}
  ${FIRST_ITEM}
  WHERE ${condition}
  ON CONFLICT (sale_id, platform_id) DO UPDATE SET terms = excluded.terms, at = excluded.at`;

/** Run it alone after `lockTerms`: terms that were read later must not be overtaken by earlier ones. */
const writeDueTerms = (platformId: string): Statement => ({
  text: `
    WITH due AS (
      DELETE FROM sale_search_due WHERE platform_id = $1 AND id = ANY (ARRAY(
        SELECT id FROM sale_search_due WHERE platform_id = $1 ORDER BY id LIMIT ${BATCH}))
      RETURNING sale_id
    )
    ${writeTerms('s.platform_id = $1 AND s.id = ANY (ARRAY(SELECT sale_id FROM due))')}`,
  values: [platformId],
});

const lockTerms = (platformId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('sale_search' || $1::text, 0))`,
  values: [platformId],
});

/** Writes the terms of a batch of sales that were noted. Returns whether more may wait. */
export async function refreshSearch({ database }: App, platformId: string): Promise<boolean> {
  const [, written] = await database.write(platformId, [lockTerms(platformId), writeDueTerms(platformId)]);
  return written.rowCount >= BATCH;
}

/** The platforms that have sales whose terms are to be written. */
/** Sales whose terms are to be written anew. */
export const DUE_SALES = 'sale_search_due';

export const selectDuePlatforms = (): Statement<{ platformId: string }> => ({
  text: `SELECT DISTINCT platform_id FROM (SELECT platform_id FROM ${DUE_SALES} ORDER BY id LIMIT 1000) AS next`,
  values: [],
});

/**
 * Selects the newest sales that meet a filter. It is for the role of jobs alone: row security would let no index serve it. What it returns
 * are ids, with which the caller reads the sales as every other row.
 */
export function selectFound(
  platformId: string,
  { sellerId, productId, from, to, status, method, search, shipment }: SalesFilter,
  { after, limit }: { after: PageCursor | null; limit: number },
): Statement<{ id: string }> {
  const { values, bind } = openValues(platformId);
  const scope = sellerId ? `s${sellerId}` : `p${platformId}`;
  const filters = [
    ...(status && status !== 'ALL' ? [`${scope}:${status}`] : []),
    ...(method ? [`${scope}:${method}`] : []),
    ...(productId ? [`:${productId}`] : []),
    ...(shipment ? [`${scope}:${shipment}`] : []),
  ];
  const words = search?.trim();
  // Null where the platform has no sale.
  const oldest = `(SELECT at FROM sale_search WHERE platform_id = $1 AND cardinality(terms) > 0 ORDER BY at, sale_id LIMIT 1)`;
  const afterAt = after
    ? `timestamptz 'epoch' + ${bind(after.position)}::bigint * interval '1 microsecond'`
    : `'infinity'`;
  return {
    text: `
      SELECT found_id AS id FROM find_sales($1, ${bind(scope)}, ${bind(filters)}::text[]${words ? ` || (${wordsOf(bind(words))})` : ''},
        coalesce(greatest(${oldest}${from ? `, ${startOf(bind(from))}` : ''}), now()),
        least(now() + interval '1 day'${to ? `, ${endOf(bind(to))}` : ''}),
        ${afterAt}, ${bind(after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff')}, ${bind(limit)})`,
    values,
  };
}

/** A movement of money belongs to one sale; of hashes that meet by chance, and of ids that are no movements, the caller reads the rest. */
const MOST_SALES = 20;

/** Selects the sales that have one of these ids among their terms. For the role of jobs alone, as `selectFound`. */
export const selectByMovements = (platformId: string, movementIds: readonly string[]): Statement<{ id: string }> => ({
  text: `
    SELECT sale_id AS id FROM sale_search
    WHERE platform_id = $1 AND terms && ARRAY(SELECT hashtextextended(lower(id), 0) FROM unnest($2::text[]) AS id)
    LIMIT ${MOST_SALES}`,
  values: [platformId, movementIds],
});

const ID = `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{4}-[0-9a-f]{4}$'`;
const PUBLIC_ID = `'^[a-z0-9_-]{22}$'`;

/** No sale has this term. */
const NOTHING = '!';

/**
 * Selects the terms of what was typed: ids, codes and numbers as a whole, words by as much of their beginning as is kept. A text without
 * letters and digits finds nothing.
 */
const wordsOf = (search: string) => `
  SELECT coalesce(array_agg(words.term), '{${NOTHING}}') FROM (SELECT lower(trim(${search}::text)) AS typed) AS one, LATERAL (
    SELECT replace(typed, '-', '') AS term WHERE typed ~ ${ID}
    UNION ALL SELECT typed WHERE typed ~ ${PUBLIC_ID}
    UNION ALL SELECT CASE WHEN word ~ '^\\d+$' OR char_length(word) >= ${ID_LENGTH} THEN word ELSE left(word, ${LONGEST_PREFIX}) END
      FROM search_words(typed) AS word WHERE typed !~ ${ID} AND typed !~ ${PUBLIC_ID}
  ) AS words`;
