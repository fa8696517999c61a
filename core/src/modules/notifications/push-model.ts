/** The browsers that show notifications, and the queue of what each of them was not sent yet. */
import type { Locale } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import type { QuietHours } from '../../shared/wall-clock.ts';
import { CHOICES, type Choices, HOURS, type Notice } from './mail-model.ts';

type Owner = Pick<Person, 'id' | 'sessionId'>;

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The key of ours that the browser asked for. */
  keyId: string;
}

/** The person who had this browser before loses it, with all that waits for it. Of two at once the first counts. */
export const replaceSubscription = (
  platformId: string,
  { id: personId, sessionId }: Owner,
  { endpoint, p256dh, auth, keyId }: Subscription,
): [Statement, Statement] => [
  {
    text: 'DELETE FROM push_subscription WHERE platform_id = $1 AND endpoint = $2',
    values: [platformId, endpoint],
  },
  {
    text: `INSERT INTO push_subscription (platform_id, id, person_id, session_id, endpoint, p256dh, auth, key_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (endpoint, platform_id) DO NOTHING`,
    values: [platformId, newId(), personId, sessionId, endpoint, p256dh, auth, keyId],
  },
];

/** Returns a row where the person has turned notifications on in this browser. */
export const keepSubscription = (
  platformId: string,
  { id, sessionId }: Owner,
  endpoint: string,
): Statement<{ id: string }> => ({
  text: `UPDATE push_subscription SET session_id = $4 WHERE platform_id = $1 AND person_id = $2 AND endpoint = $3 RETURNING id`,
  values: [platformId, id, endpoint, sessionId],
});

export const removeSubscription = (platformId: string, { id }: Owner, endpoint: string): Statement => ({
  text: 'DELETE FROM push_subscription WHERE platform_id = $1 AND person_id = $2 AND endpoint = $3',
  values: [platformId, id, endpoint],
});

export const removeSubscriptionById = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM push_subscription WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

export interface DuePush {
  platformId: string;
  notificationId: string;
  subscriptionId: string;
  /** Counts this one. */
  attempts: number;
}

/** Claims rows for a limited time, so that those of a dead node become due again. */
/** Notifications that are to be pushed to a browser now. */
export const DUE_PUSHES = 'notification_push WHERE due_at <= now()';

export const claimPushes = (limit: number, claimSeconds: number): Statement<DuePush> => ({
  text: `WITH due AS (
    SELECT platform_id, notification_id, subscription_id FROM ${DUE_PUSHES}
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE notification_push p SET due_at = now() + make_interval(secs => $2), attempts = p.attempts + 1 FROM due
  WHERE p.platform_id = due.platform_id AND p.notification_id = due.notification_id AND p.subscription_id = due.subscription_id
  RETURNING p.platform_id, p.notification_id, p.subscription_id, p.attempts`,
  values: [limit, claimSeconds],
});

export interface Push extends Notice, Subscription, QuietHours {
  locale: Locale | null;
  choices: Choices;
}

/** Returns no row where the browser is another person's by now, the notification was read or is old, or the person may not sign in. */
export const selectPush = (platformId: string, { notificationId, subscriptionId }: DuePush): Statement<Push> => ({
  name: 'notification-push',
  text: `SELECT n.type, n.parameters, n.href, s.endpoint, s.p256dh, s.auth, s.key_id, p.locale,
      ${CHOICES}, ${HOURS}
    FROM push_subscription s
    JOIN person p ON p.platform_id = s.platform_id AND p.id = s.person_id AND p.status = 'ACTIVE'
    JOIN notification n ON n.platform_id = s.platform_id AND n.id = $3 AND n.person_id = s.person_id
    -- One that is off the bell counts as read since it was written.
    WHERE s.platform_id = $1 AND s.id = $2 AND (n.read_at IS NULL OR n.read_at = n.created_at) AND n.created_at > now() - interval '1 day'`,
  values: [platformId, subscriptionId, notificationId],
});

export const removeQueuedPush = (platformId: string, { notificationId, subscriptionId }: DuePush): Statement => ({
  name: 'notification-push-done',
  text: 'DELETE FROM notification_push WHERE platform_id = $1 AND notification_id = $2 AND subscription_id = $3',
  values: [platformId, notificationId, subscriptionId],
});

export const postponePush = (
  platformId: string,
  { notificationId, subscriptionId }: DuePush,
  seconds: number,
): Statement => ({
  text: `UPDATE notification_push SET due_at = now() + make_interval(secs => $4)
    WHERE platform_id = $1 AND notification_id = $2 AND subscription_id = $3`,
  values: [platformId, notificationId, subscriptionId, seconds],
});

/** Keeps a row until the quiet hours end. It was no attempt. */
export const holdPush = (platformId: string, { notificationId, subscriptionId }: DuePush, at: Date): Statement => ({
  text: `UPDATE notification_push SET due_at = $4, attempts = 0
    WHERE platform_id = $1 AND notification_id = $2 AND subscription_id = $3`,
  values: [platformId, notificationId, subscriptionId, at],
});
