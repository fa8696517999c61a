/** Records audit events in the transaction of the change. Events are never changed. */
import type { AuditEventType } from '@feira/schemas/procedures/audit';
import type { FastifyRequest } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { Identity } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';

export interface AuditEntry {
  type: AuditEventType;
  /** The person or thing that was changed; a person is found by e-mail too. */
  subject?: {
    type:
      | 'person'
      | 'session'
      | 'platform'
      | 'domain'
      | 'package'
      | 'connection'
      | 'payment-method'
      | 'webhook'
      | 'dispute'
      | 'receiver'
      | 'payment'
      | 'sale'
      | 'product'
      | 'offer'
      | 'coupon'
      | 'payment-link'
      | 'store'
      | 'funnel'
      | 'seller-webhook'
      | 'integration'
      | 'api-key'
      | 'subscription';
    id: string;
    name: string;
    email?: string;
  };
  /** The changed values. Never a secret, never a whole document. */
  details?: Record<string, unknown>;
  /** The person who did it, if that is not the person of the request, as during a sign-in. */
  actor?: Identity | null;
}

export type Caller = Pick<FastifyRequest, 'headers' | 'person'> & {
  /** Null when it was done on the server itself. */
  ip: string | null;
};

const USER_AGENT_LENGTH = 300;

export function recordEvent(platformId: string, caller: Caller, entry: AuditEntry): Statement {
  const { subject } = entry;
  const actor = entry.actor === undefined ? caller.person : entry.actor;
  const impersonator = caller.person?.impersonator ?? null;
  const apiKey = caller.person?.apiKey;
  return {
    name: 'record-event',
    text: `INSERT INTO audit_event (platform_id, id, type, actor_id, actor_name, actor_email, impersonator_id, impersonator_name,
        impersonator_email, subject_type, subject_id, subject_name, subject_email, ip, user_agent, details)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    values: [
      platformId,
      newId(),
      entry.type,
      ...toColumns(actor),
      ...toColumns(impersonator),
      subject?.type ?? null,
      subject?.id ?? null,
      subject?.name ?? null,
      subject?.email ?? null,
      caller.ip,
      caller.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
      JSON.stringify({ ...entry.details, ...(apiKey && { apiKey: apiKey.name }) }),
    ],
  };
}

const toColumns = (identity: Identity | null) => [
  identity?.id ?? null,
  identity?.name ?? null,
  identity?.email ?? null,
];

/**
 * Records a master's change of an operated platform both there and on the own platform. These must be the last statements of a transaction,
 * because they switch the transaction to the own platform.
 */
export function recordOperated(
  request: Caller & Pick<FastifyRequest, 'platform'>,
  platformId: string,
  entry: AuditEntry,
): Statement[] {
  const own = request.platform.id;
  const there = recordEvent(platformId, request, entry);
  if (platformId === own) return [there];
  const details = { ...entry.details, platformId };
  return [there, enterPlatform(own), recordEvent(own, request, { ...entry, details })];
}

const enterPlatform = (platformId: string): Statement => ({
  text: `SELECT set_config('app.platform_id', $1, true)`,
  values: [platformId],
});
