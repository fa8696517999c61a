/** Reads and writes the notifications of one person. Every statement names the person. */

import type { Locale } from '@feira/schemas/common';
import type { AdminPermission } from '@feira/schemas/options';
import type { Output } from '@feira/schemas/procedure';
import type { listNotifications, NOTIFICATION_TYPES } from '@feira/schemas/procedures/notifications';
import { findTopic, type NotificationTopic } from '@feira/schemas/rules/notification-topics';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { writeEach } from '../../shared/merge.ts';

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export interface NewNotification {
  type: NotificationType;
  /** The values in its text: amounts in cents, titles, names. */
  parameters: Record<string, string | number>;
  /** The page on this platform that shows more. */
  href: string | null;
  /** Identifies the fact, so that repeating it adds no second notification. */
  source: string;
}

/** A notice to the team about a row that waits for a person. It counts as read once the row waits no more. */
export interface WorkNotice extends NewNotification {
  workId?: string;
  /** The person who has done their part of it, and hears nothing. */
  exceptPersonId?: string;
}

/**
 * SQL of the moment at which a new notification counts as read: null, or at once where its person keeps its topic off the bell. `person` and
 * `topic` are expressions.
 */
const readAt = (person: string, topic: string) => `CASE WHEN EXISTS (SELECT FROM notification_preference c
      WHERE c.person_id = ${person} AND c.topic = ${topic} AND c.platform_id = $1 AND NOT c.bell) THEN now() END`;

export const insertNotification = (
  platformId: string,
  id: string,
  personId: string,
  { type, parameters, href, source }: NewNotification,
): Statement => ({
  name: 'notification-insert',
  text: `INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source, read_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, ${readAt('$3', '$8')}) ON CONFLICT (platform_id, person_id, source) DO NOTHING`,
  values: [platformId, id, personId, type, JSON.stringify(parameters), href, source, findTopic(type)],
});

/** Notifies the person who has proven this e-mail, if there is one. */
export const insertNotificationByEmail = (
  platformId: string,
  id: string,
  email: string,
  { type, parameters, href, source }: NewNotification,
): Statement => ({
  text: `INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source, read_at)
    SELECT p.platform_id, $2, p.id, $4, $5, $6, $7, ${readAt('p.id', '$8')} FROM person p
    WHERE p.platform_id = $1 AND p.email = $3 AND p.email_verified_at IS NOT NULL AND p.status = 'ACTIVE'
    ON CONFLICT (platform_id, person_id, source) DO NOTHING`,
  values: [platformId, id, email, type, JSON.stringify(parameters), href, source, findTopic(type)],
});

/** The badge shows no higher number, so counting stops here. */
const MOST_COUNTED = 99;

interface Reader {
  personId: string;
  /** The language of the page. */
  locale: Locale;
}
type Unread = Pick<Output<typeof listNotifications>, 'unread' | 'announcement'>;

/** Counts what is unread, and finds the newest announcement that the person has not dismissed. */
const selectUnread = (platformId: string, { personId, locale }: Reader): Statement<Unread> => ({
  name: 'notification-unread',
  text: `SELECT (SELECT count(*) FROM (
      SELECT 1 FROM notification WHERE platform_id = $1 AND person_id = $2 AND read_at IS NULL LIMIT ${MOST_COUNTED}
    ) AS counted) AS unread, (
      SELECT jsonb_build_object('id', a.id, 'notificationId', n.id, 'link', a.link, 'isSeen', n.shown_at IS NOT NULL)
        || coalesce(a.texts -> $3::text, a.texts -> 'pt-BR', a.texts -> 'en')
      FROM announcement a JOIN notification n
        ON n.person_id = $2 AND n.source = 'announcement:' || a.id AND n.platform_id = a.platform_id AND n.read_at IS NULL
      WHERE a.platform_id = $1 AND a.starts_at <= now() AND a.ends_at > now() AND a.ended_at IS NULL
      ORDER BY a.starts_at DESC, a.id DESC LIMIT 1
    ) AS announcement`,
  values: [platformId, personId, locale],
});

/** Lists one person's notifications and counts the unread ones. */
export const NOTIFICATIONS: List<RowOf<typeof listNotifications, 'notifications'>, Reader, Unread> = {
  pageSize: 20,
  // Reads the primary database, so that a notification just marked as read does not return unread.
  isFresh: true,
  totals: selectUnread,
  sql: ({ personId }, bind) => ({
    columns: 'n.id, n.type, n.parameters, n.href, n.created_at, n.read_at IS NOT NULL AS is_read',
    from: 'notification n',
    where: ['n.platform_id = $1', `n.person_id = ${bind(personId)}`],
    order: newestFirst('n'),
  }),
};

/** Marks the given notifications or all. Notifications of other people stay unchanged. */
export const markAsRead = (platformId: string, personId: string, ids: string[] | null): Statement => ({
  text: `UPDATE notification SET read_at = now()
    WHERE platform_id = $1 AND person_id = $2 AND read_at IS NULL AND ($3::uuid[] IS NULL OR id = ANY($3))`,
  values: [platformId, personId, ids],
});

/**
 * Notifies the seller of a payment's sale, whose page is below `href`. The type of the event and the payment are the source, so that a repeated delivery adds no second
 * notification.
 */
export const insertSaleNotification = writeEach<
  Omit<NewNotification, 'parameters'> & { id: string; paymentId: string; topic: NotificationTopic | null }
>(
  'notification-of-sale',
  { id: 'uuid', paymentId: 'uuid', type: 'text', topic: 'text', href: 'text', source: 'text' },
  `, written AS (
    INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source, read_at)
    SELECT s.platform_id, one.id, s.seller_id, one.type, jsonb_build_object(
        'title', i.title, 'buyerName', s.buyer_name, 'amount', p.amount, 'currency', p.currency), one.href || '/' || s.id, one.source,
        ${readAt('s.seller_id', 'one.topic')}
    FROM one CROSS JOIN LATERAL (SELECT * FROM payment WHERE platform_id = $1 AND id = one.payment_id OFFSET 0) p
    -- OFFSET 0 keeps the order, see SELECT_PAYMENTS in payments/model.ts.
    CROSS JOIN LATERAL (SELECT * FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s
    JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
    ON CONFLICT (platform_id, person_id, source) DO NOTHING RETURNING id
  ) SELECT place FROM one WHERE id IN (SELECT id FROM written)`,
);

/** Notifies every master of a platform. */
export const insertMasterNotifications = (
  platformId: string,
  { type, parameters, href, source, workId, exceptPersonId }: WorkNotice,
): Statement => ({
  name: 'notification-of-masters',
  text: `
    INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source, work_id, read_at)
    SELECT g.platform_id, gen_random_uuid(), g.person_id, $2, $3, $4, $5, $6, ${readAt('g.person_id', '$8')}
    FROM role_grant g JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id
    WHERE g.platform_id = $1 AND g.role = 'master' AND p.status = 'ACTIVE' AND ($7::uuid IS NULL OR p.id <> $7)
    ON CONFLICT (platform_id, person_id, source) DO NOTHING`,
  values: [
    platformId,
    type,
    JSON.stringify(parameters),
    href,
    source,
    workId ?? null,
    exceptPersonId ?? null,
    findTopic(type),
  ],
});

/** Notifies the administrators who hold all of these permissions. */
export const insertAdminNotifications = (
  platformId: string,
  permissions: readonly AdminPermission[],
  { type, parameters, href, source, workId, exceptPersonId }: WorkNotice,
): Statement => ({
  name: 'notification-of-admins',
  text: `
    INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source, work_id, read_at)
    SELECT g.platform_id, gen_random_uuid(), g.person_id, $2, $3, $4, $5, $7, ${readAt('g.person_id', '$9')}
    FROM role_grant g JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id
    WHERE g.platform_id = $1 AND g.role = 'admin' AND g.permissions @> $6::text[] AND p.status = 'ACTIVE'
      AND ($8::uuid IS NULL OR p.id <> $8)
    ON CONFLICT (platform_id, person_id, source) DO NOTHING`,
  values: [
    platformId,
    type,
    JSON.stringify(parameters),
    href,
    source,
    permissions,
    workId ?? null,
    exceptPersonId ?? null,
    findTopic(type),
  ],
});

const KEPT_DAYS = 90;
export async function purgeNotifications({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM notification WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM notification WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEPT_DAYS, limit],
  }));
}
