/** Reads and writes the queue of notifications that were not mailed yet, and the choices of their people. */
import type { Locale } from '@feira/schemas/common';
import type { MailMode, NotificationTopic } from '@feira/schemas/rules/notification-topics';
import type { Statement } from '../../plugins/database.ts';
import { readEach, writeEach } from '../../shared/merge.ts';
import type { QuietHours } from '../../shared/wall-clock.ts';

/** The choice of a person about one topic. A `push` of null goes with the mail. */
interface Choice {
  email: MailMode;
  push: boolean | null;
  bell: boolean;
  webhook: boolean;
}

/** The choices that a person made; a topic that is missing has its default. */
export type Choices = Partial<Record<NotificationTopic, Choice>>;

const MODE = `CASE WHEN c.is_weekly AND c.email = 'DAILY' THEN 'WEEKLY' ELSE c.email END`;

/** SQL of the choices of the person `p`. */
export const CHOICES = `(SELECT coalesce(jsonb_object_agg(c.topic, jsonb_build_object('email', ${MODE}, 'push', c.push, 'bell', c.bell, 'webhook', c.webhook)), '{}')
    FROM notification_preference c WHERE c.platform_id = p.platform_id AND c.person_id = p.id) AS choices`;

/** SQL of the hours of the person `p`. */
export const HOURS = `coalesce(p.time_zone, 'America/Sao_Paulo') AS time_zone, to_char(p.quiet_from, 'HH24:MI') AS quiet_from,
    to_char(p.quiet_until, 'HH24:MI') AS quiet_until`;

export const selectChoices = (platformId: string, personId: string): Statement<QuietHours & { choices: Choices }> => ({
  name: 'notification-choices',
  text: `SELECT ${CHOICES}, ${HOURS} FROM person p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, personId],
});

/**
 * Changes what is given and keeps the rest; a topic without a row takes the rest from `before`, its defaults. Changes nothing where there is
 * no such person on the platform. A mail that is turned off leaves pushes as they were.
 */
export const setChoice = (
  platformId: string,
  personId: string,
  topic: NotificationTopic,
  { email, push, bell, webhook }: Partial<Choice>,
  before: Choice,
): Statement => ({
  text: `INSERT INTO notification_preference AS c (platform_id, person_id, topic, email, is_weekly, push, bell, webhook)
    SELECT platform_id, id, $3, coalesce($4, $8), coalesce($5::boolean, $9), coalesce($6::boolean, $10), coalesce($7::boolean, $11),
      coalesce($12::boolean, $13)
    FROM person WHERE platform_id = $1 AND id = $2
    ON CONFLICT (person_id, topic, platform_id) DO UPDATE SET email = coalesce($4, c.email),
      is_weekly = coalesce($5::boolean, c.is_weekly), push = coalesce($6::boolean, c.push, c.email = 'EACH'),
      bell = coalesce($7::boolean, c.bell), webhook = coalesce($12::boolean, c.webhook)`,
  values: [
    platformId,
    personId,
    topic,
    email ? storedMode(email) : null,
    email ? email === 'WEEKLY' : null,
    push ?? null,
    bell ?? null,
    storedMode(before.email),
    before.email === 'WEEKLY',
    before.push,
    before.bell,
    webhook ?? null,
    before.webhook,
  ],
});

/** The flag beside it tells weeks from days. */
const storedMode = (mode: MailMode) => (mode === 'WEEKLY' ? 'DAILY' : mode);

export const setHours = (
  platformId: string,
  personId: string,
  { timeZone, quietFrom, quietUntil }: QuietHours,
): Statement => ({
  text: 'UPDATE person SET time_zone = $3, quiet_from = $4, quiet_until = $5 WHERE platform_id = $1 AND id = $2',
  values: [platformId, personId, timeZone, quietFrom, quietUntil],
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

/** A notice that is mailed by itself. */
export interface MailNotice extends Notice {
  /** The announcement that the notice brings, as long as it is to be mailed. */
  announcement: { texts: Partial<Record<Locale, { title: string; text: string }>>; link: string | null } | null;
}

/** The person and address that mails go to; null where they cannot go anywhere. */
export interface Recipient extends QuietHours {
  name: string;
  email: string;
  locale: Locale | null;
  choices: Choices;
}

/** A mail goes to proven addresses of people who may sign in. */
export const selectRecipient = readEach<{ personId: string }, Recipient>(
  'notification-recipient',
  { personId: 'uuid' },
  `SELECT p.name, p.email, p.locale, ${CHOICES}, ${HOURS}
    FROM person p WHERE p.platform_id = $1 AND p.id = one.person_id AND p.status = 'ACTIVE' AND p.email_verified_at IS NOT NULL`,
);

/** SQL of what an announcement of the notification `n` says; no row once it is over, or where it is not mailed. */
const ANNOUNCEMENT = `SELECT jsonb_build_object('texts', a.texts, 'link', a.link) FROM announcement a
  WHERE a.id = n.announcement_id AND a.platform_id = n.platform_id AND a.is_mailed AND a.ended_at IS NULL AND a.ends_at > now()`;

export const selectNotice = readEach<{ id: string }, MailNotice>(
  'notification-notice',
  { id: 'uuid' },
  `SELECT type, parameters, href, (${ANNOUNCEMENT}) AS announcement
    FROM notification n WHERE n.platform_id = $1 AND n.id = one.id`,
);

export const removeQueued = writeEach<{ notificationId: string }>(
  'notification-mail-done',
  { notificationId: 'uuid' },
  `DELETE FROM notification_mail m USING one WHERE m.platform_id = $1 AND m.notification_id = one.notification_id RETURNING place`,
);

/** Keeps a row until then: for a summary, or for the end of the quiet hours. */
export const holdMail = (platformId: string, notificationId: string, at: Date, isSummary: boolean): Statement => ({
  name: 'notification-mail-hold',
  text: `UPDATE notification_mail SET is_summary = $4, due_at = $3::timestamptz, summary_at = CASE WHEN $4 THEN $3::timestamptz END
    WHERE platform_id = $1 AND notification_id = $2`,
  values: [platformId, notificationId, at, isSummary],
});

/** Takes all that waits for the summary which is due: of two nodes one gets it. What waits for a later one stays. */
export const takeSummary = (platformId: string, personId: string): Statement<Notice> => ({
  text: `WITH taken AS (
      DELETE FROM notification_mail WHERE platform_id = $1 AND person_id = $2 AND is_summary
        AND coalesce(summary_at <= now(), true) RETURNING notification_id
    )
    SELECT n.type, n.parameters, n.href FROM taken JOIN notification n ON n.id = taken.notification_id AND n.platform_id = $1
    WHERE n.announcement_id IS NULL OR EXISTS (${ANNOUNCEMENT})
    ORDER BY n.created_at, n.id`,
  values: [platformId, personId],
});
