/** Reads and writes announcements, and the notifications by which people get them. */

import type { Locale } from '@feira/schemas/common';
import type { Role } from '@feira/schemas/procedure';
import type { Audience, listAnnouncements } from '@feira/schemas/procedures/announcements';
import { MOST_ANNOUNCED_DAYS, MOST_MAILED } from '@feira/schemas/procedures/announcements';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

const ROLES: Record<Audience, readonly Role[]> = {
  SELLERS: ['seller'],
  AFFILIATES: ['affiliate', 'co-producer'],
  STAFF: ['admin', 'master', 'manager'],
};

const countTold = (condition: string) =>
  `(SELECT count(*) FROM notification n WHERE n.announcement_id = a.id AND n.platform_id = a.platform_id AND ${condition})::int`;

export const ANNOUNCEMENTS: List<RowOf<typeof listAnnouncements, 'items'>, object> = {
  isFresh: true,
  sql: () => ({
    columns: `a.id, a.audience, a.texts, a.link, a.is_mailed, a.starts_at, a.ends_at, a.ended_at, a.author_name,
      CASE WHEN a.ended_at IS NOT NULL OR a.ends_at <= now() THEN 'ENDED' WHEN a.starts_at > now() THEN 'SCHEDULED' ELSE 'ACTIVE' END AS state,
      ${countTold('true')} AS told, ${countTold('(n.shown_at IS NOT NULL OR n.read_at IS NOT NULL)')} AS seen`,
    from: 'announcement a',
    where: ['a.platform_id = $1'],
    order: newestFirst('a', 'a.starts_at'),
  }),
};

export interface NewAnnouncement {
  id: string;
  audience: readonly Audience[];
  texts: Partial<Record<Locale, { title: string; text: string }>>;
  link: string | null;
  isMailed: boolean;
  /** Null begins it now, by the clock of the database. */
  startsAt: Date | null;
  endsAt: Date;
  authorName: string;
}

/** Lets the second of two administrators who announce at once wait, so that both count towards the limit of mails. */
export const lockAnnouncements = (platformId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('announcements ' || $1, 0))`,
  values: [platformId],
});

/** Returns a row where no more may be mailed within seven days of this time. */
export const findMailLimit = (platformId: string, startsAt: Date): Statement<{ mailed: number }> => ({
  text: `SELECT count(*)::int AS mailed FROM announcement WHERE platform_id = $1 AND is_mailed
      AND starts_at > $2::timestamptz - interval '7 days' AND starts_at < $2::timestamptz + interval '7 days'
      -- One that was ended before it began was never mailed.
      AND coalesce(ended_at > starts_at, true)
    HAVING count(*) >= ${MOST_MAILED}`,
  values: [platformId, startsAt],
});

export const insertAnnouncement = (platformId: string, announcement: NewAnnouncement): Statement => ({
  text: `INSERT INTO announcement (platform_id, id, audience, texts, link, is_mailed, starts_at, ends_at, tell_at, author_name)
    VALUES ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, now()), $8, coalesce($7::timestamptz, now()), $9)`,
  values: [
    platformId,
    announcement.id,
    announcement.audience,
    JSON.stringify(announcement.texts),
    announcement.link,
    announcement.isMailed,
    announcement.startsAt,
    announcement.endsAt,
    announcement.authorName,
  ],
});

/** Returns no row where there is none, or it is over. */
export const endAnnouncement = (platformId: string, id: string): Statement<{ texts: NewAnnouncement['texts'] }> => ({
  text: `UPDATE announcement SET ended_at = now(), tell_at = NULL
    WHERE platform_id = $1 AND id = $2 AND ended_at IS NULL AND ends_at > now() RETURNING texts`,
  values: [platformId, id],
});

export const markSeen = (platformId: string, personId: string, announcementId: string): Statement => ({
  text: `UPDATE notification SET shown_at = now()
    WHERE platform_id = $1 AND person_id = $2 AND source = 'announcement:' || $3::uuid AND shown_at IS NULL`,
  values: [platformId, personId, announcementId],
});

export interface DueAnnouncement {
  platformId: string;
  id: string;
  audience: Audience[];
}

/** Announcements of which people are to be told now. */
export const DUE_ANNOUNCEMENTS = 'announcement WHERE tell_at <= now()';

/** Claims rows for a limited time, so that those of a dead node become due again. */
export const claimDue = (limit: number, claimSeconds: number): Statement<DueAnnouncement> => ({
  text: `WITH due AS (
    SELECT platform_id, id FROM ${DUE_ANNOUNCEMENTS} ORDER BY tell_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE announcement a SET tell_at = now() + make_interval(secs => $2) FROM due
  WHERE a.platform_id = due.platform_id AND a.id = due.id RETURNING a.platform_id, a.id, a.audience`,
  values: [limit, claimSeconds],
});

/** People told by one statement. */
const PAGE = 500;

/**
 * Tells the people after `after`, in the order of their ids, and returns the last of them; no row when there is nobody left. Each gets one
 * notification, however often they are told. It is new in the bell even where the person keeps the topic off it.
 */
export const tellPage = (
  platformId: string,
  { id, audience }: Pick<DueAnnouncement, 'id' | 'audience'>,
  after: string | null,
  locale: Locale,
): Statement<{ last: string }> => ({
  name: 'announcement-tell',
  text: `WITH people AS (
      SELECT p.id, coalesce(p.locale, $5) AS locale FROM person p
      WHERE p.platform_id = $1 AND p.status = 'ACTIVE' AND ($3::uuid IS NULL OR p.id > $3)
        AND EXISTS (SELECT FROM role_grant g WHERE g.person_id = p.id AND g.platform_id = p.platform_id AND g.role = ANY ($4::text[]))
      ORDER BY p.id LIMIT ${PAGE}
    ), told AS (
      INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source, announcement_id)
      SELECT a.platform_id, gen_random_uuid(), people.id, 'platform.announcement',
        coalesce(a.texts -> people.locale, a.texts -> 'pt-BR', a.texts -> 'en'),
        CASE WHEN a.link LIKE '/%' THEN a.link END, 'announcement:' || a.id, a.id
      FROM people JOIN announcement a ON a.platform_id = $1 AND a.id = $2 AND a.ended_at IS NULL AND a.ends_at > now()
      ON CONFLICT (platform_id, person_id, source) DO NOTHING
    )
    SELECT id AS last FROM people ORDER BY id DESC LIMIT 1`,
  values: [platformId, id, after, audience.flatMap((one) => ROLES[one]), locale],
});

/** Looks again in ten minutes for people who came meanwhile, as long as the announcement is not over. */
export const finishTelling = (platformId: string, id: string): Statement => ({
  text: `UPDATE announcement SET tell_at = CASE WHEN ended_at IS NULL AND ends_at > now() THEN now() + interval '10 minutes' END
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

const KEPT_DAYS = 90;

/** Deletes announcements whose notifications are deleted too. They end after 60 days. */
export async function purgeAnnouncements({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM announcement WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM announcement WHERE starts_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEPT_DAYS, limit],
  }));
}

export const MOST_MS = MOST_ANNOUNCED_DAYS * 86_400_000;
