/** What the bell of one person tells. Every statement names the person: there is none for all. */
import type { NOTIFICATION_TYPES } from '@feira/schemas/procedures/notifications';
import type { Statement } from '../../plugins/database.ts';

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export interface NewNotification {
  type: NotificationType;
  /** Values its text names: amounts in cents, titles, names. */
  parameters: Record<string, string | number>;
  /** Page of ours that shows more. */
  href: string | null;
  /** Names the fact: told again, it stays one notification. */
  source: string;
}

export const insertNotification = (
  platformId: string,
  id: string,
  personId: string,
  { type, parameters, href, source }: NewNotification,
): Statement => ({
  name: 'notification-insert',
  text: `INSERT INTO notification (platform_id, id, person_id, type, parameters, href, source)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (platform_id, person_id, source) DO NOTHING`,
  values: [platformId, id, personId, type, JSON.stringify(parameters), href, source],
});
