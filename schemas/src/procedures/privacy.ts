/** People's own data (LGPD): what a platform holds of them, a copy of it, and its erasure. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, PROVING, READING } from '../limits.ts';
import { emailSchema, GUARDED, nothingSchema, nullable, optional, page, pageOf, REFUSALS, record } from '../parts.ts';
import { adminWith, type Procedure } from '../procedure.ts';

export const PRIVACY_STATES = ['WAITING', 'DONE', 'WITHDRAWN', 'REFUSED'] as const;

/**
 * Why a person cannot be erased yet. TEAM: works for the platform. PAYMENT: can still pay, or a charge has no certain answer. SUBSCRIPTION:
 * has one that goes on. CUSTOMERS: others are subscribed to their products. REFUND, DISPUTE: one is open, of what they bought or sold.
 * SHIPMENT: something is on its way to them or waits to be sent by them. WITHDRAWAL: one is under way. MONEY: the platform owes them
 * money, or they owe it; two members of the team may pass over this one.
 */
export const PRIVACY_HINDRANCES = [
  'TEAM',
  'PAYMENT',
  'SUBSCRIPTION',
  'CUSTOMERS',
  'REFUND',
  'DISPUTE',
  'SHIPMENT',
  'WITHDRAWAL',
  'MONEY',
] as const;
export type PrivacyHindrance = (typeof PRIVACY_HINDRANCES)[number];

/** The days within which a request can be taken back. */
export const PRIVACY_WAIT_DAYS = 3;
/** The days that Brazil's law gives for the answer (LGPD, article 19). */
export const PRIVACY_ANSWER_DAYS = 15;

const TEAM = adminWith('isUserAdvancedOptionsAvailable');
const hindrances = { type: 'array', items: { type: 'string', enum: PRIVACY_HINDRANCES } } as const;
const request = {
  id: uuidSchema,
  state: { type: 'string', enum: PRIVACY_STATES },
  createdAt: dateTimeSchema,
  /** The erasure begins then at the earliest. */
  startsAt: dateTimeSchema,
  dueAt: dateTimeSchema,
  closedAt: nullable(dateTimeSchema),
  /** Why the team has refused it. */
  reason: nullable(textSchema(500)),
} as const;

export const getOwnPrivacy = {
  name: 'privacy.getOwnPrivacy',
  kind: 'query',
  summary: "Retrieves the signed-in person's last request for erasure, and what stands in the way of one.",
  access: { kind: 'signedIn' },
  limit: READING,
  input: nothingSchema,
  output: record({ request: nullable(record(request)), hindrances }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const requestErasure = {
  name: 'privacy.requestErasure',
  kind: 'mutation',
  summary:
    "Asks for the erasure of the signed-in person's data. It begins after three days, once nothing stands in its way. Asking twice changes nothing.",
  access: { kind: 'signedIn' },
  limit: PROVING,
  input: nothingSchema,
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

/** The seconds for which the address of a copy works. */
export const COPY_SECONDS = 60;

export const openCopy = {
  name: 'privacy.openCopy',
  kind: 'mutation',
  summary:
    'Returns the address of a ZIP with all that the platform holds of the signed-in person, as JSON and as a page to read. It works for a minute, in the same session.',
  access: { kind: 'signedIn' },
  limit: PROVING,
  input: nothingSchema,
  output: record({ url: textSchema(400) }),
  errors: ['LOGIN_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const withdrawErasure = {
  name: 'privacy.withdrawErasure',
  kind: 'mutation',
  summary: "Takes the signed-in person's request for erasure back, as long as nothing was erased.",
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'PRIVACY_REQUEST_NOT_FOUND'],
} as const satisfies Procedure;

export const listRequests = {
  name: 'privacy.listRequests',
  kind: 'query',
  summary: 'Lists requests for erasure, newest first, with what stands in the way of those that wait.',
  access: TEAM,
  limit: READING,
  input: optional({ state: { type: 'string', enum: PRIVACY_STATES }, ...page }),
  output: pageOf(
    record({
      ...request,
      /** Overwritten once it is done. */
      email: textSchema(254),
      name: nullable(textSchema(120)),
      personId: nullable(uuidSchema),
      /** Written down by a member of the team. */
      isByTeam: { type: 'boolean' },
      hindrances,
      /** One person of the team has agreed, and a second one is needed. */
      isHalf: { type: 'boolean' },
      /** The caller has agreed, or is the person. */
      needsAnother: { type: 'boolean' },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const openRequest = {
  name: 'privacy.openRequest',
  kind: 'mutation',
  summary:
    'Writes down that somebody asks for erasure, by letter or mail. The address is told, and can take it back for three days. Asking twice changes nothing.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const approveRequest = {
  name: 'privacy.approveRequest',
  kind: 'mutation',
  summary:
    'Agrees to erase a person who is owed money, or owes it. The second approval, by another person, lets it begin.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ requestId: uuidSchema }),
  output: record({ isComplete: { type: 'boolean' } }),
  errors: [
    ...GUARDED,
    'PRIVACY_REQUEST_NOT_FOUND',
    'PRIVACY_REQUEST_CLOSED',
    'PRIVACY_APPROVAL_UNNEEDED',
    'APPROVER_SAME',
    'APPROVER_NEW',
    'APPROVER_INVITED',
  ],
} as const satisfies Procedure;

export const refuseRequest = {
  name: 'privacy.refuseRequest',
  kind: 'mutation',
  summary: 'Refuses a request for erasure. The person is told the reason by mail.',
  access: TEAM,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ requestId: uuidSchema, reason: textSchema(500, 10) }),
  output: nothingSchema,
  errors: [...GUARDED, 'PRIVACY_REQUEST_NOT_FOUND', 'PRIVACY_REQUEST_CLOSED'],
} as const satisfies Procedure;

export const privacyErrors = {
  PRIVACY_REQUEST_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este pedido para apagar dados não existe.',
    en: 'This request to erase data does not exist.',
  },
  PRIVACY_REQUEST_CLOSED: {
    status: 409,
    'pt-BR': 'Este pedido já foi encerrado.',
    en: 'This request is already closed.',
  },
  PRIVACY_APPROVAL_UNNEEDED: {
    status: 409,
    'pt-BR': 'Este pedido não espera aprovação: ele segue sozinho assim que nada mais o impedir.',
    en: 'This request needs no approval: it proceeds on its own once nothing stands in its way.',
  },
} as const satisfies ErrorTexts;
