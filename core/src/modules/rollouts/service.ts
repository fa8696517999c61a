/** Reads roll-outs, the outcomes of either version, and how many nodes have loaded the new one. */
import type { Output } from '@feira/schemas/procedure';
import type { getConnection } from '@feira/schemas/procedures/connections';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../../plugins/nodes.ts';
import { packageKeys } from '../../plugins/providers.ts';
import { type Outcomes, type RolloutRow, selectOutcomes, selectRollouts } from './model.ts';

export type RolloutsApp = Pick<FastifyInstance, 'database' | 'nodes' | 'findPackageOwners'>;
export type RolloutView = Output<typeof getConnection>['rollouts'][number];

const MOST_LISTED = 20;

/** Returns the newest roll-outs of connections with their outcomes, by connection, the open one first. */
export async function listRollouts(
  app: RolloutsApp,
  platformId: string,
  connectionIds: readonly string[],
  most: number = MOST_LISTED,
): Promise<Map<string, RolloutView[]>> {
  const views = new Map<string, RolloutView[]>(connectionIds.map((id) => [id, []]));
  const rows = await app.database.list(platformId, selectRollouts(platformId, connectionIds, most), true);
  if (rows.length === 0) return views;
  const [outcomes, nodes] = await Promise.all([readOutcomes(app, platformId, rows), readNodes(app, platformId, rows)]);
  rows.forEach((row, index) => {
    views.get(row.connectionId)?.push(toView(row, outcomes[index] as VersionOutcomes, nodes[index] as Readiness));
  });
  return views;
}

export interface VersionOutcomes {
  stable: Outcomes;
  canary: Outcomes;
}

const NONE: Outcomes = { attempts: 0, approved: 0, refused: 0, failed: 0, unknown: 0, unrecognised: 0 };

/** Returns outcomes in the order of the roll-outs; none for a roll-out whose canary has not begun. */
export async function readOutcomes(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  rollouts: readonly RolloutRow[],
): Promise<VersionOutcomes[]> {
  const begun = rollouts.filter((rollout) => rollout.canaryAt);
  const statements = begun.map((rollout) => selectOutcomes(platformId, rollout));
  const results = begun.length > 0 ? await app.database.read(platformId, statements, true) : [];
  return rollouts.map((rollout) => {
    const rows = results[begun.indexOf(rollout)]?.rows ?? [];
    const of = (wanted: string): Outcomes => {
      const { version: _, ...outcomes } = rows.find(({ version }) => version === wanted) ?? { ...NONE, version: '' };
      return outcomes;
    };
    return { stable: of(rollout.fromVersion), canary: of(rollout.toVersion) };
  });
}

/** Returns the readiness of the nodes for the new version of each roll-out. */
export async function readNodes(
  app: RolloutsApp,
  platformId: string,
  rollouts: readonly RolloutRow[],
): Promise<Readiness[]> {
  const owners = await app.findPackageOwners(platformId);
  return app.nodes.readReadiness(rollouts.map(({ provider, toVersion }) => packageKeys(provider, toVersion, owners)));
}

const toView = (row: RolloutRow, { stable, canary }: VersionOutcomes, nodes: Readiness): RolloutView => ({
  id: row.id,
  fromVersion: row.fromVersion,
  toVersion: row.toVersion,
  share: row.share,
  state: row.state,
  reason: row.reason,
  startedBy: row.startedBy,
  createdAt: row.createdAt.toISOString(),
  canaryAt: row.canaryAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  nodes: { healthy: nodes.healthy, total: nodes.total },
  stable,
  canary,
});
