/** Registers the address of a connection's webhooks at its provider, and keeps the secrets that the provider makes up for it. */
import { listProofSecrets } from '@feira/plugin-kit/broker';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '../audit/service.ts';
import { SERVER } from './managed.ts';
import { selectConnection } from './model.ts';
import { type Connection, callProvider } from './service.ts';
import { changeConnections, sealCredential } from './store.ts';

/** Throws the ProviderError of the call. */
export async function registerWebhook(app: FastifyInstance, connection: Connection): Promise<void> {
  const { webhookUrl, manifest, secrets } = connection;
  const missing = listProofSecrets(manifest).filter((name) => !secrets.has(name));
  const told = (await callProvider(connection, 'ensureWebhook', { webhookUrl, missing }, null)) ?? {};
  const fresh = Object.entries(told.secrets ?? {}).flatMap(([name, reference]): [string, string][] => {
    const value = connection.vault.open(reference);
    if (value === undefined)
      app.log.warn({ connectionId: connection.id, secret: name }, 'A secret of a webhook is no reference of this node');
    return value === undefined || value === secrets.get(name) ? [] : [[name, value]];
  });
  if (fresh.length > 0) await keepSecrets(app, connection, fresh);
}

const keepSecrets = (
  app: FastifyInstance,
  { platformId, id, name: connectionName }: Connection,
  secrets: readonly [string, string][],
): Promise<void> =>
  changeConnections(app, platformId, async ({ transaction, keys }) => {
    // It was removed while the provider answered.
    if (!(await transaction.find(selectConnection(platformId, id)))) return;
    const details = { changed: secrets.map(([name]) => `secrets.${name}`), by: 'provider' };
    const subject = { type: 'connection', id, name: connectionName } as const;
    await transaction.runAll([
      ...secrets.map(([name, value]) =>
        sealCredential(platformId, keys.newest, {
          connectionId: id,
          name,
          value,
          certificate: null,
          isByProvider: true,
        }),
      ),
      recordEvent(platformId, SERVER, { type: 'connection.changed', subject, details }),
    ]);
  });
