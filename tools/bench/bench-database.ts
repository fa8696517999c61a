/** Starts a PostgreSQL of the bench's own, with full durability, and reads its counters. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { deletePostgres, startPostgres } from '../src/postgres/postgres.ts';

export interface BenchDatabase {
  /** An empty database; answers its owner's URL. */
  create(name: string): Promise<string>;
  /** The superuser in one database, who sees every platform's rows. */
  inspect(name: string): Promise<pg.Client>;
  /** Transactions that have written anything since the cluster began: each waits once for the disk. */
  countWrites(): Promise<number>;
  /** CPU time of all its processes; NaN where the system does not tell. */
  readCpuMs(): number;
  stop(): Promise<void>;
}

const DIRECTORY = path.resolve(import.meta.dirname, '../../.cache/bench');
/** Linux counts CPU time in hundredths of a second for everyone. */
const TICK_MS = 10;

export async function startBenchDatabase(): Promise<BenchDatabase> {
  // An interrupted bench may have left its database behind.
  await deletePostgres(DIRECTORY);
  const postgres = await startPostgres({ directory: DIRECTORY, durability: 'full' });
  const clients: pg.Client[] = [];
  const inspect = async (name: string) => {
    const url = new URL(postgres.adminUrl);
    url.pathname = `/${name}`;
    // Tables without statistics look empty to the planner, which would compare every row with every other. PostgreSQL does
    // not count these reads.
    const client = new pg.Client({ connectionString: url.href, options: '-c enable_nestloop=off -c track_counts=off' });
    // A broken connection fails the next query.
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const admin = await inspect('postgres');
  const [backend] = (await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
  const postmaster = readProcess(backend!.pid)?.parent ?? null;
  return {
    inspect,
    async create(name) {
      await admin.query(`CREATE DATABASE ${name} OWNER feira_owner`);
      return postgres.url.replace(/\/[^/]*$/, `/${name}`);
    },
    async countWrites() {
      const { rows } = await admin.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next');
      return Number(rows[0].next);
    },
    readCpuMs: () => (postmaster === null ? Number.NaN : readFamilyCpuMs(postmaster)),
    async stop() {
      await Promise.all(clients.map((client) => client.end()));
      await postgres.stop();
      await deletePostgres(DIRECTORY);
    },
  };
}

/** Returns the processor time of a process and its children, the ended ones included. */
function readFamilyCpuMs(pid: number): number {
  const root = readProcess(pid);
  if (!root) return Number.NaN;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((process) => process?.parent === pid)
    .reduce((sum, process) => sum + process!.cpuMs, root.cpuMs + root.endedChildrenCpuMs);
}

function readProcess(pid: number): { parent: number; cpuMs: number; endedChildrenCpuMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces; the numbers begin behind it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (first: number) => (fields[first]! + fields[first + 1]!) * TICK_MS;
    return { parent: fields[1]!, cpuMs: ticks(11), endedChildrenCpuMs: ticks(13) };
  } catch {
    return null;
  }
}
