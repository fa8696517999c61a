import { currencySchema, dateTimeSchema, type FromSchema, textSchema, uuidSchema } from '../common.ts';
import { READING } from '../limits.ts';
import {
  next,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  period,
  personSchema,
  record,
  recordWith,
} from '../parts.ts';
import type { Access, Procedure } from '../procedure.ts';
import { EXPORT_FORMATS } from './balances.ts';

/** The types of event in the audit log. */
export const AUDIT_EVENTS = [
  'session.signedIn',
  'session.refused',
  'session.signedOut',
  'session.revoked',
  'session.impersonationStarted',
  'session.impersonationEnded',
  'account.registered',
  'account.recoveryRequested',
  'account.passwordChanged',
  'account.emailChanged',
  'account.secondFactorOn',
  'account.secondFactorOff',
  'account.recoveryCodeUsed',
  'account.recoveryCodesRenewed',
  'account.profileChanged',
  'people.invited',
  'people.statusChanged',
  'people.rolesChanged',
  'people.permissionsChanged',
  'people.paymentMethodsChanged',
  'people.managerChanged',
  'people.documentRead',
  'people.documentChanged',
  'people.exported',
  'platform.created',
  'platform.changed',
  'platform.outgoingReleased',
  'platform.rulesChanged',
  'platform.customizationChanged',
  'platform.pixelsChanged',
  'platform.hostAdded',
  'platform.hostRemoved',
  'package.installed',
  'package.removed',
  'package.trustChanged',
  'connection.created',
  'connection.changed',
  'connection.removed',
  'connection.keyRotated',
  'connection.rolloutStarted',
  'connection.rolloutChanged',
  'connection.rolledBack',
  'connection.circuitClosed',
  'routing.changed',
  'pixels.tokenChanged',
  'webhook.replayed',
  'fees.termsChanged',
  'fees.costsChanged',
  'payout.destinationAdded',
  'payout.destinationRemoved',
  'payout.destinationConfirmed',
  'payout.destinationRefused',
  'payout.requested',
  'payout.canceled',
  'payout.approved',
  'payout.rejected',
  'payout.settled',
  'receiver.created',
  'receiver.adopted',
  'receiver.decided',
  'receiver.discarded',
  'receiver.documentSent',
  'anticipation.requested',
  'anticipation.canceled',
  'anticipation.paid',
  'anticipation.refused',
  'sale.documentRead',
  'shipping.shipped',
  'shipping.delivered',
  'shipping.returned',
  'shipping.printed',
  'payment.lookedUp',
  'payment.ended',
  'refund.authorised',
  'refund.requested',
  'refund.declined',
  'refund.settled',
  'refund.repeated',
  'dispute.opened',
  'dispute.answered',
  'dispute.accepted',
  'dispute.closed',
  'dispute.corrected',
  'coupon.changed',
  'funnel.changed',
  'cart.recoveryChanged',
  'product.created',
  'product.changed',
  'product.statusChanged',
  'product.deleted',
  'product.bumpCreated',
  'product.bumpChanged',
  'product.bumpDeleted',
  'product.bumpsSorted',
  'product.deliveryChanged',
  'offer.created',
  'offer.changed',
  'offer.statusChanged',
  'offer.pagePublished',
  'offer.testStarted',
  'offer.testEnded',
  'partner.contractOffered',
  'partner.contractChanged',
  'partner.termsChanged',
  'partner.affiliationChanged',
  'reconciliation.caseClosed',
  'ledger.writtenOff',
  'ledger.exported',
  'media.uploaded',
  'mail.textChanged',
  'mail.resent',
] as const;
export type AuditEventType = (typeof AUDIT_EVENTS)[number];

/** Administrators read the log of their platform with the permission to manage staff; masters that of every platform they run. */
export const AUDITOR: Access = { kind: 'role', roles: ['admin', 'master'], permission: 'isFunctionariesAvailable' };

const FILTER = {
  type: { type: 'string', enum: AUDIT_EVENTS },
  /** A person: the events of that person's own acts, and those that concern the person. */
  personId: uuidSchema,
  /** A thing, by the id of an event's subject. */
  subjectId: textSchema(254),
  /** Part of a name, an e-mail or an address, of the actor or the subject. */
  search: textSchema(100),
  ...period,
} as const;

export const listEvents = {
  name: 'audit.listEvents',
  kind: 'query',
  summary: 'Lists the events of the audit log, newest first. Events are never changed, and are kept for a year.',
  access: AUDITOR,
  limit: READING,
  input: optional({
    /** A platform that the caller's platform operates. */
    platformId: uuidSchema,
    ...FILTER,
    ...page,
  }),
  output: record({
    /** The platform's currency: amounts of events that name none are in it. */
    currency: currencySchema,
    events: {
      type: 'array',
      items: record({
        id: uuidSchema,
        createdAt: dateTimeSchema,
        type: { type: 'string', enum: AUDIT_EVENTS },
        /** The person who acted; null where no person was signed in. */
        actor: nullable(personSchema),
        impersonator: nullable(personSchema),
        subject: nullable(record({ type: textSchema(40), id: textSchema(254), name: textSchema(254) })),
        ip: nullable(textSchema(45)),
        userAgent: nullable(textSchema(300)),
        /** The change: names of permissions and fields, and the values before and after. It never holds a secret. */
        details: { type: 'object', additionalProperties: true },
      }),
    },
    next,
  }),
  errors: [...PLATFORM_REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** The filters and format of the download GET /exports/audit-log. */
export const exportEventsInput = recordWith(
  { format: { type: 'string', enum: EXPORT_FORMATS } },
  {
    /** A platform that the caller's platform operates. */
    platformId: uuidSchema,
    ...FILTER,
    /** The language of titles and texts in the file. */
    lang: { type: 'string', maxLength: 20 },
  },
);
export type ExportEventsInput = FromSchema<typeof exportEventsInput>;
