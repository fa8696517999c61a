/** Reads and writes drafts, versions and tests of checkouts. */

import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { listVersions, TestVariant } from '@feira/schemas/procedures/checkout-builder';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

/** The newest versions of an offer that are kept beside those of its tests. */
const KEPT_VERSIONS = 100;

export interface Look {
  offerId: string;
  title: string;
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  typeProduct: 'DIGITAL' | 'FISICO';
  config: CheckoutBuilderConfig;
  versionId: string | null;
  number: number | null;
  publishedAt: Date | null;
  runningTestId: string | null;
}

/**
 * The seller's picture and colour, as the buyer of a sale `s` of the offer `o` saw them at the checkout: columns, and the join that they
 * need.
 */
export const SEEN_LOOKS = {
  columns: `coalesce(v.config, o.checkout_builder_config)->>'logoTopImageURL' AS logo_url,
    coalesce(v.config, o.checkout_builder_config)->>'colorPrimary' AS color_primary`,
  join: 'LEFT JOIN checkout_version v ON v.platform_id = s.platform_id AND v.id = s.checkout_version_id',
};

const OWN = 'offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id';
const LOOK = `SELECT o.id AS offer_id, o.title, o.status, p.type_product, o.checkout_builder_config AS config, v.id AS version_id,
    v.number, v.published_at,
    (SELECT t.id FROM checkout_test t WHERE t.platform_id = o.platform_id AND t.offer_id = o.id AND t.ended_at IS NULL) AS running_test_id
  FROM ${OWN} LEFT JOIN checkout_version v ON v.platform_id = o.platform_id AND v.id = o.checkout_version_id
  WHERE o.platform_id = $1 AND o.id = $2 AND p.seller_id = $3`;

/** Returns the published settings of this seller's offer. */
export const selectLook = (platformId: string, offerId: string, sellerId: string): Statement<Look> => ({
  text: LOOK,
  values: [platformId, offerId, sellerId],
});

/** Locks the offer against others who publish its checkout or test it. */
export const lockLook = (platformId: string, offerId: string, sellerId: string): Statement => ({
  text: `SELECT FROM ${OWN} WHERE o.platform_id = $1 AND o.id = $2 AND p.seller_id = $3 FOR NO KEY UPDATE OF o`,
  values: [platformId, offerId, sellerId],
});

export interface Draft {
  config: CheckoutBuilderConfig;
  version: number;
  savedAt: Date;
  savedBy: string | null;
}

export const selectDraft = (platformId: string, offerId: string): Statement<Draft> => ({
  text: `SELECT d.config, d.version, d.saved_at, person.name AS saved_by
    FROM checkout_draft d LEFT JOIN person ON person.platform_id = d.platform_id AND person.id = d.saved_by
    WHERE d.platform_id = $1 AND d.offer_id = $2`,
  values: [platformId, offerId],
});

/** Saves the draft that was read as `version`, and returns no row where it has another one by now. */
export const saveDraft = (
  platformId: string,
  {
    offerId,
    version,
    config,
    personId,
  }: { offerId: string; version: number; config: CheckoutBuilderConfig; personId: string },
): Statement<Pick<Draft, 'version' | 'savedAt'>> => ({
  text: `INSERT INTO checkout_draft (platform_id, offer_id, config, saved_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (offer_id, platform_id) DO UPDATE SET config = excluded.config, saved_by = excluded.saved_by, saved_at = now(),
      version = checkout_draft.version + 1 WHERE checkout_draft.version = $5
    RETURNING version, saved_at`,
  values: [platformId, offerId, JSON.stringify(config), personId, version],
});

interface NewVersion {
  id: string;
  offerId: string;
  config: CheckoutBuilderConfig;
  /** Null for settings from before there were versions. */
  personId: string | null;
}

/** Numbers it after the newest one; the caller holds the lock of the offer. */
export const insertVersion = (
  platformId: string,
  { id, offerId, config, personId }: NewVersion,
): Statement<{ number: number }> => ({
  text: `INSERT INTO checkout_version (platform_id, id, offer_id, number, config, published_by)
    SELECT $1, $2, $3, 1 + coalesce(max(number), 0), $4, $5 FROM checkout_version WHERE platform_id = $1 AND offer_id = $3
    RETURNING number`,
  values: [platformId, id, offerId, JSON.stringify(config), personId],
});

/** Makes a version the one that all buyers see. */
export const setPublished = (platformId: string, offerId: string, versionId: string): Statement => ({
  text: `UPDATE offer o SET checkout_version_id = v.id, checkout_builder_config = v.config
    FROM checkout_version v WHERE v.platform_id = $1 AND v.id = $3 AND v.offer_id = $2 AND o.platform_id = $1 AND o.id = $2`,
  values: [platformId, offerId, versionId],
});

/** Deletes versions that are neither new nor published nor part of a test. */
export const deleteOldVersions = (platformId: string, offerId: string): Statement => ({
  text: `DELETE FROM checkout_version v WHERE v.platform_id = $1 AND v.offer_id = $2
    AND v.number <= (SELECT max(number) FROM checkout_version WHERE platform_id = $1 AND offer_id = $2) - $3
    AND NOT EXISTS (SELECT FROM offer o WHERE o.platform_id = $1 AND o.id = $2 AND o.checkout_version_id = v.id)
    AND NOT EXISTS (SELECT FROM checkout_test t WHERE t.platform_id = $1 AND t.offer_id = $2 AND v.id IN (t.version_a_id, t.version_b_id))`,
  values: [platformId, offerId, KEPT_VERSIONS],
});

interface OfOffer {
  offerId: string;
}

export const VERSIONS: List<RowOf<typeof listVersions>, OfOffer> = {
  isFresh: true,
  sql: ({ offerId }, bind) => ({
    columns: `v.id, v.number, v.published_at, person.name AS published_by,
      v.id IS NOT DISTINCT FROM o.checkout_version_id AS is_published`,
    from: `checkout_version v JOIN offer o ON o.platform_id = v.platform_id AND o.id = v.offer_id
      LEFT JOIN person ON person.platform_id = v.platform_id AND person.id = v.published_by`,
    where: ['v.platform_id = $1', `v.offer_id = ${bind(offerId)}`],
    order: { by: 'v.number', kind: 'number', id: 'v.id' },
  }),
};

export const selectVersion = (
  platformId: string,
  offerId: string,
  id: string,
): Statement<{ number: number; config: CheckoutBuilderConfig }> => ({
  text: 'SELECT number, config FROM checkout_version WHERE platform_id = $1 AND offer_id = $2 AND id = $3',
  values: [platformId, offerId, id],
});

interface NewTest {
  id: string;
  offerId: string;
  versionAId: string;
  versionBId: string;
  shareB: number;
  personId: string;
}

export const insertTest = (
  platformId: string,
  { id, offerId, versionAId, versionBId, shareB, personId }: NewTest,
): Statement => ({
  text: `INSERT INTO checkout_test (platform_id, id, offer_id, version_a_id, version_b_id, share_b, started_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [platformId, id, offerId, versionAId, versionBId, shareB, personId],
});

/** Returns the version to publish, or no row where the test does not run any more. */
export const endTest = (
  platformId: string,
  { offerId, testId, winner }: { offerId: string; testId: string; winner: TestVariant },
): Statement<{ versionId: string }> => ({
  text: `UPDATE checkout_test SET ended_at = now(), winner = $4
    WHERE platform_id = $1 AND offer_id = $2 AND id = $3 AND ended_at IS NULL
    RETURNING CASE $4 WHEN 'A' THEN version_a_id ELSE version_b_id END AS version_id`,
  values: [platformId, offerId, testId, winner],
});

export interface CountedVersion {
  versionId: string;
  number: number;
  visits: number;
  purchases: number;
}

interface TestRow {
  id: string;
  shareB: number;
  startedAt: Date;
  endedAt: Date | null;
  winner: TestVariant | null;
  lastedMs: number;
  a: CountedVersion;
  b: CountedVersion;
}

/** A purchase counts once it was paid, and stays counted when its money goes back later. */
const countedVersion = (variant: TestVariant) => {
  const id = `t.version_${variant.toLowerCase()}_id`;
  return `(SELECT jsonb_build_object('versionId', v.id, 'number', v.number,
      'visits', coalesce((SELECT c.visits FROM checkout_test_visits c
        WHERE c.platform_id = t.platform_id AND c.test_id = t.id AND c.variant = '${variant}'), 0),
      'purchases', (SELECT count(DISTINCT s.id) FROM sale s JOIN payment y ON y.sale_id = s.id AND y.platform_id = s.platform_id
        WHERE s.checkout_test_id = t.id AND s.checkout_version_id = ${id} AND s.platform_id = t.platform_id AND y.approved_at IS NOT NULL))
    FROM checkout_version v WHERE v.platform_id = t.platform_id AND v.id = ${id})`;
};

export const TESTS: List<TestRow, OfOffer> = {
  isFresh: true,
  pageSize: 10,
  sql: ({ offerId }, bind) => ({
    columns: `t.id, t.share_b, t.started_at, t.ended_at, t.winner,
      (extract(epoch FROM coalesce(t.ended_at, now()) - t.started_at) * 1000)::bigint AS lasted_ms,
      ${countedVersion('A')} AS a, ${countedVersion('B')} AS b`,
    from: 'checkout_test t',
    where: ['t.platform_id = $1', `t.offer_id = ${bind(offerId)}`],
    order: newestFirst('t', 't.started_at'),
  }),
};

/** Adds what a node has counted; a test that was deleted meanwhile counts no more. */
export const addVisits = (
  platformId: string,
  counts: readonly { testId: string; variant: TestVariant; visits: number }[],
): Statement => ({
  text: `INSERT INTO checkout_test_visits (platform_id, test_id, variant, visits)
    SELECT $1, c."testId", c.variant, c.visits
    FROM jsonb_to_recordset($2::jsonb) AS c("testId" uuid, variant text, visits integer)
    JOIN checkout_test t ON t.platform_id = $1 AND t.id = c."testId"
    ORDER BY c."testId", c.variant
    ON CONFLICT (test_id, variant, platform_id) DO UPDATE SET visits = checkout_test_visits.visits + excluded.visits`,
  values: [platformId, JSON.stringify(counts)],
});
