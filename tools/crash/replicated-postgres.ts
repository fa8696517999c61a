/** Runs a PostgreSQL and its synchronous standby behind one address, which moves to the standby when the first is killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../core/test/free-port.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { findServerAccount } from '../src/postgres/account.ts';
import { preparePostgresBinaries } from '../src/postgres/binaries.ts';
import { deletePostgres, startPostgres } from '../src/postgres/postgres.ts';

const STANDBY = 'standby';
const READY_MS = 120_000;

export interface ReplicatedPostgres {
  /** The address of the server that writes, wherever it is. */
  url: string;
  /** The address of the standby, which answers reads. */
  standbyUrl: string;
  /** Stops or resumes replay at the standby: it falls behind, and stays synchronous. */
  holdReplay(isHeld: boolean): Promise<void>;
  /** The superuser at the server that writes now. */
  adminUrl(): string;
  /** Kills the server that writes with SIGKILL, as a machine that dies. */
  killPrimary(): Promise<void>;
  /** Lets the standby write, and leads the address to it. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** An address whose connections lead to another place from one moment to the next. */
async function openSwitch(firstPort: number) {
  const open = new Set<Socket>();
  let target = firstPort;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port: number) {
      target = port;
      end();
    },
    close() {
      end();
      server.close();
    },
  };
}

/** `prepare` fills the database before it is copied. */
export async function openReplicatedPostgres(prepare: (url: string) => Promise<unknown>): Promise<ReplicatedPostgres> {
  const directory = mkdtempSync(path.join(tmpdir(), 'feira-replicated-'));
  const made = await startPostgres({ directory, durability: 'full' });
  await prepare(made.url);
  await made.stop();
  const first = made.passwordFile.replace(/\.password$/, '');
  const second = `${first}-standby`;
  execFileSync('cp', ['-a', first, second]);
  const account = findServerAccount();
  const { uid, gid } = statSync(first);
  const { postgres } = preparePostgresBinaries(account && { ...account, uid, gid }, path.dirname(first));
  // The servers write there themselves, also while the folder is deleted.
  const log = openSync(path.join(directory, 'servers.log'), 'a');

  function start(folder: string, port: number, settings: Record<string, string>): ChildProcess {
    const all = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const parameters = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(postgres, ['-D', folder, ...parameters], {
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...(account && { uid, gid }),
    });
    return child;
  }
  const [firstPort, secondPort] = [await findFreePort(), await findFreePort()];
  const addressOf = (url: string, port: number) => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  const ask = async <Row>(port: number, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: addressOf(made.adminUrl, port) });
    client.on('error', () => undefined);
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  const { password } = new URL(made.adminUrl);
  writeFileSync(path.join(second, 'standby.signal'), '');
  const primary = start(first, firstPort, { synchronous_standby_names: STANDBY, max_connections: '200' });
  const standby = start(second, secondPort, {
    primary_conninfo: `host=127.0.0.1 port=${firstPort} user=postgres password=${decodeURIComponent(password)} application_name=${STANDBY}`,
    max_connections: '200',
  });
  await waitFor(
    'the standby is synchronous',
    () =>
      ask<{ sync_state: string }>(firstPort, 'SELECT sync_state FROM pg_stat_replication').then(
        ([row]) => row?.sync_state === 'sync',
        () => false,
      ),
    READY_MS,
  );
  const door = await openSwitch(firstPort);
  let writer = firstPort;
  return {
    url: addressOf(made.url, door.port),
    standbyUrl: addressOf(made.url, secondPort),
    async holdReplay(isHeld) {
      await ask(secondPort, `SELECT pg_wal_replay_${isHeld ? 'pause' : 'resume'}()`);
    },
    adminUrl: () => addressOf(made.adminUrl, writer),
    async killPrimary() {
      const exit = once(primary, 'exit');
      primary.kill('SIGKILL');
      await exit;
    },
    async promote() {
      await ask(secondPort, 'SELECT pg_promote()');
      writer = secondPort;
      door.leadTo(secondPort);
    },
    async close() {
      door.close();
      for (const child of [primary, standby]) child.kill('SIGQUIT');
      if (standby.exitCode === null && standby.signalCode === null) await once(standby, 'exit');
      closeSync(log);
      rmSync(second, { recursive: true, force: true });
      await deletePostgres(directory);
    },
  };
}
