/** Reads and writes the queue of notifications that were not mailed yet, and the choices of their people. */
import type { Locale } from '@feira/schemas/common';
import type { MailMode, NotificationTopic } from '@feira/schemas/rules/notification-topics';
import type { Statement } from '../../plugins/database.ts';
import { readEach, writeEach } from '../../shared/merge.ts';

/** The choices that a person made; a topic that is missing has its default. */
export type Modes = Partial<Record<NotificationTopic, MailMode>>;

export const selectModes = (platformId: string, personId: string): Statement<{ modes: Modes }> => ({
  name: 'notification-modes',
  text: `SELECT coalesce(jsonb_object_agg(topic, email), '{}') AS modes FROM notification_preference
    WHERE platform_id = $1 AND person_id = $2`,
  values: [platformId, personId],
});

/** Changes nothing where there is no such person on the platform. */
export const setMode = (platformId: string, personId: string, topic: NotificationTopic, mode: MailMode): Statement => ({
  text: `INSERT INTO notification_preference (platform_id, person_id, topic, email)
    SELECT platform_id, id, $3, $4 FROM person WHERE platform_id = $1 AND id = $2
    ON CONFLICT (person_id, topic, platform_id) DO UPDATE SET email = EXCLUDED.email`,
  values: [platformId, personId, topic, mode],
});

export interface DueRow {
  platformId: string;
  notificationId: string;
  personId: string;
  isSummary: boolean;
}

/** Claims rows for a limited time, so that those of a dead node become due again. */
/** Notifications that are to be mailed now. */
export const DUE_MAILS = 'notification_mail WHERE due_at <= now()';

export const claimDue = (limit: number, claimSeconds: number): Statement<DueRow> => ({
  text: `WITH due AS (
    SELECT platform_id, notification_id FROM ${DUE_MAILS} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE notification_mail m SET due_at = now() + make_interval(secs => $2) FROM due
  WHERE m.platform_id = due.platform_id AND m.notification_id = due.notification_id
  RETURNING m.platform_id, m.notification_id, m.person_id, m.is_summary`,
  values: [limit, claimSeconds],
});

export interface Notice {
  type: string;
  parameters: Record<string, string | number>;
  href: string | null;
}

/** The person and address that mails go to; null where they cannot go anywhere. */
export interface Recipient {
  name: string;
  email: string;
  locale: Locale | null;
  modes: Modes;
}

/** A mail goes to proven addresses of people who may sign in. */
export const selectRecipient = readEach<{ personId: string }, Recipient>(
  'notification-recipient',
  { personId: 'uuid' },
  `SELECT p.name, p.email, p.locale,
      (SELECT coalesce(jsonb_object_agg(topic, c.email), '{}') FROM notification_preference c
        WHERE c.platform_id = p.platform_id AND c.person_id = p.id) AS modes
    FROM person p WHERE p.platform_id = $1 AND p.id = one.person_id AND p.status = 'ACTIVE' AND p.email_verified_at IS NOT NULL`,
);

export const selectNotice = readEach<{ id: string }, Notice>(
  'notification-notice',
  { id: 'uuid' },
  'SELECT type, parameters, href FROM notification n WHERE n.platform_id = $1 AND n.id = one.id',
);

export const removeQueued = writeEach<{ notificationId: string }>(
  'notification-mail-done',
  { notificationId: 'uuid' },
  `DELETE FROM notification_mail m USING one WHERE m.platform_id = $1 AND m.notification_id = one.notification_id RETURNING place`,
);

/** Keeps a row for the next summary: eight in the morning of São Paulo. */
export const queueForSummary = (platformId: string, notificationId: string): Statement => ({
  name: 'notification-mail-summary',
  text: `UPDATE notification_mail SET is_summary = true, due_at =
      (date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo' - interval '8 hours') + interval '1 day 8 hours') AT TIME ZONE 'America/Sao_Paulo'
    WHERE platform_id = $1 AND notification_id = $2`,
  values: [platformId, notificationId],
});

/** Takes all that waits for a person's summary: of two nodes one gets it. */
export const takeSummary = (platformId: string, personId: string): Statement<Notice> => ({
  text: `WITH taken AS (
      DELETE FROM notification_mail WHERE platform_id = $1 AND person_id = $2 AND is_summary RETURNING notification_id
    )
    SELECT n.type, n.parameters, n.href FROM taken JOIN notification n ON n.id = taken.notification_id AND n.platform_id = $1
    ORDER BY n.created_at, n.id`,
  values: [platformId, personId],
});
