import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { Procedure } from '../procedure.ts';

/** What is recorded. Money decisions join with the procedures that make them. */
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
  'people.exported',
  'platform.created',
  'platform.changed',
  'platform.rulesChanged',
  'platform.customizationChanged',
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
  'webhook.replayed',
] as const;
export type AuditEventType = (typeof AUDIT_EVENTS)[number];

const nullable = <const S>(schema: S) => ({ anyOf: [{ type: 'null' }, schema] }) as const;
const identitySchema = {
  type: 'object',
  required: ['id', 'name', 'email'],
  additionalProperties: false,
  properties: { id: uuidSchema, name: textSchema(120), email: textSchema(254) },
} as const;

export const listEvents = {
  name: 'audit.listEvents',
  kind: 'query',
  summary: 'Who did what to whom, newest first. Nothing here is ever changed or deleted.',
  access: { kind: 'role', roles: ['master'] },
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      /** A platform that the own one operates. */
      platformId: uuidSchema,
      type: { type: 'string', enum: AUDIT_EVENTS },
      /** Part of a name, an e-mail or an address, of whoever did it or whom it was done to. */
      search: textSchema(100),
      /** Days in São Paulo, both included. */
      from: { type: 'string', format: 'date', pattern: '^[1-9]' },
      to: { type: 'string', format: 'date', pattern: '^[1-9]' },
      after: { type: 'string', maxLength: 200 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    },
  },
  output: {
    type: 'object',
    required: ['events', 'next'],
    additionalProperties: false,
    properties: {
      events: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'createdAt', 'type', 'actor', 'impersonator', 'subject', 'ip', 'userAgent', 'details'],
          additionalProperties: false,
          properties: {
            id: uuidSchema,
            createdAt: dateTimeSchema,
            type: { type: 'string', enum: AUDIT_EVENTS },
            /** Null where nobody was signed in. */
            actor: nullable(identitySchema),
            impersonator: nullable(identitySchema),
            subject: nullable({
              type: 'object',
              required: ['type', 'id', 'name'],
              additionalProperties: false,
              properties: { type: textSchema(40), id: textSchema(254), name: textSchema(254) },
            }),
            ip: nullable(textSchema(45)),
            userAgent: nullable(textSchema(300)),
            /** What changed: names of permissions, fields, the values before and after. Never a secret. */
            details: { type: 'object', additionalProperties: true },
          },
        },
      },
      next: nullable({ type: 'string' }),
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PLATFORM_NOT_FOUND', 'PERIOD_INVALID'],
} as const satisfies Procedure;
