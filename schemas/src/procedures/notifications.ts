import { MAIL_MODES, NOTIFICATION_TOPICS } from '../../rules/notification-topics.ts';
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { CHANGING, READING } from '../limits.ts';
import { next, nothingSchema, nullable, optional, page, record } from '../parts.ts';
import type { Procedure } from '../procedure.ts';

/** The types of notification in a person's inbox. The shells hold the texts; `parameters` are the values in them. */
export const NOTIFICATION_TYPES = [
  'sale.approved',
  'sale.refunded',
  'sale.chargeback',
  'account.newDevice',
  'account.passwordChanged',
  'account.permissionsChanged',
  'connection.certificateExpiring',
  'connection.circuitOpened',
  'connection.rolledBack',
  'balance.released',
  'payout.destinationAdded',
  'payout.destinationDecided',
  'payout.waiting',
  'payout.paid',
  'payout.failed',
  'payout.unknown',
  'payment.parked',
  'anticipation.waiting',
  'anticipation.paid',
  'anticipation.refused',
  'refund.requested',
  'refund.failed',
  'refund.unsettled',
  'dispute.opened',
  'dispute.expired',
  'dispute.closed',
  'receiver.decided',
  'receiver.documentsWanted',
  'product.submitted',
  'product.approved',
  'product.blocked',
  'product.keysFew',
  'product.keysOut',
  'shipment.overdue',
  'partner.offered',
  'partner.requested',
  'partner.decided',
  'partner.ended',
  'reconciliation.found',
] as const;

export const listNotifications = {
  name: 'notifications.listNotifications',
  kind: 'query',
  summary: 'Lists recent notifications of the signed-in person, newest first.',
  access: { kind: 'signedIn' },
  limit: READING,
  input: optional({ after: page.after, limit: { ...page.limit, maximum: 50 } }),
  output: record({
    notifications: {
      type: 'array',
      items: record({
        id: uuidSchema,
        type: { type: 'string', enum: NOTIFICATION_TYPES },
        parameters: {
          type: 'object',
          additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
        href: nullable(textSchema(300)),
        createdAt: dateTimeSchema,
        isRead: { type: 'boolean' },
      }),
    },
    /** The number of unread notifications, counted up to 99. */
    unread: { type: 'integer' },
    next,
  }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const markRead = {
  name: 'notifications.markRead',
  kind: 'mutation',
  summary: 'Marks the given notifications as read, or all of them when none is given.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: optional({ ids: { type: 'array', maxItems: 100, items: uuidSchema } }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

const preference = {
  topic: { type: 'string', enum: NOTIFICATION_TOPICS },
  /** EACH: a mail at once. DAILY: one mail in the morning. OFF: the bell alone. */
  email: { type: 'string', enum: MAIL_MODES },
} as const;

export const getPreferences = {
  name: 'notifications.getPreferences',
  kind: 'query',
  summary: 'Retrieves how the signed-in person hears by mail of each topic that their roles bring.',
  access: { kind: 'signedIn' },
  limit: READING,
  input: nothingSchema,
  output: record({ topics: { type: 'array', items: record(preference) } }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const updatePreference = {
  name: 'notifications.updatePreference',
  kind: 'mutation',
  summary: 'Chooses how the signed-in person hears of a topic by mail. The bell holds everything in any case.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record(preference),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;
