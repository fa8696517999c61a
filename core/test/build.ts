/** Builds a whole node on a database of its own, for tests that go through HTTP. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from '../../tools/src/test/test-database.ts';
import type { Clock } from '../src/plugins/clock.ts';
import { readConfig } from '../src/plugins/config.ts';
import type { FindTexts } from '../src/plugins/dns.ts';
import type { SiteChecks } from '../src/plugins/site-checks.ts';
import { buildServer } from '../src/server.ts';

export interface TestNode {
  app: FastifyInstance;
  databaseUrl: string;
  close(): Promise<void>;
}

/** A copy of the migrated template; the returned function drops it, or prints its address where KEEP_TEST_DATABASE is set. */
export async function createDatabase(
  { adminUrl, templateName } = { adminUrl: inject('adminUrl'), templateName: inject('templateName') },
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  // Without durability, copying files is cheaper than writing each block to the log.
  await admin(`CREATE DATABASE ${name} TEMPLATE ${templateName} OWNER feira_owner STRATEGY file_copy`);
  const url = new URL(adminUrl);
  url.username = 'feira_owner';
  url.pathname = `/${name}`;
  const drop = async () => {
    if (process.env.KEEP_TEST_DATABASE) process.stdout.write(`Kept: psql ${url.href}\n`);
    else await admin(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url: url.href, drop };
}

interface BuildOptions {
  env?: Record<string, string>;
  /** The time of the database, as far as the node decides by it. */
  clock?: Clock;
  /** The machine's clock. */
  systemClock?: Clock;
  /** Another node on the same database. */
  databaseUrl?: string;
  /** Sweeps and jobs run, as on a listening node. */
  isListening?: boolean;
  /** The answers of DNS. */
  findTexts?: FindTexts;
  /** The look of the hosts of platforms from outside. Nothing leaves the machine unless a test says so. */
  siteChecks?: SiteChecks;
}

export const TEST_KEY = Buffer.alloc(32, 7).toString('base64');

export async function buildNode(options: BuildOptions = {}): Promise<TestNode> {
  const database = options.databaseUrl ? null : await createDatabase();
  const databaseUrl = options.databaseUrl ?? (database as { url: string }).url;
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: TEST_KEY,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SIMULATORS: 'on',
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3999',
    PURCHASE_RATE_LIMIT: '100000',
    LIMIT_FACTOR: '1000',
    SWEEP_INTERVAL_MS: '100',
    ZIP_FALLBACK_URL: 'none',
    ...options.env,
  });
  const { clock, systemClock, findTexts } = options;
  const siteChecks = options.siteChecks ?? { findAddresses: async () => null, readCertificate: async () => null };
  const app = await buildServer({
    config,
    ...(clock && { clock }),
    ...(systemClock && { systemClock }),
    ...(findTexts && { findTexts }),
    siteChecks,
  });
  if (options.isListening) await app.listen({ port: 0, host: '127.0.0.1' });
  else await app.ready();
  return {
    app,
    databaseUrl,
    close: async () => {
      await app.close();
      await database?.drop();
    },
  };
}
