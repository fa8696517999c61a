/**
 * Carries out the operations of masters on connections. Each finds the connection, checks the change, writes it and records an audit
 * event.
 */

import type { Input } from '@feira/schemas/procedure';
import type * as declared from '@feira/schemas/procedures/connections';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pg from 'pg';
import { AppError } from '../../plugins/errors.ts';
import { isReady } from '../../plugins/nodes.ts';
import { type ProviderPackage, packageKeys } from '../../plugins/providers.ts';
import { recordOperated } from '../audit/service.ts';
import { checkGroup, raiseVersion } from '../versions/service.ts';
import type { ConnectionsApp } from './app.ts';
import { applyChange, isAboutCredentials } from './changes.ts';
import { deleteConnection, type StoredConnection, selectConnectionUse } from './model.ts';
import { checkNew } from './rules.ts';
import { changeConnections, createConnection, getUnmanaged, type Locked } from './store.ts';

type App = ConnectionsApp & Pick<FastifyInstance, 'nodes'>;
type Creation = Omit<Input<typeof declared.createConnection>, 'platformId'>;
type Update = Omit<Input<typeof declared.updateConnection>, 'platformId'>;

async function getPackage(app: App, platformId: string, provider: string, version: string): Promise<ProviderPackage> {
  const owners = await app.findPackageOwners(platformId);
  const found = app.providers.get(provider, version, owners);
  const [readiness] = await app.nodes.readReadiness([packageKeys(provider, version, owners)]);
  if (found && readiness && isReady(readiness)) return found;
  // A version that only other nodes have loaded is reported as not ready here.
  if (found || (readiness?.healthy ?? 0) > 0) throw new AppError('PACKAGE_NOT_READY', { fields: ['version'] });
  throw new AppError('PACKAGE_NOT_FOUND', { fields: ['provider', 'version'] });
}

export async function addConnection(
  app: App,
  request: FastifyRequest,
  platformId: string,
  input: Creation,
): Promise<string> {
  const { provider, version, environment, name, methods } = input;
  const wanted = checkNew(app, await getPackage(app, platformId, provider, version), input);
  // It takes no payments before a person enables it, which wants a good test.
  const { id } = await createConnection(app, platformId, { ...wanted, status: 'DISABLED' }, (connectionId) =>
    recordOperated(request, platformId, {
      type: 'connection.created',
      subject: { type: 'connection', id: connectionId, name },
      details: { provider, version, environment, methods },
    }),
  );
  return id;
}

export async function changeConnection(
  app: App,
  request: FastifyRequest,
  platformId: string,
  { connectionId, untestedReason, formVersion, ...change }: Update,
): Promise<void> {
  const owners = await app.findPackageOwners(platformId);
  const group = { name: 'CONNECTION', subject: connectionId } as const;
  await changeConnections(app, platformId, async (locked) => {
    const stored = await getUnmanaged(locked, connectionId);
    await checkGroup(locked.transaction, platformId, group, { read: formVersion, fields: listFields(change) });
    const found = app.providers.getServing(stored.provider, stored.version, owners);
    const { changed, hosts } = await applyChange({ locked, stored, change, found, now: app.clock.now() });
    if (changed.length === 0) return;
    const status = changed.includes('status') ? { status: change.status } : {};
    const isUntested = status.status === 'ENABLED' && (isAboutCredentials(changed) || !isTested(stored));
    if (isUntested && !untestedReason) throw new AppError('CONNECTION_UNTESTED', { fields: ['status'] });
    const entry = {
      type: isUntested ? 'connection.enabledUntested' : 'connection.changed',
      subject: { type: 'connection', id: connectionId, name: change.name ?? stored.name },
      details: { changed, ...(hosts && { hosts }), ...status, ...(isUntested && { untestedReason }) },
    } as const;
    await locked.transaction.run(raiseVersion(platformId, group, changed, request.person?.name ?? ''));
    await locked.transaction.runAll(recordOperated(request, platformId, entry));
  });
}

/** The fields that a change sends, as `applyChange` names those that differ. */
const listFields = ({ secrets = {}, ...rest }: Omit<Update, 'connectionId'>): string[] => [
  ...Object.keys(rest),
  ...Object.keys(secrets).map((name) => `secrets.${name}`),
];

const isTested = ({ test }: StoredConnection): boolean => test?.isCurrent === true && test.code === null;

const REFERRED_TO = '23503';

export async function removeConnection(
  app: App,
  request: FastifyRequest,
  platformId: string,
  connectionId: string,
): Promise<void> {
  try {
    await changeConnections(app, platformId, async (locked) => {
      const { transaction } = locked;
      const { name, provider } = await getUnmanaged(locked, connectionId);
      await refuseUsed(locked, connectionId);
      await transaction.runAll(deleteConnection(platformId, connectionId));
      const entry = {
        type: 'connection.removed',
        subject: { type: 'connection', id: connectionId, name },
        details: { provider },
      } as const;
      await transaction.runAll(recordOperated(request, platformId, entry));
    });
  } catch (error) {
    // A payment used the connection between the check and the deletion.
    if (error instanceof pg.DatabaseError && error.code === REFERRED_TO) throw inUse();
    throw error;
  }
  app.simulators.delete(connectionId);
}

const inUse = () => new AppError('CONNECTION_IN_USE', { fields: ['connectionId'] });

async function refuseUsed({ transaction, platformId }: Locked, connectionId: string): Promise<void> {
  const use = await transaction.find(selectConnectionUse(platformId, connectionId));
  if (use?.hasPayments) throw inUse();
  if (!use?.hasOffers) return;
  throw new AppError('CONNECTION_IN_USE', {
    reasons: {
      connectionId: {
        'pt-BR': 'Uma oferta usa só esta conexão. Mude a oferta ou desative a conexão.',
        en: 'An offer uses this connection alone. Change the offer, or disable the connection.',
      },
    },
  });
}
