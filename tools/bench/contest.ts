/** Two servers measured in turns on the same work, so that whatever else the machine does hits both. */
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
}

interface Round {
  count: number;
  requestsPerSecond: number;
  latenciesMs: number[];
  cpuMs: number;
  databaseCpuMs: number;
  statements: number;
  writes: number;
  /** Work left at the end of the load, and how long it took to finish. */
  backlog: number;
  drainSeconds: number;
}

export interface Pace {
  connections: number;
  seconds: number;
  rounds: number;
}

export type Results = { ours: Round[]; reference: Round[] };

/** Each side once, unmeasured: code is compiled, pools are open, plans are cached. */
export async function warmUp(ours: Contestant, reference: Contestant, seconds: number): Promise<void> {
  for (const { server, nextRequest, settle } of [ours, reference]) {
    await applyLoad(server.url, nextRequest, { connections: 16, seconds });
    await settle();
  }
}

export async function compete(
  database: BenchDatabase,
  ours: Contestant,
  reference: Contestant,
  pace: Pace,
): Promise<Results> {
  const results: Results = { ours: [], reference: [] };
  for (let round = 0; round < pace.rounds; round++) {
    // Who goes first changes, so that a machine that slows down or recovers favours neither.
    const order = round % 2 === 0 ? (['ours', 'reference'] as const) : (['reference', 'ours'] as const);
    for (const side of order) {
      results[side].push(await runRound(database, side === 'ours' ? ours : reference, pace));
    }
  }
  return results;
}

async function runRound(database: BenchDatabase, contestant: Contestant, pace: Pace): Promise<Round> {
  const { server } = contestant;
  const before = await readCounters(database, server);
  const load = await applyLoad(server.url, contestant.nextRequest, pace);
  const drainedFrom = performance.now();
  const backlog = await contestant.settle();
  const drainSeconds = (performance.now() - drainedFrom) / 1000;
  const after = await readCounters(database, server);
  await contestant.verify(load.acknowledged);
  return {
    count: load.acknowledged.length,
    requestsPerSecond: load.acknowledged.length / load.seconds,
    latenciesMs: load.latenciesMs,
    cpuMs: after.cpuMs - before.cpuMs,
    databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
    statements: after.statements - before.statements,
    writes: after.writes - before.writes,
    backlog,
    drainSeconds,
  };
}

async function readCounters(database: BenchDatabase, server: BenchServer) {
  const [sample, writes] = await Promise.all([server.sample(), database.countWrites()]);
  return { ...sample, writes, databaseCpuMs: database.readCpuMs() };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const perRequest = (rounds: Round[], read: (round: Round) => number) =>
  sum(rounds.map(read)) / sum(rounds.map((round) => round.count));

/** The figures of one contest; `thing` is what one request makes. */
export function toRows(prefix: string, thing: string, { ours, reference }: Results): Row[] {
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
    ...compare('write transactions', `per ${thing}`, (rounds) => perRequest(rounds, (round) => round.writes)),
  ];
}

/** How far behind our side was when the load ended, and how fast it caught up. */
export function toDrainRows(prefix: string, thing: string, { ours }: Results): Row[] {
  const backlog = sum(ours.map((round) => round.backlog));
  const seconds = sum(ours.map((round) => round.drainSeconds));
  return [
    ...toRow(`${prefix} left at the end`, median(ours.map((round) => round.backlog)), thing),
    ...toRow(`${prefix} all done after`, median(ours.map((round) => round.drainSeconds)), 's'),
    ...toRow(`${prefix} drain rate`, backlog / seconds, `${thing}/s`),
  ];
}
