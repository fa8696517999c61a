import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deletePostgres, type RunningPostgres, startPostgres } from './postgres.ts';

let directory: string;

const running = new Set<RunningPostgres>();

/** With full durability: what a test committed has to survive. */
async function start(log?: (message: string) => void, folder = directory): Promise<RunningPostgres> {
  const postgres = await startPostgres({ directory: folder, ...(log && { log }) });
  running.add(postgres);
  return postgres;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in a process of its own, which is then killed like `kill -9` or the kernel would. */
async function startAndKill(): Promise<void> {
  const module = path.join(import.meta.dirname, 'postgres.ts');
  const script = `const { startPostgres } = await import(${JSON.stringify(module)});
    await startPostgres({ directory: ${JSON.stringify(directory)} });
    console.log('ready');
    setInterval(() => {}, 60_000);`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout!, 'data');
  child.kill('SIGKILL');
  await exit;
}

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'feira-cluster-'));
});

afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  running.clear();
});

afterAll(() => deletePostgres(directory));

describe('startPostgres', () => {
  it('gives a database owned by a role without any privilege over tenants', async () => {
    const postgres = await start();

    const roles = await query(
      postgres.url,
      'SELECT rolname, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    const settings = await query(
      postgres.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums`,
    );
    await query(postgres.url, 'CREATE TABLE note (text text)');
    await query(postgres.url, `INSERT INTO note VALUES ('kept')`);
    await postgres.stop();

    expect(roles).toEqual([{ rolname: 'feira_owner', rolsuper: false, rolbypassrls: false, rolcreaterole: true }]);
    expect(settings).toEqual([{ encoding: 'UTF8', checksums: 'on' }]);
  });

  it('keeps its data and its port across starts', async () => {
    const first = await start();
    await first.stop();
    const second = await start();

    const rows = await query(second.url, 'SELECT text FROM note');
    await second.stop();

    expect(rows).toEqual([{ text: 'kept' }]);
    expect(second.port).toBe(first.port);
  });

  it('lets nobody in without its password, which no other account can read', async () => {
    const postgres = await start();
    const file = path.join(directory, 'cluster.password');

    for (const user of ['postgres', 'feira_owner'])
      for (const password of ['', 'postgres', 'feira'])
        await expect(
          query(`postgres://${user}:${password}@127.0.0.1:${postgres.port}/postgres`, 'SELECT 1'),
        ).rejects.toThrow(/password/);
    await postgres.stop();

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(postgres.url).toContain(readFileSync(file, 'utf8').trim());
  });

  it('does not use a cluster of earlier versions, which let everybody in', async () => {
    const file = path.join(directory, 'cluster.password');
    const password = readFileSync(file);
    rmSync(file);

    await expect(start()).rejects.toThrow(/lets everybody on this machine in.*npm start -- --reset/);

    writeFileSync(file, password, { mode: 0o600 });
  });

  it('refuses a folder in use, naming the process', async () => {
    const postgres = await start();

    const second = start();

    await expect(second).rejects.toThrow(`is in use by process ${process.pid}`);
    await postgres.stop();
  });

  it('ends the server a killed process left running and starts again', async () => {
    const messages: string[] = [];
    await startAndKill();

    const postgres = await start((message) => messages.push(message));
    const rows = await query(postgres.url, 'SELECT text FROM note');
    await postgres.stop();

    expect(messages).toEqual(['Stopping the database that an interrupted run left behind']);
    expect(rows).toEqual([{ text: 'kept' }]);
  });

  it('recovers when the server itself was killed and its pid belongs to a stranger now', async () => {
    const killed = await start();
    const pidFile = path.join(directory, 'cluster/postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await query(killed.url, `INSERT INTO note VALUES ('committed')`);
    process.kill(Number(lines[0]), 'SIGKILL');
    await killed.stop();
    writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));

    const postgres = await start();
    const rows = await query(postgres.url, 'SELECT count(*)::int AS count FROM note');
    await postgres.stop();

    expect(rows).toEqual([{ count: 2 }]);
  });

  it('moves to a free port when a stranger holds the kept one', async () => {
    const kept = Number(readFileSync(path.join(directory, 'port'), 'utf8'));
    const stranger = createServer().listen(kept, '127.0.0.1');
    await once(stranger, 'listening');
    const messages: string[] = [];

    const postgres = await start((message) => messages.push(message));
    await postgres.stop();
    stranger.close();

    expect(postgres.port).not.toBe(kept);
    expect(messages).toEqual([`Port ${kept} is taken; the database moves to port ${postgres.port}`]);
  });

  it.runIf(process.getuid?.() === 0)(
    'keeps the cluster where its account can go when the folder is closed',
    async () => {
      const parent = mkdtempSync(path.join(tmpdir(), 'feira-closed-'));
      const closed = path.join(parent, 'postgres');

      const first = await start(undefined, closed);
      await query(first.url, 'CREATE TABLE note (text text)');
      await first.stop();
      const second = await start(undefined, closed);
      const tables = await query(second.url, `SELECT tablename FROM pg_tables WHERE tablename = 'note'`);
      await second.stop();
      const place = readFileSync(path.join(closed, 'location'), 'utf8');
      await deletePostgres(closed);
      rmdirSync(parent);

      expect(tables).toHaveLength(1);
      expect(existsSync(place)).toBe(false);
      expect(existsSync(closed)).toBe(false);
    },
  );

  it('says in one sentence that the data is of another major version', async () => {
    const file = path.join(directory, 'cluster/PG_VERSION');
    const version = readFileSync(file, 'utf8');
    writeFileSync(file, '15\n');

    const attempt: Promise<RunningPostgres> = start();

    await expect(attempt).rejects.toThrow(/was made by PostgreSQL 15 and this version of Feira brings 18; .*--reset/);
    writeFileSync(file, version);
  });

  it('never writes the values of a failed statement into its log', async () => {
    const postgres = await start();
    await query(postgres.url, 'CREATE UNIQUE INDEX ON note (text)');

    const duplicate = query(postgres.url, `INSERT INTO note VALUES ('kept')`);

    await expect(duplicate).rejects.toThrow('duplicate key');
    await postgres.stop();
    const log = readFileSync(postgres.logFile, 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('kept');
  });
});
