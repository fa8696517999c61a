/**
 * The running processes of the core, as they see each other: every node says regularly that it is there, and of each package
 * whether it can serve it. One that has been silent for a while does not count.
 */
import { hostname } from 'node:os';
import fp from 'fastify-plugin';
import { newId } from '../shared/ids.ts';

export interface PackageState {
  key: string;
  state: 'HEALTHY' | 'FAILED';
  reason: string | null;
}

/** How far the live nodes are with one version of a provider. */
export interface Readiness {
  total: number;
  healthy: number;
  failed: number;
  /** Why it failed, in the words of one of those where it did. */
  problem: string | null;
}

export const isReady = ({ total, healthy }: Readiness): boolean => total > 0 && healthy === total;

export interface Nodes {
  id: string;
  /** What this node can serve. */
  report(states: readonly PackageState[]): Promise<void>;
  /** It is no longer on this node. */
  withdraw(key: string): Promise<void>;
  /** Each group names one version by the keys it may have (see packageKeys): a node is healthy where one of them is. */
  readReadiness(groups: readonly (readonly string[])[]): Promise<Readiness[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    nodes: Nodes;
  }
}

const LONGEST_REASON = 500;
/** Nodes that went without a word are forgotten after this. */
const KEPT_HOURS = 1;

export const LIVE_NODES = 'SELECT id FROM node WHERE seen_at > now() - make_interval(secs => $1)';

const READINESS = `
  WITH live AS (${LIVE_NODES})
  SELECT count(live.id)::int AS total, (count(*) FILTER (WHERE state."isHealthy"))::int AS healthy,
    (count(*) FILTER (WHERE state."isFailed" AND NOT state."isHealthy"))::int AS failed,
    min(state.reason) FILTER (WHERE NOT state."isHealthy") AS problem
  FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS version (keys, place)
  LEFT JOIN live ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(bool_or(p.state = 'HEALTHY'), false) AS "isHealthy", coalesce(bool_or(p.state = 'FAILED'), false) AS "isFailed",
      min(p.reason) AS reason
    FROM node_package p
    WHERE p.node_id = live.id AND p.package_key IN (SELECT jsonb_array_elements_text(version.keys))
  ) AS state ON live.id IS NOT NULL
  GROUP BY version.place ORDER BY version.place`;

const BEAT = `INSERT INTO node (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS "isNew"`;

const REPORT = `INSERT INTO node_package (node_id, package_key, state, reason)
  SELECT ?, said.key, said.state, said.reason FROM jsonb_to_recordset(?::jsonb) AS said(key text, state text, reason text)
  ON CONFLICT (node_id, package_key) DO UPDATE SET state = excluded.state, reason = excluded.reason, checked_at = now()`;

export default fp(
  async (app) => {
    const id = newId();
    const name = `${hostname()}:${process.pid}`;
    const { jobs } = app.database;
    const { nodeLiveSeconds } = app.config;
    /** What was said last, for the case that others have forgotten this node. */
    const said = new Map<string, PackageState>();
    let timer: NodeJS.Timeout | null = null;

    const send = async (states: readonly PackageState[]): Promise<void> => {
      if (states.length > 0) await jobs.raw(REPORT, [id, JSON.stringify(states)]);
    };

    async function beat(): Promise<void> {
      const { rows } = (await jobs.raw(BEAT, [id, name])) as { rows: { isNew: boolean }[] };
      if (rows[0]?.isNew) await send([...said.values()]);
    }

    app.decorate('nodes', {
      id,
      async report(states) {
        const short = states.map((state) => ({ ...state, reason: state.reason?.slice(0, LONGEST_REASON) ?? null }));
        for (const state of short) said.set(state.key, state);
        await send(short);
      },
      async withdraw(key) {
        said.delete(key);
        await jobs.raw('DELETE FROM node_package WHERE node_id = ? AND package_key = ?', [id, key]);
      },
      async readReadiness(groups) {
        return app.database.query<Readiness & Record<string, unknown>>({
          text: READINESS,
          values: [nodeLiveSeconds, JSON.stringify(groups)],
        });
      },
    });

    app.addHook('onReady', async () => {
      await jobs.raw('DELETE FROM node WHERE seen_at < now() - make_interval(hours => ?)', [KEPT_HOURS]);
      await beat();
      // Two beats may be lost before anybody believes this node to be gone.
      timer = setInterval(
        () => beat().catch((error) => app.log.warn({ err: error }, 'This node could not say that it is there')),
        (nodeLiveSeconds * 1000) / 3,
      ).unref();
    });
    app.addHook('onClose', async () => {
      if (timer) clearInterval(timer);
      // Without a database nobody has to be told.
      await jobs.raw('DELETE FROM node WHERE id = ?', [id]).catch(() => undefined);
    });
  },
  { name: 'nodes', dependencies: ['config', 'database'] },
);
