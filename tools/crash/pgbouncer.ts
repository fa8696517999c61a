/** Runs PgBouncer in transaction mode before a PostgreSQL, from Debian's package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../core/test/free-port.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { makeDebianRoot } from './debian-root.ts';

export interface PgBouncer {
  /** The address of a database through the pooler. */
  through(databaseUrl: string): string;
  close(): Promise<void>;
}

interface PoolerOptions {
  /** The sessions that it opens for each database. */
  sessions: number;
  /** The prepared statements that it knows of each session; older ones know none. */
  prepared?: number;
}

/** Nobody: it needs no right on this machine. */
const USER = '65534:65534';

export async function openPgBouncer(
  databaseUrl: string,
  { sessions, prepared = 500 }: PoolerOptions,
): Promise<PgBouncer> {
  const root = makeDebianRoot(['pgbouncer']);
  const folder = mkdtempSync(path.join(root, 'tmp/pgbouncer-'));
  const { hostname, port, username, password } = new URL(databaseUrl);
  const ownPort = await findFreePort();
  const account = `user=${username} password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} ${account}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `max_prepared_statements = ${prepared}`,
    `default_pool_size = ${sessions}`,
    'max_client_conn = 1000',
    'log_connections = 0',
    'log_disconnections = 0',
  ];
  writeFileSync(path.join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const inside = path.join('/tmp', path.basename(folder), 'pgbouncer.ini');
  const child: ChildProcess = spawn('chroot', [`--userspec=${USER}`, root, '/usr/sbin/pgbouncer', inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += chunk));
  const through = (url: string) => {
    const address = new URL(url);
    address.port = String(ownPort);
    return address.href;
  };
  await waitFor('PgBouncer answers', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer stopped by itself:\n${log}`);
    const client = new pg.Client({ connectionString: through(databaseUrl) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  });
  return {
    through,
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
