import { MAIL_MODES, NOTIFICATION_TOPICS } from '../../rules/notification-topics.ts';
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { next, nothingSchema, nullable, optional, page, record, recordWith } from '../parts.ts';
import type { Procedure } from '../procedure.ts';
import { shownAnnouncementSchema } from './announcements.ts';

/** The types of notification in a person's inbox. The shells hold the texts; `parameters` are the values in them. */
export const NOTIFICATION_TYPES = [
  'sale.approved',
  'sale.refunded',
  'sale.chargeback',
  'account.newDevice',
  'account.passwordChanged',
  'account.permissionsChanged',
  'account.apiKey',
  'connection.certificateExpiring',
  'connection.wanted',
  'connection.circuitOpened',
  'connection.rolledBack',
  'balance.released',
  'payout.destinationAdded',
  'payout.destinationDecided',
  'payout.destinationWaiting',
  'payout.waiting',
  'payout.secondWanted',
  'payout.paid',
  'payout.failed',
  'payout.unknown',
  'payment.parked',
  'payment.review',
  'anticipation.waiting',
  'anticipation.paid',
  'anticipation.refused',
  'refund.requested',
  'refund.unanswered',
  'refund.failed',
  'refund.unsettled',
  'dispute.opened',
  'dispute.waiting',
  'dispute.defended',
  'dispute.expired',
  'dispute.closed',
  'receiver.decided',
  'receiver.documentsWanted',
  'receiver.unknown',
  'verification.asked',
  'verification.waiting',
  'verification.verified',
  'verification.refused',
  'verification.expired',
  'product.submitted',
  'product.approved',
  'product.blocked',
  'product.keysFew',
  'product.keysOut',
  'shipment.overdue',
  'cart.abandoned',
  'webhook.switchedOff',
  'integration.switchedOff',
  'fiscalInvoice.refused',
  'fiscalInvoice.notCanceled',
  'subscription.pastDue',
  'subscription.ended',
  'question.asked',
  'partner.offered',
  'partner.requested',
  'partner.decided',
  'partner.ended',
  'reconciliation.found',
  'log.review',
  'rules.waiting',
  'rules.decided',
  'rules.lapsed',
  'platform.announcement',
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
    announcement: shownAnnouncementSchema,
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

const topic = { type: 'string', enum: NOTIFICATION_TOPICS } as const;
const channels = {
  /** EACH: a mail at once. DAILY, WEEKLY: one mail with all of it. OFF: no mail. */
  email: { type: 'string', enum: MAIL_MODES },
  /** Whether the browsers in which the person turned notifications on show them. */
  push: { type: 'boolean' },
  /** Whether they count as unread in the bell, which lists them in any case. */
  bell: { type: 'boolean' },
  /** Whether they are sent to the address that the person gave, if they gave one. */
  webhook: { type: 'boolean' },
} as const;

/** A time of the clock, as 22:00. */
const timeOfDay = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } as const;
const hours = {
  /** A name of the IANA time zone database. Summaries come at eight in the morning there. */
  timeZone: textSchema(64),
  /** Mails and pushes that can wait are sent when the quiet hours end. They may lie over midnight. */
  quiet: nullable(record({ from: timeOfDay, until: timeOfDay })),
} as const;

export const getPreferences = {
  name: 'notifications.getPreferences',
  kind: 'query',
  summary: 'Retrieves how the signed-in person hears of each topic that their roles bring, and their quiet hours.',
  access: { kind: 'signedIn' },
  limit: READING,
  input: nothingSchema,
  output: record({
    topics: { type: 'array', items: record({ topic, ...channels }) },
    ...hours,
    /** The key that browsers ask for when they subscribe to push messages: an uncompressed point of P-256 in base64url. */
    pushKey: textSchema(87),
  }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const updatePreference = {
  name: 'notifications.updatePreference',
  kind: 'mutation',
  summary: 'Chooses how the signed-in person hears of a topic. What is left out stays as it is.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: { ...recordWith({ topic }, channels), minProperties: 2 },
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'NOTIFICATION_BELL_FIXED'],
} as const satisfies Procedure;

export const updateHours = {
  name: 'notifications.updateHours',
  kind: 'mutation',
  summary: 'Sets the time zone and the quiet hours of the signed-in person.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record(hours),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'NOTIFICATION_HOURS_INVALID'],
} as const satisfies Procedure;

/** An address at the push service of the browser's maker. */
const endpoint = { type: 'string', maxLength: 1_000, pattern: '^https://[A-Za-z0-9.-]+/[!-~]+$' } as const;

export const subscribePush = {
  name: 'notifications.subscribePush',
  kind: 'mutation',
  summary:
    'Shows the notifications of the signed-in person in this browser as well: those of the topics that the person chose for it. It takes the place of what the address was for before.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record({
    endpoint,
    /** The keys of the browser in base64url without padding, as `PushSubscription.toJSON()` names them. */
    p256dh: { type: 'string', pattern: '^[A-Za-z0-9_-]{87}$' },
    auth: { type: 'string', pattern: '^[A-Za-z0-9_-]{21}[AQgw]$' },
  }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'PUSH_KEY_INVALID'],
} as const satisfies Procedure;

export const keepPush = {
  name: 'notifications.keepPush',
  kind: 'mutation',
  summary:
    'Binds the browser with this address to the session, with which it ends, if the signed-in person has turned notifications on in it.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record({ endpoint }),
  output: record({ isOn: { type: 'boolean' } }),
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const unsubscribePush = {
  name: 'notifications.unsubscribePush',
  kind: 'mutation',
  summary: 'Shows no more notifications in the browser with this address.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record({ endpoint }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const notificationsErrors = {
  PUSH_KEY_INVALID: {
    status: 422,
    'pt-BR': 'A chave deste navegador não é válida. Ligue as notificações de novo.',
    en: 'The key of this browser is not valid. Turn the notifications on again.',
  },
  NOTIFICATION_HOURS_INVALID: {
    status: 422,
    'pt-BR':
      'Escolha um fuso horário da lista, como America/Sao_Paulo, e um horário de silêncio que comece e termine em horas diferentes.',
    en: 'Choose a time zone from the list, such as America/Sao_Paulo, and quiet hours that start and end at different times.',
  },
  NOTIFICATION_BELL_FIXED: {
    status: 422,
    'pt-BR': 'Comunicados da plataforma sempre aparecem no sino. Você escolhe só e-mail e navegador.',
    en: 'Platform announcements always show in the bell. You can choose email and browser only.',
  },
  NOTIFICATION_STREAMS: {
    status: 429,
    'pt-BR': 'Há painéis demais abertos com avisos ao vivo. Feche algum: os avisos continuam chegando a cada minuto.',
    en: 'Too many dashboards are open with live notifications. Close one: notifications still arrive every minute.',
  },
} as const satisfies ErrorTexts;
