/**
 * Finds what is wrong with a node's settings and surroundings, in sentences that name the fix. A node refuses to start with what would
 * make it a wrong one in silence: another installation's key, database or folder, an older schema, a wrong clock.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { describeOldJobs } from './job-schema.ts';
import { MOST_OFF_MS, systemClock } from './plugins/clock.ts';
import type { Config } from './plugins/config.ts';
import { tryKeys } from './plugins/data-keys.ts';
import { checkRoles, Database, toServers } from './plugins/database.ts';
import { findPublicDemo } from './plugins/platforms.ts';
import { listMigrations } from './programs/migrate.ts';
import { describeUnreachable, isOutage } from './shared/database-address.ts';
import { openSecret, sealSecret } from './shared/envelope.ts';
import { openPrivateFolder } from './shared/package-folder.ts';

export interface Surroundings {
  config: Config;
  /** A session of the login role, which owns the database. */
  owner: pg.Client;
  /** The roles that requests and jobs run as. */
  database: Database;
}

export interface Check {
  subject: string;
  /** Returns what is wrong and the fix; null where nothing is. */
  find(surroundings: Surroundings): Promise<string | null>;
}

const CONNECT_MS = 10_000;
const RETRY_MS = 1_000;

export const openOwner = async (url: string): Promise<pg.Client> => {
  const owner = new pg.Client({
    connectionString: url,
    application_name: 'feira_checks',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // A session that breaks between two statements fails the next one.
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
};

/** Waits as long as the database server is down or starts. Throws the fix where waiting does not help. */
export async function waitForDatabase(url: string, log: Pick<FastifyBaseLogger, 'error' | 'info'>): Promise<pg.Client> {
  for (let isTold = false; ; isTold = true) {
    try {
      const owner = await openOwner(url);
      if (isTold) log.info('The database answers');
      return owner;
    } catch (error) {
      const message = describeUnreachable(url, error as Error);
      if (!isOutage(error)) throw new Error(message);
      if (!isTold) log.error({ alert: 'database-unreachable' }, message);
      await pause(RETRY_MS);
    }
  }
}

const UNDEFINED_TABLE = '42P01';
const DIFFERENT = 'DATABASE_URL leads to';

async function findSchemaProblem({ owner, config }: Surroundings): Promise<string | null> {
  const name = new URL(config.databaseUrl).pathname.slice(1);
  const applied = await owner
    .query<{ name: string; target: string | null }>(
      `SELECT name, to_jsonb(m)->>'target' AS target FROM knex_migrations m`,
    )
    .catch((error: pg.DatabaseError) => {
      if (error.code === UNDEFINED_TABLE) return null;
      throw error;
    });
  if (!applied)
    return `${DIFFERENT} the database "${name}", which holds no Feira: correct DATABASE_URL, or run core/src/programs/migrate.ts once.`;
  const ours = await listMigrations();
  const theirs = new Map(applied.rows.map((row) => [row.name, row]));
  const missing = ours.filter((migration) => !theirs.has(migration));
  const newer = applied.rows.filter((row) => !ours.includes(row.name));
  const fileOf = (migration = '') => migration.split(' ')[0] as string;
  const edited = missing.filter((migration) => newer.some((row) => fileOf(row.name) === fileOf(migration)));
  if (edited.length > 0)
    return `The database was made with another ${fileOf(edited[0])} than this version has: start the version that made it, or make the database again.`;
  if (missing.length > 0)
    return `The schema of the database is older than this version (${missing.length} migrations are missing, the first is ${fileOf(missing[0])}): run core/src/programs/migrate.ts of this version once.`;
  // Nodes of the version before work on the schema of an upgrade, and no others do.
  const upgrades = new Set(newer.map(({ target }) => target));
  if (upgrades.size > 1)
    return `The schema of the database is ${upgrades.size} upgrades newer than this version (the last is ${fileOf([...theirs.keys()].sort().at(-1))}): start the version that migrated it, or the one before.`;
  const { rows } = await owner.query<{ version: number }>('SELECT version FROM pgboss.version');
  return describeOldJobs(rows[0]?.version ?? null);
}

const SENTENCE = 'Feira';
const placeOf = (installation: string) => `installation|${installation}`;

interface Installation {
  id: string;
  sealed_sentence: Buffer | null;
  media_marked_at: Date | null;
}

const readInstallation = async (owner: pg.Client): Promise<Installation> =>
  (await owner.query<Installation>('SELECT id, sealed_sentence, media_marked_at FROM installation')).rows[0]!;

const isOpenedBy = (key: Buffer, { id, sealed_sentence }: Installation): boolean => {
  try {
    return openSecret(key, sealed_sentence as Buffer, placeOf(id)).toString() === SENTENCE;
  } catch {
    return false;
  }
};

const WRONG_KEY =
  'ENCRYPTION_KEY is wrong: another key sealed what this database holds. Give the node the key of the other nodes; where the key changes, name the earlier one in ENCRYPTION_KEY_PREVIOUS (see docs/configuration.md).';

/**
 * Two sessions of ours give one name to two statements. A pooler that knows prepared statements keeps them apart; any other hands both to
 * the same session of PostgreSQL, which refuses the second.
 */
async function findPoolerProblem({ config: { isDatabasePooled, databaseUrl } }: Surroundings): Promise<string | null> {
  if (!isDatabasePooled) return null;
  const clients: pg.Client[] = [];
  try {
    for (const [place, text] of ['SELECT 1 AS place', 'SELECT 2 AS place'].entries()) {
      const client = await openOwner(databaseUrl);
      clients.push(client);
      const { rows } = await client.query<{ place: number }>({ name: 'feira-pooler', text });
      if (rows[0]?.place !== place + 1) return NO_PREPARED;
    }
    return null;
  } catch (error) {
    if (PREPARED_STATEMENT.test((error as pg.DatabaseError).code ?? '')) return NO_PREPARED;
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** A prepared statement that is there already, or is not there. */
const PREPARED_STATEMENT = /^(42P05|26000)$/;
const NO_PREPARED =
  'The pooler at DATABASE_URL knows no prepared statements: use PgBouncer 1.21 or newer, and set max_prepared_statements to 200 or more.';

async function findKeyProblem({ owner, database, config }: Surroundings): Promise<string | null> {
  const { encryptionKey, previousEncryptionKeys } = config;
  let installation = await readInstallation(owner);
  const seal = (found: Buffer | null) =>
    owner.query('UPDATE installation SET sealed_sentence = $1 WHERE sealed_sentence IS NOT DISTINCT FROM $2', [
      sealSecret(encryptionKey, SENTENCE, placeOf(installation.id)),
      found,
    ]);
  if (!installation.sealed_sentence) {
    // The database may be older than the sentence.
    if ((await tryKeys(database, config)) === 'NONE_OPENS') return WRONG_KEY;
    await seal(null);
    // Another node may have sealed it first.
    installation = await readInstallation(owner);
  }
  if (isOpenedBy(encryptionKey, installation)) return null;
  if (!previousEncryptionKeys.some((key) => isOpenedBy(key, installation))) return WRONG_KEY;
  await seal(installation.sealed_sentence);
  return null;
}

async function findClockProblem({ owner }: Surroundings): Promise<string | null> {
  const before = systemClock.now().getTime();
  const { rows } = await owner.query<{ time: Date }>('SELECT clock_timestamp() AS time');
  const after = systemClock.now().getTime();
  const time = (rows[0]!.time as Date).getTime();
  // The answer may have taken its time.
  const aheadMs = time < before ? before - time : Math.min(0, after - time);
  if (Math.abs(aheadMs) <= MOST_OFF_MS) return null;
  return `The clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: let NTP set both (timedatectl set-ntp true).`;
}

/** The node starts also where a replica does not answer. */
async function findReplicaProblem({ owner, config }: Surroundings): Promise<string | null> {
  const { id } = await readInstallation(owner);
  for (const [index, url] of config.databaseReplicaUrls.entries()) {
    const replica = await openOwner(url).catch((error) => {
      if (isOutage(error)) return null;
      throw new Error(describeUnreachable(url, error, `address ${index + 1} of DATABASE_REPLICA_URLS`));
    });
    if (!replica) continue;
    try {
      const found = await readInstallation(replica).catch(() => null);
      if (found?.id !== id)
        return `Address ${index + 1} of DATABASE_REPLICA_URLS leads to another database than DATABASE_URL: correct it, or remove it.`;
    } finally {
      await replica.end();
    }
  }
  return null;
}

/** Announcements of another database would leave this node's caches as they are. */
async function findDirectProblem({ owner, config }: Surroundings): Promise<string | null> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseDirectUrl === databaseUrl) return null;
  const { id } = await readInstallation(owner);
  const direct = await openOwner(databaseDirectUrl).catch((error) => {
    throw new Error(describeUnreachable(databaseDirectUrl, error, 'DATABASE_DIRECT_URL'));
  });
  try {
    const found = await readInstallation(direct).catch(() => null);
    return found?.id === id
      ? null
      : 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: let it name the same one, without the pooler.';
  } finally {
    await direct.end();
  }
}

const MARK = '.feira-media';

/** Returns why a folder cannot be written; null where it can. */
async function findUnwritable(setting: string, folder: string): Promise<string | null> {
  const trial = join(folder, `.trial-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(trial, 'Feira');
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `${setting} is wrong: nothing can be written to ${folder} (${code ?? message}). Let it be a folder that the user of this process may write to.`;
  } finally {
    await rm(trial, { force: true }).catch(() => undefined);
  }
}

const readMark = (folder: string): Promise<string | null> =>
  readFile(join(folder, MARK), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

/** Writes the installation's id into the folder, by which the other nodes know it. */
export async function markMediaFolder({ owner, config }: Surroundings): Promise<void> {
  const { id } = await readInstallation(owner);
  await writeFile(join(config.mediaDirectory, MARK), `${id}\n`);
  await owner.query('UPDATE installation SET media_marked_at = coalesce(media_marked_at, now())');
}

async function findMediaProblem(surroundings: Surroundings): Promise<string | null> {
  const { mediaDirectory, s3 } = surroundings.config;
  if (s3 || !mediaDirectory) return null;
  const unwritable = await findUnwritable('MEDIA_DIRECTORY', mediaDirectory);
  if (unwritable) return unwritable;
  const { id, media_marked_at } = await readInstallation(surroundings.owner);
  const mark = await readMark(mediaDirectory);
  if (mark === id) return null;
  if (mark)
    return `MEDIA_DIRECTORY is wrong: ${mediaDirectory} holds the files of another installation. Name the folder of this one, or an empty folder.`;
  if (media_marked_at)
    return `MEDIA_DIRECTORY is wrong: ${mediaDirectory} is not the folder that this installation keeps its files in. Mount that one (nodes share it), or copy its files here with the file ${MARK}; if they are lost, run npm run doctor -- --adopt-media.`;
  await markMediaFolder(surroundings);
  return null;
}

async function findPackageFolderProblem({ config }: Surroundings): Promise<string | null> {
  try {
    await openPrivateFolder(config.packageDirectory);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) return message;
  }
  return findUnwritable('PACKAGE_DIRECTORY', config.packageDirectory);
}

/** Everything that writes to the database looks at these first. What comes later relies on what comes before. */
const DATABASE_CHECKS: readonly Check[] = [
  { subject: 'schema', find: findSchemaProblem },
  {
    subject: 'roles',
    find: ({ database }) =>
      checkRoles(database).then(
        () => null,
        (error: Error) => {
          if (isOutage(error.cause ?? error)) throw error;
          return error.message;
        },
      ),
  },
  { subject: 'pooler', find: findPoolerProblem },
  { subject: 'encryption key', find: findKeyProblem },
];

/** A node does not start with any of these. */
export const START_CHECKS: readonly Check[] = [
  ...DATABASE_CHECKS,
  { subject: 'clock', find: findClockProblem },
  { subject: 'direct address', find: findDirectProblem },
  { subject: 'replicas', find: findReplicaProblem },
  { subject: 'media folder', find: findMediaProblem },
  { subject: 'package folder', find: findPackageFolderProblem },
  { subject: 'demo', find: ({ database, config }) => findPublicDemo(database, config) },
];

/** These make a node serve less than it should: it starts, and its log wants a person. */
export const WARNING_CHECKS: readonly Check[] = [
  {
    subject: 'screens',
    find: async ({ config: { shellsDirectory } }) =>
      existsSync(join(shellsDirectory, 'host/index.html')) &&
      existsSync(join(shellsDirectory, 'checkout/server/documents.mjs'))
        ? null
        : `SHELLS_DIRECTORY is wrong: ${shellsDirectory} holds no built screens, so no page opens. Run npm run build, or name the folder that it filled.`,
  },
  {
    subject: 'durability',
    async find({ owner }) {
      const { rows } = await owner.query<{ name: string }>(
        `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY 1`,
      );
      if (rows.length === 0) return null;
      const names = rows.map(({ name }) => name).join(', ');
      return `The database server runs with ${names} off: it may forget payments after a crash. Switch on ${names} in postgresql.conf.`;
    },
  },
  {
    subject: 'connections',
    async find({ owner, config: { databasePoolSize } }) {
      const { rows } = await owner.query<{ most: number; nodes: number }>(
        `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
           (SELECT count(*) FROM node WHERE seen_at > now() - interval '15 seconds')::int AS nodes`,
      );
      const { most, nodes } = rows[0]!;
      const needed = databasePoolSize + OTHER_CONNECTIONS;
      const all = needed * Math.max(1, nodes);
      return all <= most
        ? null
        : `The database server admits ${most} connections, and ${Math.max(1, nodes)} nodes open up to ${all}: raise max_connections, or lower DATABASE_POOL_SIZE (${databasePoolSize}).`;
    },
  },
  {
    subject: 'replicas',
    async find({ config: { databaseReplicaUrls } }) {
      for (const [index, url] of databaseReplicaUrls.entries()) {
        const place = `address ${index + 1} of DATABASE_REPLICA_URLS`;
        const problem = await openOwner(url).then(
          (replica) => replica.end().then(() => null),
          (error) => describeUnreachable(url, error, place),
        );
        if (problem) return problem;
      }
      return null;
    },
  },
];

/** A node's connections for jobs, searches, its heartbeat and announcements. */
const OTHER_CONNECTIONS = 8;

export const openSurroundings = (config: Config, owner: pg.Client): Surroundings => ({
  config,
  owner,
  database: new Database(toServers(config), 2),
});

/** Throws the first problem. */
async function refuse(checks: readonly Check[], surroundings: Surroundings): Promise<void> {
  for (const { find } of checks) {
    const problem = await find(surroundings);
    if (problem) throw new Error(problem);
  }
}

/** Throws where a command would write with another schema or key than the nodes. */
export async function checkDatabase(config: Config): Promise<void> {
  const owner = await openOwner(config.databaseUrl).catch((error: Error) => {
    throw new Error(describeUnreachable(config.databaseUrl, error));
  });
  const surroundings = openSurroundings(config, owner);
  await refuse(DATABASE_CHECKS, surroundings).finally(() => Promise.all([owner.end(), surroundings.database.close()]));
}

/** Throws the first problem with which a node must not start, and logs what it starts with all the same. */
export async function checkStart(
  config: Config,
  owner: pg.Client,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const surroundings = openSurroundings(config, owner);
  try {
    await refuse(START_CHECKS, surroundings);
    for (const { subject, find } of WARNING_CHECKS) {
      const problem = await find(surroundings);
      if (problem) log.error({ alert: 'setting-wrong', subject }, problem);
    }
  } finally {
    await surroundings.database.close();
  }
}
