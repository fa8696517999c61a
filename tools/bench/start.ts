/**
 * Measures how a node starts with every bundled package discovered, beside one that finds a single one: the time from the start of its
 * process until it is ready, on a database that is there, and the memory of its process then.
 */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../core/src/programs/migrate.ts';
import type { BenchDatabase } from './bench-database.ts';
import { startBenchServer } from './bench-server.ts';
import { median } from './measurement.ts';
import { type Row, toRow } from './report.ts';

export const START = 'start with all packages: until ready';
export const START_GOAL_MS = 1_500;
export const START_MEMORY = 'start with all packages: memory';
export const START_MEMORY_GOAL_MB = 220;
const ROUNDS = 5;
const PLUGINS = path.resolve(import.meta.dirname, '../../plugins');
/** Described as data: it starts no process. */
const SINGLE = 'bravive';

interface Start {
  readyMs: number;
  cpuMs: number;
  memoryMb: number;
}

export async function measureStart(
  database: BenchDatabase,
  _seconds: number,
  profileDirectory: string | null,
): Promise<Row[]> {
  const single = await mkdtemp(path.join(tmpdir(), 'feira-single-package-'));
  await cp(path.join(PLUGINS, SINGLE), path.join(single, SINGLE), { recursive: true });
  const env = {
    DATABASE_URL: await database.create('bench_start'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    // As on every node at a public address.
    API_DOCS: 'off',
  };
  const start = async (name: string, settings: Record<string, string>): Promise<Start> => {
    const began = performance.now();
    const node = await startBenchServer({
      name,
      file: path.resolve(import.meta.dirname, '../../core/src/server.ts'),
      env: { ...env, ...settings },
      healthPath: '/health/ready',
      profileDirectory,
    });
    const readyMs = performance.now() - began;
    const { cpuMs, memoryMb } = await node.sample();
    await node.stop();
    return { readyMs, cpuMs, memoryMb };
  };
  try {
    await migrate(env);
    // Leaves the compiled sources for the others, as the first start after an update does.
    await start('first', {});
    const [all, one]: [Start[], Start[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      all.push(await start('start', {}));
      one.push(await start('start-with-one-package', { PROVIDER_DIRECTORIES: single }));
    }
    const of = (starts: Start[], figure: keyof Start) => median(starts.map((start) => start[figure]));
    return [
      ...toRow(START, of(all, 'readyMs'), 'ms', of(one, 'readyMs')),
      ...toRow('start with all packages: CPU time', of(all, 'cpuMs'), 'ms', of(one, 'cpuMs')),
      ...toRow(START_MEMORY, of(all, 'memoryMb'), 'MB', of(one, 'memoryMb')),
    ];
  } finally {
    await rm(single, { recursive: true, force: true });
  }
}
