/** Reads a stored event through one version of its provider: verifies the sender first, then parses the event. */
import { isProviderError } from '@feira/plugin-kit';
import { authenticateWebhook, provesSender } from '@feira/plugin-kit/broker';
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { selectVersions } from '../rollouts/model.ts';
import type { ReceivedWebhook } from './model.ts';

export interface Reading {
  /** The connection with the version that could read the event. */
  connection: Connection;
  result: WebhookResult;
  isSigned: boolean;
  /** Somebody who knows a secret of the connection sent it. */
  isFromProvider: boolean;
}
/** ADAPTER_UNAVAILABLE is temporary: the adapter's process is being restarted. */
export type Unread = 'SENDER_NOT_PROVEN' | 'UNREADABLE' | 'ADAPTER_UNAVAILABLE';

/**
 * Tries the connection's own version first. Another version may use another signature or format, so every version that the connection has
 * used is tried. When none succeeds, the problem of the own version is returned.
 */
export async function readEvent(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  own: Connection,
): Promise<Reading | Unread> {
  const first = await readThrough(app, webhook, own);
  if (typeof first !== 'string' || first === 'ADAPTER_UNAVAILABLE') return first;
  const { platformId, connectionId } = webhook;
  const versions = await app.database.list(platformId, selectVersions(platformId, connectionId), true);
  for (const { version } of versions) {
    const other = version === own.version ? null : await findConnection(app, platformId, connectionId, version);
    const reading = other && other.version !== own.version ? await readThrough(app, webhook, other) : first;
    if (typeof reading !== 'string') return reading;
  }
  const context = { webhookId: webhook.id, provider: own.providerId };
  if (first === 'UNREADABLE') {
    app.log.error({ alert: 'webhook-unreadable', ...context }, 'An event could not be read');
    return first;
  }
  const leftOut = app.leaveOutAlert('webhook-refused', connectionId);
  if (leftOut !== null)
    app.log.warn({ alert: 'webhook-refused', leftOut, connectionId, ...context }, 'An event did not prove its sender');
  return first;
}

export async function readThrough(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  connection: Connection,
): Promise<Reading | Unread> {
  const rawBody = webhook.body.toString();
  const { headers, query, method, path, senderAddress } = webhook;
  const proof = {
    manifest: connection.manifest,
    secrets: connection.secrets,
    headers,
    query,
    rawBody: webhook.body,
    receivedAt: webhook.receivedAt,
    senderAddress,
    digestKey: [app.config.encryptionKey, ...app.config.previousEncryptionKeys],
  };
  const { ok, isSigned } = authenticateWebhook(proof);
  if (!ok) return 'SENDER_NOT_PROVEN';
  const event = {
    ...(method !== 'POST' && { method }),
    ...(path && { path }),
    headers,
    query,
    body: rawBody ? parseBody(headers, rawBody) : query,
    rawBody,
  };
  try {
    const whole = await callProvider(connection, 'processWebhook', event, null);
    const result = webhook.part === null ? whole : whole.events?.[webhook.part];
    return result ? { connection, result, isSigned, isFromProvider: provesSender(proof) } : 'UNREADABLE';
  } catch (error) {
    const { id: connectionId, providerId: provider, version } = connection;
    app.log.warn(
      { err: error, webhookId: webhook.id, connectionId, provider, version },
      'A version cannot read an event',
    );
    return isProviderError(error) && error.code === 'UNAVAILABLE' ? 'ADAPTER_UNAVAILABLE' : 'UNREADABLE';
  }
}

export function parseBody(headers: Record<string, string>, rawBody: string): unknown {
  if (headers['content-type']?.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(rawBody));
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined;
  }
}
