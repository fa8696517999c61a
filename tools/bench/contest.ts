/** Measures servers in turns on the same work, so that the machine's other work hits both. */
import type pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import type { BenchServer } from './bench-server.ts';
import { applyLoad, type BenchRequest } from './load.ts';
import { median, percentile } from './measurement.ts';
import { type Row, toRow } from './report.ts';

export interface Contestant {
  server: BenchServer;
  nextRequest(): BenchRequest;
  /** Resolves once all work that the requests caused is done; answers how much was left when asked. */
  settle(): Promise<number>;
  /** Throws unless every acknowledged request is found with all it should have written. */
  verify(acknowledged: string[]): Promise<void>;
  countReadRows(): Promise<number>;
}

interface Round {
  count: number;
  requestsPerSecond: number;
  latenciesMs: number[];
  cpuMs: number;
  databaseCpuMs: number;
  statements: number;
  writes: number;
  readRows: number;
  /** Work left at the end of the load, and how long it took to finish. */
  backlog: number;
  drainSeconds: number;
}

export interface Pace {
  connections: number;
  seconds: number;
  rounds: number;
}

/** Each side once, unmeasured: code is compiled, pools are open, plans are cached. */
export async function warmUp(sides: Record<string, Contestant>, seconds: number): Promise<void> {
  for (const { server, nextRequest, settle } of Object.values(sides)) {
    await applyLoad(server.url, nextRequest, { connections: 16, seconds });
    await settle();
  }
}

export async function compete<Side extends string>(
  database: BenchDatabase,
  sides: Record<Side, Contestant>,
  pace: Pace,
): Promise<Record<Side, Round[]>> {
  const names = Object.keys(sides) as Side[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Round[]>;
  for (let round = 0; round < pace.rounds; round++) {
    // The first side changes each round, so that a machine that slows down or recovers favours neither.
    for (const turn of names.keys()) {
      const name = names[(round + turn) % names.length] as Side;
      results[name].push(await runRound(database, sides[name], pace));
    }
  }
  return results;
}

async function runRound(database: BenchDatabase, contestant: Contestant, pace: Pace): Promise<Round> {
  const { server } = contestant;
  const before = await readCounters(database, contestant);
  const load = await applyLoad(server.url, contestant.nextRequest, pace);
  const drainedFrom = performance.now();
  const backlog = await contestant.settle();
  const drainSeconds = (performance.now() - drainedFrom) / 1000;
  const after = await readCounters(database, contestant);
  await contestant.verify(load.acknowledged);
  return {
    count: load.acknowledged.length,
    requestsPerSecond: load.acknowledged.length / load.seconds,
    latenciesMs: load.latenciesMs,
    cpuMs: after.cpuMs - before.cpuMs,
    databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
    statements: after.statements - before.statements,
    writes: after.writes - before.writes,
    readRows: after.readRows - before.readRows,
    backlog,
    drainSeconds,
  };
}

async function readCounters(database: BenchDatabase, { server, countReadRows }: Contestant) {
  const [sample, writes, readRows] = await Promise.all([server.sample(), database.countWrites(), countReadRows()]);
  return { ...sample, writes, readRows, databaseCpuMs: database.readCpuMs() };
}

/** Rows that servers have read in this database, also of those that the reader had no use for. */
export async function countReadRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float AS rows FROM pg_stat_user_tables',
  );
  return rows[0]?.rows ?? 0;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const perRequest = (rounds: Round[], read: (round: Round) => number) =>
  sum(rounds.map(read)) / sum(rounds.map((round) => round.count));

/** The figures of one contest; `thing` is what one request makes. */
export function toRows(prefix: string, thing: string, ours: Round[], reference: Round[]): Row[] {
  const compare = (name: string, unit: string, read: (rounds: Round[]) => number) =>
    toRow(`${prefix} ${name}`, read(ours), unit, read(reference));
  const latency = (fraction: number) => (rounds: Round[]) =>
    percentile(
      rounds.flatMap((round) => round.latenciesMs),
      fraction,
    );
  return [
    ...compare('throughput', 'requests/s', (rounds) => median(rounds.map((round) => round.requestsPerSecond))),
    ...compare('p50', 'ms', latency(0.5)),
    ...compare('p99', 'ms', latency(0.99)),
    ...compare('server CPU', `ms/${thing}`, (rounds) => perRequest(rounds, (round) => round.cpuMs)),
    ...compare('database CPU', `ms/${thing}`, (rounds) => perRequest(rounds, (round) => round.databaseCpuMs)),
    ...compare('statements', `per ${thing}`, (rounds) => perRequest(rounds, (round) => round.statements)),
    ...compare('rows read', `per ${thing}`, (rounds) => perRequest(rounds, (round) => round.readRows)),
    ...compare('write transactions', `per ${thing}`, (rounds) => perRequest(rounds, (round) => round.writes)),
  ];
}

/** The end of a backlog is looked for every 50 ms: the speed of catching up within less than this says how the looks fell, and nothing else. */
const SHORTEST_DRAIN_SECONDS = 1;

/** Returns a side's backlog when the load ended, and its speed of catching up beside its speed of accepting where it was behind for long. */
export function toDrainRows(prefix: string, thing: string, ours: Round[]): Row[] {
  const backlog = sum(ours.map((round) => round.backlog));
  const seconds = sum(ours.map((round) => round.drainSeconds));
  const accepted = median(ours.map((round) => round.requestsPerSecond));
  return [
    ...toRow(`${prefix} left at the end`, median(ours.map((round) => round.backlog)), `${thing}s`),
    ...toRow(`${prefix} all done after`, median(ours.map((round) => round.drainSeconds)), 's'),
    ...toRow(
      `${prefix} processed beside accepted`,
      seconds < SHORTEST_DRAIN_SECONDS ? Number.NaN : backlog / seconds,
      `${thing}s/s`,
      accepted,
    ),
  ];
}
