import type { Locale } from './common.ts';
import type { NOTIFICATION_TYPES } from './procedures/notifications.ts';

/** The message that the service worker of a browser gets, and shows with the texts of the bell. */
export interface PushMessage {
  /** The id of the notification: a browser that gets it twice shows it once. */
  id: string;
  type: (typeof NOTIFICATION_TYPES)[number];
  /** The values that the bell shows, and no others. */
  parameters: Record<string, string | number>;
  href: string | null;
  locale: Locale;
}
