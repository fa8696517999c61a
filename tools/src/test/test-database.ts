/** Vitest's global setup of the integration tests: one PostgreSQL per run, with a migrated database to copy from. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../core/src/programs/migrate.ts';
import { deletePostgres, startPostgres } from '../postgres/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's URL: tests create their database with `CREATE DATABASE … TEMPLATE <templateName> OWNER feira_owner`. */
    adminUrl: string;
    templateName: string;
  }
}

export interface TestDatabase {
  adminUrl: string;
  templateName: string;
  close(): Promise<void>;
}

const TEMPLATE_NAME = 'feira_template';
const isKept = Boolean(process.env.KEEP_TEST_DATABASE);
// A kept server outlives its run. Runs that keep nothing leave it alone; the next one that does replaces it.
const PREFIX = isKept ? 'feira-kept-' : 'feira-test-';
/** The folder in which Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Several times what the cluster of a run takes at its largest. */
const NEEDED_BYTES = 4 * 1024 ** 3;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, templateName, close } = await startTestDatabase(migrate);
  project.provide('adminUrl', adminUrl);
  project.provide('templateName', templateName);
  return close;
}

/** Starts a PostgreSQL and lets `fill` make its template, as its owner. */
export async function startTestDatabase(fill: (env: NodeJS.ProcessEnv) => Promise<unknown>): Promise<TestDatabase> {
  await deleteAbandoned();
  const directory = mkdtempSync(path.join(findPlace(), PREFIX));
  const postgres = await startPostgres({ directory, durability: 'test', isKept });
  const stop = async () => {
    await postgres.stop();
    await deletePostgres(directory);
  };
  try {
    const admin = new pg.Client({ connectionString: postgres.adminUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${TEMPLATE_NAME} OWNER feira_owner`);
    await admin.end();
    await fill({
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: postgres.url.replace(/feira$/, TEMPLATE_NAME),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    });
    return { adminUrl: postgres.adminUrl, templateName: TEMPLATE_NAME, close: isKept ? async () => {} : stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A run makes and drops hundreds of databases of 800 files each. On a disk that costs more processor time than everything else
 * PostgreSQL does for the tests, because ext4 looks long for inodes that were not just given back.
 */
function findPlace(): string {
  return !isKept && hasMemory() ? MEMORY : tmpdir();
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** A test run that was killed leaves its server running; the next run ends it. Runs still alive keep theirs. */
async function deleteAbandoned(): Promise<void> {
  for (const place of [tmpdir(), MEMORY].filter(existsSync)) {
    for (const name of readdirSync(place).filter((entry) => entry.startsWith(PREFIX))) {
      await deletePostgres(path.join(place, name)).catch(() => {});
    }
  }
}
