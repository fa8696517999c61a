/** Advances roll-outs automatically: the canary begins when every node is ready, and is rolled back when it fails too often. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { isReady, type Readiness } from '../../plugins/nodes.ts';
import { type AuditEntry, type Caller, recordEvent } from '../audit/service.ts';
import { notifyMasters } from '../notifications/service.ts';
import { findRollbackReason } from './judge.ts';
import {
  explainRollout,
  moveRollout,
  type RolloutReason,
  type RolloutRow,
  selectAllOpen,
  selectOpen,
} from './model.ts';
import { type RolloutsApp, readNodes, readOutcomes } from './service.ts';

type App = RolloutsApp & Pick<FastifyInstance, 'cache' | 'log'>;

/** At most this many roll-outs are handled in one run; the next run takes the rest. */
const MOST_WATCHED = 500;

export async function watchRollouts(app: App): Promise<void> {
  for (const { platformId, id, connectionId } of await app.database.jobs.list(selectAllOpen(MOST_WATCHED))) {
    try {
      await watch(app, platformId, connectionId);
    } catch (error) {
      app.log.error({ err: error, rolloutId: id }, 'A roll-out could not be watched');
    }
  }
}

async function watch(app: App, platformId: string, connectionId: string): Promise<void> {
  const rollout = await app.database.find(platformId, selectOpen(platformId, connectionId), true);
  if (!rollout) return;
  const [nodes] = await readNodes(app, platformId, [rollout]);
  if (!nodes) return;
  if (rollout.state === 'PREPARING') return prepare(app, platformId, rollout, nodes);
  const [outcomes] = await readOutcomes(app, platformId, [rollout]);
  const fault = outcomes && findRollbackReason(outcomes.canary, outcomes.stable, nodes);
  if (fault) await rollBack(app, platformId, rollout, fault);
}

async function prepare(app: App, platformId: string, rollout: RolloutRow, nodes: Readiness): Promise<void> {
  if (!isReady(nodes)) {
    const reason = nodes.failed > 0 ? 'UNHEALTHY_NODE' : null;
    if (rollout.reason !== reason) await app.database.run(platformId, explainRollout(platformId, rollout.id, reason));
    return;
  }
  const move = { from: ['PREPARING'], to: 'CANARY', reason: null } as const;
  const [moved] = await app.database.write(platformId, [moveRollout(platformId, rollout.id, move)]);
  if (moved?.rowCount !== 1) return;
  app.log.info(
    { connectionId: rollout.connectionId, toVersion: rollout.toVersion, share: rollout.share },
    'Every node can serve the new version of a connection: its share of new payments begins',
  );
}

const BY_ITSELF: Caller = { ip: null, headers: {}, person: null };

/** Only the node whose statement changed the row notifies people. */
async function rollBack(app: App, platformId: string, rollout: RolloutRow, reason: RolloutReason): Promise<void> {
  const { id, connectionId, connectionName, fromVersion, toVersion } = rollout;
  const places = await app.findPackageOwners(platformId);
  const entry: AuditEntry = {
    type: 'connection.rolledBack',
    subject: { type: 'connection', id: connectionId, name: connectionName },
    details: { from: toVersion, to: fromVersion, reason },
    actor: null,
  };
  const isOurs = await app.database.transaction(platformId, async (transaction) => {
    const move = { from: ['CANARY'], to: 'ROLLED_BACK', reason } as const;
    const moved = await transaction.find(moveRollout(platformId, id, move));
    if (!moved) return false;
    for (const place of places) {
      const details = { ...entry.details, ...(place !== platformId && { platformId }) };
      await transaction.runAll([
        { text: `SELECT set_config('app.platform_id', $1, true)`, values: [place] },
        recordEvent(place, BY_ITSELF, { ...entry, details }),
        notifyMasters(place, {
          type: 'connection.rolledBack',
          parameters: { connection: connectionName, version: toVersion },
          href: `${DASHBOARD_PATHS.master}/platforms/${platformId}`,
          source: `rollout:${id}`,
        }),
      ]);
    }
    return true;
  });
  if (!isOurs) return;
  app.cache.forget(platformId);
  app.log.error(
    { alert: 'rolled-back', connectionId, fromVersion, toVersion, reason },
    'The new version of a connection did harm and was rolled back',
  );
}
