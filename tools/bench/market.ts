/** The two servers of a contest: a whole node with one seller's offer and a sandbox account, and the reference. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { migrate } from '../../core/src/migrate.ts';
import { readConfig } from '../../core/src/plugins/config.ts';
import { buildServer } from '../../core/src/server.ts';
import { CPF, connect, createWorld, SANDBOX_SECRETS, type World } from '../../core/test/world.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';

export interface Market {
  world: World;
  /** Below the node's address. */
  webhookPath: string;
  webhookSecret: string;
  node: BenchServer;
  reference: BenchServer;
  stop(): Promise<void>;
}

export const NODE_DATABASE = 'bench_node';
export const REFERENCE_DATABASE = 'bench_reference';
const POOL_SIZE = '10';

export { CPF };

export async function openMarket(database: BenchDatabase, profileDirectory: string | null): Promise<Market> {
  const [nodeUrl, referenceUrl] = [await database.create(NODE_DATABASE), await database.create(REFERENCE_DATABASE)];
  const env = {
    DATABASE_URL: nodeUrl,
    DATABASE_POOL_SIZE: POOL_SIZE,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SIMULATORS: 'on',
    LOG_LEVEL: 'warn',
    // The limit is one buyer's; here one address plays all buyers.
    PURCHASE_RATE_LIMIT: '1000000',
  };
  await migrate(env);
  const { world, token } = await plant(env);
  const healthPath = '/health/ready';
  const node = await startBenchServer({
    name: 'node',
    file: path.resolve(import.meta.dirname, '../../core/src/server.ts'),
    env,
    healthPath,
    profileDirectory,
  });
  try {
    const reference = await startBenchServer({
      name: 'reference',
      file: path.join(import.meta.dirname, 'reference-server.ts'),
      env: { DATABASE_URL: referenceUrl, DATABASE_POOL_SIZE: POOL_SIZE },
      healthPath,
      profileDirectory,
    });
    const stop = async () => {
      await Promise.all([node.stop(), reference.stop()]);
    };
    return {
      world,
      webhookPath: `/webhooks/sandbox/${token}`,
      webhookSecret: SANDBOX_SECRETS.webhookSecret,
      node,
      reference,
      stop,
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

async function plant(env: Record<string, string>): Promise<{ world: World; token: string }> {
  const app = await buildServer({ config: readConfig(env) });
  try {
    await app.ready();
    const world = await createWorld(app);
    const { token } = await connect(app, world);
    return { world, token };
  } finally {
    await app.close();
  }
}
