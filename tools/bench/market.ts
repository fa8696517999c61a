/** Starts the servers of a contest: whole nodes with one seller's offer and a sandbox account each, and the reference. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { readConfig } from '../../core/src/plugins/config.ts';
import { migrate } from '../../core/src/programs/migrate.ts';
import { buildServer } from '../../core/src/server.ts';
import { CPF, connect, createWorld, SANDBOX_SECRETS, type World } from '../../core/test/world.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';

export interface Market {
  /** The node's database, as its superuser. */
  client: pg.Client;
  world: World;
  /** Below the node's address. */
  webhookPath: string;
  webhookSecret: string;
  node: BenchServer;
}

export interface Reference {
  client: pg.Client;
  server: BenchServer;
}

const POOL_SIZE = '10';

export { CPF };

const HEALTH_PATH = '/health/ready';

/** A node on a database of its own, which `prepare` makes young or old before the node starts. */
export async function openMarket(
  database: BenchDatabase,
  name: string,
  profileDirectory: string | null,
  prepare: (client: pg.Client) => Promise<void>,
  settings: Record<string, string> = {},
  provider = 'sandbox',
): Promise<Market> {
  const env = {
    DATABASE_URL: await database.create(`bench_${name}`),
    DATABASE_POOL_SIZE: POOL_SIZE,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SIMULATORS: 'on',
    LOG_LEVEL: 'warn',
    // The limit is one buyer's; here one address plays all buyers.
    PURCHASE_RATE_LIMIT: '1000000',
    LIMIT_FACTOR: '1000',
    ...settings,
  };
  await migrate(env);
  const { world, token } = await plant(env, provider);
  const client = await database.inspect(`bench_${name}`);
  await prepare(client);
  const node = await startBenchServer({
    name,
    file: path.resolve(import.meta.dirname, '../../core/src/server.ts'),
    env,
    healthPath: HEALTH_PATH,
    profileDirectory,
  });
  return {
    client,
    world,
    webhookPath: `/webhooks/${provider}/${token}`,
    webhookSecret: SANDBOX_SECRETS.webhookSecret,
    node,
  };
}

export async function openReference(database: BenchDatabase, profileDirectory: string | null): Promise<Reference> {
  const server = await startBenchServer({
    name: 'reference',
    file: path.join(import.meta.dirname, 'reference-server.ts'),
    env: { DATABASE_URL: await database.create('bench_reference'), DATABASE_POOL_SIZE: POOL_SIZE },
    healthPath: HEALTH_PATH,
    profileDirectory,
  });
  return { client: await database.inspect('bench_reference'), server };
}

async function plant(env: Record<string, string>, provider: string): Promise<{ world: World; token: string }> {
  const app = await buildServer({ config: readConfig(env) });
  try {
    await app.ready();
    const world = await createWorld(app);
    const { token } = await connect(app, world, { provider });
    return { world, token };
  } finally {
    await app.close();
  }
}
