/** Carries out the operations of masters on roll-outs: start one, change its share, promote the new version, or roll back. */
import type { Input } from '@feira/schemas/procedure';
import type { changeRollout, startRollout } from '@feira/schemas/procedures/connections';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { isReady } from '../../plugins/nodes.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditEntry, recordOperated } from '../audit/service.ts';
import {
  changeShare,
  insertReturn,
  insertRollout,
  moveRollout,
  type RolloutRow,
  selectOpen,
  selectPromoted,
  switchVersion,
} from '../rollouts/model.ts';
import { type RolloutsApp, readNodes } from '../rollouts/service.ts';
import type { ConnectionsApp } from './app.ts';
import type { StoredConnection } from './model.ts';
import { checkFit } from './service.ts';
import { changeConnections, getUnmanaged, type Locked } from './store.ts';

type App = ConnectionsApp & RolloutsApp;
type Start = Omit<Input<typeof startRollout>, 'platformId'>;
type Change = Omit<Input<typeof changeRollout>, 'platformId'>;

export async function beginRollout(
  app: App,
  request: FastifyRequest,
  platformId: string,
  { connectionId, version, share }: Start,
): Promise<string> {
  return changeConnections(app, platformId, async (locked) => {
    const { transaction } = locked;
    const stored = await getUnmanaged(locked, connectionId);
    await checkVersion(app, platformId, stored, version);
    const rollout = {
      id: newId(),
      connectionId,
      fromVersion: stored.version,
      toVersion: version,
      share,
      startedBy: request.person?.name ?? '',
    };
    const begun = await transaction.find(insertRollout(platformId, rollout));
    if (!begun) throw new AppError('ROLLOUT_OPEN', { fields: ['connectionId'] });
    const details = { from: stored.version, to: version, share };
    await recordChange(transaction, request, platformId, stored, { type: 'connection.rolloutStarted', details });
    return rollout.id;
  });
}

/** At least one node must have the version. The roll-out begins when all nodes have it. */
async function checkVersion(app: App, platformId: string, stored: StoredConnection, version: string): Promise<void> {
  if (version === stored.version) {
    throw new AppError('PACKAGE_NOT_FOUND', {
      reasons: {
        version: {
          'pt-BR': 'A conexão já usa esta versão. Escolha outra.',
          en: 'The connection uses this version already. Choose another one.',
        },
      },
    });
  }
  const owners = await app.findPackageOwners(platformId);
  const found = app.providers.get(stored.provider, version, owners);
  if (!found) throw new AppError('PACKAGE_NOT_FOUND', { fields: ['version'] });
  await checkFit(app, platformId, stored, found);
}

export async function changeRolloutOf(
  app: App,
  request: FastifyRequest,
  platformId: string,
  { connectionId, action, share }: Change,
): Promise<void> {
  if (action === 'share' && share === undefined) {
    throw new AppError('VALIDATION_FAILED', {
      reasons: {
        share: {
          'pt-BR': 'Diga a parte dos novos pagamentos, de 1 a 100.',
          en: 'Say the share of new payments, from 1 to 100.',
        },
      },
    });
  }
  await changeConnections(app, platformId, async (locked) => {
    const { transaction } = locked;
    const stored = await getUnmanaged(locked, connectionId);
    const rollout = await transaction.find(selectOpen(platformId, connectionId));
    if (!rollout && action === 'rollBack') return goBack(app, locked, request, stored);
    if (!rollout) throw new AppError('ROLLOUT_NOT_FOUND', { fields: ['connectionId'] });
    const details = { from: rollout.fromVersion, to: rollout.toVersion };
    const note = (more: Record<string, unknown>) =>
      recordChange(transaction, request, platformId, stored, {
        type: 'connection.rolloutChanged',
        details: { ...details, action, ...more },
      });
    if (action === 'share') {
      await transaction.run(changeShare(platformId, rollout.id, share as number));
      return note({ before: { share: rollout.share }, after: { share } });
    }
    if (action === 'promote') await promote(app, locked, stored, rollout);
    else await transaction.list(end(platformId, rollout, 'ROLLED_BACK'));
    return note({});
  });
}

const end = (platformId: string, { id }: RolloutRow, to: 'PROMOTED' | 'ROLLED_BACK') =>
  moveRollout(platformId, id, {
    from: ['PREPARING', 'CANARY'],
    to,
    reason: to === 'ROLLED_BACK' ? 'PERSON' : null,
  });

/** Takes a connection back to the version before the promoted one, in one call. Payments stay with the version that made them. */
async function goBack(app: App, locked: Locked, request: FastifyRequest, stored: StoredConnection): Promise<void> {
  const { transaction, platformId } = locked;
  const promoted = await transaction.find(selectPromoted(platformId, stored.id));
  if (!promoted) throw new AppError('ROLLOUT_NOT_FOUND', { fields: ['connectionId'] });
  const rollout = { ...promoted, fromVersion: promoted.toVersion, toVersion: promoted.fromVersion };
  await checkReady(app, platformId, stored, rollout);
  const switched = await transaction.find(switchVersion(platformId, rollout));
  if (!switched) throw new AppError('ROLLOUT_NOT_FOUND', { fields: ['connectionId'] });
  await transaction.run(insertReturn(platformId, { id: newId(), rollout, startedBy: request.person?.name ?? '' }));
  const details = { from: rollout.fromVersion, to: rollout.toVersion, action: 'rollBack' };
  await recordChange(transaction, request, platformId, stored, { type: 'connection.rolloutChanged', details });
}

/** Checks the version again, because settings and packages may have changed since the start. */
async function checkReady(app: App, platformId: string, stored: StoredConnection, rollout: RolloutRow): Promise<void> {
  const [nodes] = await readNodes(app, platformId, [rollout]);
  const found = app.providers.get(rollout.provider, rollout.toVersion, await app.findPackageOwners(platformId));
  if (!found || !nodes || !isReady(nodes)) throw new AppError('PACKAGE_NOT_READY', { fields: ['action'] });
  await checkFit(app, platformId, stored, found);
}

async function promote(
  app: App,
  { transaction, platformId }: Locked,
  stored: StoredConnection,
  rollout: RolloutRow,
): Promise<void> {
  await checkReady(app, platformId, stored, rollout);
  const ended = await transaction.find(end(platformId, rollout, 'PROMOTED'));
  const switched = await transaction.find(switchVersion(platformId, rollout));
  // Another node rolled it back between the read and the update.
  if (!ended || !switched) throw new AppError('ROLLOUT_NOT_FOUND', { fields: ['connectionId'] });
}

const recordChange = (
  transaction: Transaction,
  request: FastifyRequest,
  platformId: string,
  { id, name }: StoredConnection,
  entry: Pick<AuditEntry, 'type' | 'details'>,
): Promise<void> =>
  transaction.runAll(recordOperated(request, platformId, { ...entry, subject: { type: 'connection', id, name } }));
