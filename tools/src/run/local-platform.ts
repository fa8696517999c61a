/** Prepares `npm start` and `npm run dev`: one run per folder, a free port, a database, an encryption key, demo data. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../../core/src/plugins/config.ts';
import { migrate } from '../../../core/src/programs/migrate.ts';
import { acquireLock } from '../../process-lock.mjs';
import { type DemoPassword, type DemoSummary, seed } from '../demo/seed.ts';
import { seedHistory } from '../demo/seed-history.ts';
import { deletePostgres, startPostgres } from '../postgres/postgres.ts';
import type { Shutdown } from './shutdown.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DATA = path.join(ROOT, '.data');
const POSTGRES = path.join(DATA, 'postgres');
const LOCK = path.join(DATA, 'start.lock');
/** The entries that a reset keeps: the lock it holds itself, and the key, which backups of the database still need. */
const KEPT_ON_RESET = new Set(['start.lock', 'keys', 'postgres']);

export interface LocalPlatform {
  env: NodeJS.ProcessEnv;
  demo: DemoSummary;
}

/**
 * Everything up to a migrated database with demo data in it, while `buildScreens` runs beside it; `shutdown` learns how to stop it.
 * Nothing is built where the start is refused.
 */
export async function prepareLocalPlatform(
  shutdown: Shutdown,
  parameters: string[],
  buildScreens: () => Promise<void>,
): Promise<LocalPlatform> {
  const { isReset } = readParameters(parameters);
  const lock = acquireLock(LOCK);
  if ('owner' in lock) {
    throw new Error(
      `Feira already runs from this folder (process ${lock.owner.pid}); stop it there with Ctrl-C, or start a second clone.`,
    );
  }
  shutdown.add(() => lock.release());
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    SIMULATORS: 'on',
    SIMULATOR_DIRECTORY: path.join(DATA, 'simulators'),
    MEDIA_DIRECTORY: path.join(DATA, 'media'),
    MAILBOX: 'on',
    ...process.env,
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY || readEncryptionKey(),
  };
  // A wrong setting is reported before anything starts; the address of the bundled database is known only later.
  const { port, host } = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgres://127.0.0.1/feira' });
  await checkPort(port, host);
  if (isReset) await reset();
  const [demo] = await Promise.all([seedDatabase(env, shutdown), buildScreens()]);
  return { env, demo };
}

async function seedDatabase(env: NodeJS.ProcessEnv, shutdown: Shutdown): Promise<DemoSummary> {
  env.DATABASE_URL ||= await startDatabase(shutdown);
  await step('Schema', async () => {
    const { applied } = await migrate(env);
    return applied.length > 0 ? `${applied.length} migrations applied` : 'up to date';
  });
  let demo: DemoSummary | undefined;
  await step('Demo data', async () => {
    demo = await seed(env, readDemoPassword());
    return `${demo.checkouts.length} checkouts, ${demo.dashboards.length} people`;
  });
  await step('Demo sales', async () => {
    const sales = await seedHistory(env);
    return sales > 0 ? `${sales} sales of the last weeks` : 'there are sales already';
  });
  return demo!;
}

/** Runs one part of the start and prints what came of it and how long it took. */
export async function step(name: string, work: () => Promise<string>): Promise<void> {
  const started = performance.now();
  const result = await work();
  console.log(`${name.padEnd(10)} ${result} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

function readParameters(parameters: string[]): { isReset: boolean } {
  try {
    const { values } = parseArgs({ args: parameters, options: { reset: { type: 'boolean', default: false } } });
    return { isReset: values.reset };
  } catch {
    throw new Error(`"${parameters.join(' ')}" is not understood; the one option is: npm start -- --reset`);
  }
}

async function checkPort(port: number, host: string): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (code === 'EADDRINUSE') {
    throw new Error(
      `Port ${port} is in use by another program; stop that, or choose another: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES') {
    throw new Error(`Port ${port} is reserved for the administrator; choose one from 1024 on: PORT=3000 npm start`);
  }
  if (code)
    throw new Error(`HOST "${host}" is not an address of this machine (${code}); leave HOST out to use 127.0.0.1.`);
}

async function reset(): Promise<void> {
  if (process.env.DATABASE_URL) {
    throw new Error(
      '--reset deletes only the bundled database, and DATABASE_URL names another; unset it, or empty that one yourself.',
    );
  }
  await deletePostgres(POSTGRES, console.log);
  for (const name of readdirSync(DATA)) {
    if (!KEPT_ON_RESET.has(name)) rmSync(path.join(DATA, name), { recursive: true, force: true });
  }
  console.log('Reset      all data of this folder is deleted');
}

async function startDatabase(shutdown: Shutdown): Promise<string> {
  let url = '';
  await step('Database', async () => {
    const postgres = await startPostgres({ directory: POSTGRES, log: (message) => console.log(message) });
    shutdown.add(() => postgres.stop());
    void postgres.ended.then(() => {
      if (shutdown.isRunning) return;
      console.error(`The database ended by itself; the reason is at the end of ${postgres.logFile}.`);
      void shutdown.run(1);
    });
    url = postgres.url;
    return `PostgreSQL on port ${postgres.port}, password in ${path.relative('.', postgres.passwordFile)}`;
  });
  return url;
}

/** The password of every person of the demo. */
export const DEMO_PASSWORD_FILE = '.data/demo.password';

/** Drawn at the first start, so that no two demos share a password. */
function readDemoPassword(): DemoPassword {
  const file = path.join(ROOT, DEMO_PASSWORD_FILE);
  if (existsSync(file)) return { password: readFileSync(file, 'utf8').trim() };
  const password = `demo-${randomBytes(9).toString('base64url')}`;
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return { password, isNew: true };
}

/** Made once: without the key that wrote them, stored credentials cannot be read again. */
function readEncryptionKey(): string {
  const file = path.join(DATA, 'keys/encryption.key');
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Aligned columns under a title; empty when there are no rows. */
export function formatTable(title: string, rows: string[][]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
  const lines = rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd());
  return rows.length > 0 ? [title, ...lines, ''].join('\n') : '';
}

export function describeDemo(url: string, demo: DemoSummary): string {
  const platforms = new Set(demo.dashboards.map(({ platform }) => platform));
  const texts = [
    formatTable(
      'Checkouts',
      demo.checkouts.map((row) => [row.title, row.url, row.note]),
    ),
    ...[...platforms].map((name) =>
      formatTable(
        `Dashboards of ${name} (address, login; password ${demo.password}, kept in ${DEMO_PASSWORD_FILE})`,
        demo.dashboards.filter(({ platform }) => platform === name).map((row) => [row.title, row.url, row.login]),
      ),
    ),
    formatTable(
      'Mails as they would be sent, also the links that customers sign in with',
      demo.mailboxes.map((row) => [row.platform, row.url]),
    ),
    formatTable('API', [['Documentation', `${url}/docs`]]),
  ];
  const factor = demo.isFactorRequired
    ? 'Administration and master set up a code app at their first sign-in; without it: SECOND_FACTOR=off npm start'
    : 'SECOND_FACTOR is off: administration and master sign in with a password alone.';
  return [`\nFeira is ready: ${url}\n`, ...texts.filter(Boolean), factor, 'Ctrl-C stops it.'].join('\n');
}

export const printSummary = (url: string, demo: DemoSummary): void => console.log(describeDemo(url, demo));
