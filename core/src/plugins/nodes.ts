/**
 * Lets the nodes of the core see each other: every node regularly reports that it runs, and which packages it can serve. A node that has
 * been silent for a while no longer counts.
 */
import { hostname } from 'node:os';
import fp from 'fastify-plugin';
import platformPackage from '../../../package.json' with { type: 'json' };
import { newId } from '../shared/ids.ts';
import type { Statement } from '../shared/statement.ts';
import { heartbeatMsOf } from './database.ts';

export interface PackageState {
  key: string;
  state: 'HEALTHY' | 'FAILED';
  reason: string | null;
}

/** The numbers of live nodes that can and cannot serve one version of a provider. */
export interface Readiness {
  total: number;
  healthy: number;
  failed: number;
  /** The reason of the failure, as one of the failing nodes reported it. */
  problem: string | null;
}

export const isReady = ({ total, healthy }: Readiness): boolean => total > 0 && healthy === total;

export interface Nodes {
  id: string;
  /** Returns whether a node has stopped, or is silent for so long that it no longer counts. */
  isGone(id: string): Promise<boolean>;
  /** Reports what this node can serve. */
  report(states: readonly PackageState[]): Promise<void>;
  /** Reports that the package is no longer on this node. */
  withdraw(key: string): Promise<void>;
  /** Each group names one version by the keys it may have (see packageKeys). A node is healthy when it can serve one of them. */
  readReadiness(groups: readonly (readonly string[])[]): Promise<Readiness[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    nodes: Nodes;
  }
}

/** The largest number that the column can hold. */
const LARGEST_MS = 2_147_483_647;
const LONGEST_REASON = 500;
/** Nodes that stopped without reporting it are deleted after this time. */
const KEPT_HOURS = 1;

export const LIVE_NODES = 'SELECT id FROM node WHERE seen_at > now() - make_interval(secs => $1)';

/**
 * Returns a condition: the node that a column names has stopped, or has been silent for so long that it no longer counts. `liveSeconds`
 * is the parameter that holds NODE_LIVE_SECONDS. A node whose database does not answer it may still be calling a provider.
 */
export const isNodeGone = (column: string, liveSeconds: string): string =>
  `NOT EXISTS (SELECT 1 FROM node WHERE node.id = ${column} AND node.seen_at > now() - make_interval(secs => ${liveSeconds}))`;

const READINESS = `
  WITH live AS (${LIVE_NODES})
  SELECT count(live.id)::int AS total, (count(*) FILTER (WHERE state.is_healthy))::int AS healthy,
    (count(*) FILTER (WHERE state.is_failed AND NOT state.is_healthy))::int AS failed,
    min(state.reason) FILTER (WHERE NOT state.is_healthy) AS problem
  FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS version (keys, place)
  LEFT JOIN live ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(bool_or(p.state = 'HEALTHY'), false) AS is_healthy, coalesce(bool_or(p.state = 'FAILED'), false) AS is_failed,
      min(p.reason) AS reason
    FROM node_package p
    WHERE p.node_id = live.id AND p.package_key IN (SELECT jsonb_array_elements_text(version.keys))
  ) AS state ON live.id IS NOT NULL
  GROUP BY version.place ORDER BY version.place`;

const upsertNode = (id: string, name: string, clockAheadMs: number): Statement<{ isNew: boolean }> => ({
  text: `INSERT INTO node (id, name, version, clock_ahead_ms) VALUES ($1, $2, $3, $4)
    ON CONFLICT (id) DO UPDATE SET seen_at = now(), clock_ahead_ms = excluded.clock_ahead_ms RETURNING xmax = 0 AS is_new`,
  values: [id, name, platformPackage.version, Math.max(-LARGEST_MS, Math.min(LARGEST_MS, clockAheadMs))],
});

const upsertStates = (nodeId: string, states: readonly PackageState[]): Statement => ({
  text: `INSERT INTO node_package (node_id, package_key, state, reason)
    SELECT $1, reported.key, reported.state, reported.reason FROM jsonb_to_recordset($2::jsonb) AS reported(key text, state text, reason text)
    ON CONFLICT (node_id, package_key) DO UPDATE SET state = excluded.state, reason = excluded.reason, checked_at = now()`,
  values: [nodeId, JSON.stringify(states)],
});

export default fp(
  async (app) => {
    const id = newId();
    const name = `${hostname()}:${process.pid}`;
    const { jobs } = app.database;
    const { nodeLiveSeconds } = app.config;
    /** The last report, which is repeated if the other nodes have deleted this one. */
    const reported = new Map<string, PackageState>();
    let timer: NodeJS.Timeout | null = null;
    let isBeating = false;

    const send = async (states: readonly PackageState[]): Promise<void> => {
      if (states.length > 0) await jobs.run(upsertStates(id, states));
    };

    async function beat(): Promise<void> {
      const [node] = await app.database.beat(upsertNode(id, name, app.machineClock.aheadMs));
      if (node?.isNew) await send([...reported.values()]);
    }

    /** Tries again at once: a connection that was found dead has been replaced. */
    async function keepBeating(): Promise<void> {
      if (isBeating) return;
      isBeating = true;
      await beat()
        .catch(() => beat())
        .catch((error) => app.log.warn({ err: error }, 'This node could not say that it is there'));
      isBeating = false;
    }

    app.decorate('nodes', {
      id,
      async isGone(other) {
        const text = `SELECT ${isNodeGone('$1::uuid', '$2')} AS is_gone`;
        const row = await jobs.find<{ isGone: boolean }>({ text, values: [other, nodeLiveSeconds] });
        return row?.isGone === true;
      },
      async report(states) {
        const short = states.map((state) => ({ ...state, reason: state.reason?.slice(0, LONGEST_REASON) ?? null }));
        for (const state of short) reported.set(state.key, state);
        await send(short);
      },
      async withdraw(key) {
        reported.delete(key);
        await jobs.run({ text: 'DELETE FROM node_package WHERE node_id = $1 AND package_key = $2', values: [id, key] });
      },
      async readReadiness(groups) {
        return app.database.query<Readiness & Record<string, unknown>>({
          text: READINESS,
          values: [nodeLiveSeconds, JSON.stringify(groups)],
        });
      },
    });

    app.addHook('onReady', async () => {
      await jobs.run({
        text: 'DELETE FROM node WHERE seen_at < now() - make_interval(hours => $1)',
        values: [KEPT_HOURS],
      });
      await beat();
      timer = setInterval(() => void keepBeating(), heartbeatMsOf(nodeLiveSeconds)).unref();
    });
    app.addHook('onClose', async () => {
      if (timer) clearInterval(timer);
      // Without a database, the other nodes cannot be notified.
      await jobs.run({ text: 'DELETE FROM node WHERE id = $1', values: [id] }).catch(() => undefined);
    });
  },
  { name: 'nodes', dependencies: ['config', 'database', 'clock'] },
);
