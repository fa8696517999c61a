/** Sums what browsers report, by day. */
import type { Statement } from '../../plugins/database.ts';

/** One thing that a policy has blocked, without ids and queries. */
export interface PageReport {
  /** The kind of page: checkout, payment, card-frame, pixel-frame, captcha-frame or other. */
  page: string;
  directive: string;
  /** An origin, or a word such as inline or eval. */
  blocked: string;
}

/** Rows that a platform keeps of a day: anybody can send reports. */
const MOST_A_DAY = 200;
const KNOWN_DAYS = 30;
const KEPT_DAYS = 90;

/** Counts a report. Returns whether the same was not reported in the 30 days before; nothing where the day is full. */
export const countReport = (
  platformId: string,
  { page, directive, blocked }: PageReport,
): Statement<{ isNew: boolean }> => ({
  text: `
    WITH counted AS (
      INSERT INTO page_report AS r (platform_id, page, directive, blocked)
      SELECT $1::uuid, $2, $3, $4
      WHERE EXISTS (SELECT FROM page_report k WHERE k.blocked = $4 AND k.directive = $3 AND k.page = $2 AND k.day = current_date AND k.platform_id = $1)
        OR (SELECT count(*) FROM page_report t WHERE t.day = current_date AND t.platform_id = $1) < ${MOST_A_DAY}
      ON CONFLICT (blocked, directive, page, day, platform_id) DO UPDATE SET count = r.count + 1, last_at = now()
      RETURNING count
    )
    SELECT count = 1 AND NOT EXISTS (SELECT FROM page_report k WHERE k.blocked = $4 AND k.directive = $3 AND k.page = $2 AND k.platform_id = $1
      AND k.day >= current_date - ${KNOWN_DAYS} AND k.day < current_date) AS is_new FROM counted`,
  values: [platformId, page, directive, blocked],
});

export const deleteOldReports = (limit: number): Statement => ({
  text: `DELETE FROM page_report WHERE (blocked, directive, page, day, platform_id) IN (
    SELECT blocked, directive, page, day, platform_id FROM page_report WHERE day < current_date - ${KEPT_DAYS} LIMIT $1)`,
  values: [limit],
});
