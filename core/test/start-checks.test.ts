/** A node with another installation's key, database or folder, another schema or a wrong clock refuses to start and names the fix. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { examine, judgeCertificate } from '../src/programs/doctor.ts';
import { serve } from '../src/server.ts';
import { buildNode, TEST_KEY } from './build.ts';
import { findFreePort } from './free-port.ts';
import { openDatabase } from './inspect.ts';
import { createServerProcess } from './server-process.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import { waitFor } from './wait-for.ts';
import { createWorld } from './world.ts';

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');

type Environment = Record<string, string>;

async function open() {
  const database = await openDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'feira-start-'));
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment: Environment = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: TEST_KEY,
    PACKAGE_DIRECTORY: join(folder, 'packages'),
    MEDIA_DIRECTORY: join(folder, 'media'),
    LOG_LEVEL: 'silent',
    PORT: '0',
  };
  /** Starts a node and stops it again. */
  const start = async (changes: Environment = {}) => (await serve({ ...environment, ...changes })).close();
  return { ...database, folder, environment, start };
}

const lead = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

afterEach(() => void vi.useRealTimers());

describe('a node refuses to start', () => {
  it('with another ENCRYPTION_KEY than the first node of the installation, unless it names that one as the earlier key', async () => {
    const { start } = await open();
    await start();

    await expect(start({ ENCRYPTION_KEY: OTHER_KEY })).rejects.toThrow(
      /^ENCRYPTION_KEY is wrong: another key .* ENCRYPTION_KEY_PREVIOUS/,
    );
    await start({ ENCRYPTION_KEY: OTHER_KEY, ENCRYPTION_KEY_PREVIOUS: TEST_KEY });
    await start({ ENCRYPTION_KEY: OTHER_KEY });
    await expect(start()).rejects.toThrow(/^ENCRYPTION_KEY is wrong/);
  });

  it('with a key that opens no secret of a database from before keys were compared', async () => {
    const { url, start } = await open();
    const node = await buildNode({ databaseUrl: url });
    const world = await createWorld(node.app);
    await node.app.dataKeys.getNewest(world.platformId);
    await node.close();

    await expect(start({ ENCRYPTION_KEY: OTHER_KEY })).rejects.toThrow(/^ENCRYPTION_KEY is wrong/);
    await start();
  });

  it('on a database that is not Feira’s', async () => {
    const { url, start } = await open();

    await expect(start({ DATABASE_URL: lead(url, 'postgres') })).rejects.toThrow(
      /the database "postgres", which holds no Feira: correct DATABASE_URL/,
    );
  });

  it('on an older schema, on an edited one, and on one that is two upgrades newer; one upgrade newer is an update under way', async () => {
    const { rows, start } = await open();
    const [last] = await rows<{ name: string }>(
      'DELETE FROM knex_migrations WHERE id = (SELECT max(id) FROM knex_migrations) RETURNING name',
    );
    const apply = (name: string, target: string) =>
      rows('INSERT INTO knex_migrations (name, batch, migration_time, target) VALUES ($1, 999, now(), $2)', [
        name,
        target,
      ]);

    await expect(start()).rejects.toThrow(
      /older than this version \(1 migrations are missing.*run core\/src\/programs\/migrate\.ts/,
    );
    await apply(`${last?.name.split(' ')[0]} edited`, 'next');
    await expect(start()).rejects.toThrow(/made with another \d{8}T\d+_/);
    await rows(`DELETE FROM knex_migrations WHERE name LIKE '% edited'`);
    await apply(last?.name as string, 'now');
    await apply('20990101T000000_more.ts a', 'next');
    await apply('20990101T000100_more.ts b', 'next');
    await start();
    await apply('20990201T000000_more.ts c', 'after');
    await expect(start()).rejects.toThrow(/2 upgrades newer than this version.*start the version that migrated it/);
  });

  it('on a machine whose clock is wrong', async () => {
    const { start } = await open();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 420_000 });

    await expect(start()).rejects.toThrow(/clock of this machine is 4\d\d s behind the database's: let NTP set both/);
  });

  it('with a replica of another database', async () => {
    const { url, start } = await open();

    await expect(start({ DATABASE_REPLICA_URLS: `${url},${lead(url, 'postgres')}` })).rejects.toThrow(
      /^Address 2 of DATABASE_REPLICA_URLS leads to another database/,
    );
  });

  it('with a direct address of another database', async () => {
    const { url, start } = await open();

    await expect(start({ DATABASE_POOLER: 'on', DATABASE_DIRECT_URL: lead(url, 'postgres') })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to another database/,
    );
  });

  it('with a media folder that cannot be written, is another installation’s, or is not the one that other nodes use', async () => {
    const { folder, start } = await open();
    const other = await open();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await start();

    await expect(start({ MEDIA_DIRECTORY: join(file, 'media') })).rejects.toThrow(
      /^MEDIA_DIRECTORY is wrong: nothing can be written to .*file\/media \(ENOTDIR\)/,
    );
    await expect(start({ MEDIA_DIRECTORY: join(folder, 'elsewhere') })).rejects.toThrow(
      /not the folder that this installation keeps its files in.*nodes share it/,
    );
    await other.rows('UPDATE installation SET id = gen_random_uuid()');
    await expect(other.start({ MEDIA_DIRECTORY: join(folder, 'media') })).rejects.toThrow(
      /files of another installation/,
    );
    await start();
  });

  it('with a package folder that others may enter', async () => {
    const { folder, start } = await open();
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o755);

    await expect(start({ PACKAGE_DIRECTORY: shared })).rejects.toThrow(/^PACKAGE_DIRECTORY is wrong: .*chmod 700/);
  });
});

describe('a node that starts while its database is down', () => {
  it('is alive and not ready, and sells as soon as the database answers', async () => {
    const { environment, url } = await open();
    const port = await findFreePort();
    const address = Object.assign(new URL(url), { port: String(port) }).href;
    const { PORT: _, ...settings } = environment;
    const server = await createServerProcess({ ...settings, LOG_LEVEL: 'info', DATABASE_URL: address });
    onTestFinished(() => server.kill());
    const status = (path: string) =>
      fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } }).then(
        (answer) => answer.status,
        () => null,
      );

    const started = server.start();
    await waitFor('it answers', async () => (await status('/health/live')) === 200);
    await waitFor('it says that it waits', () => server.log().includes('"alert":"database-unreachable"'));
    expect(await status('/health/ready')).toBe(503);
    expect(await status('/checkout/any')).toBe(503);
    expect(server.log()).toMatch(new RegExp(`127\\.0\\.0\\.1:${port} cannot be used \\(.*ECONNREFUSED`));
    const proxy = await openTcpProxy(url, port);
    onTestFinished(proxy.close);

    await started;
    expect(await status('/health/ready')).toBe(200);
    expect(server.log()).not.toContain(new URL(url).password);
  });
});

describe('a node whose database stops answering while it starts', () => {
  it.each([1, 2])('waits for it again, and starts: session %i is cut off', async (cut) => {
    const { environment, url } = await open();
    const { hostname, port } = new URL(url);
    let sessions = 0;
    let refused = 0;
    // The first sessions are those of the checks, and the later ones of the node itself.
    const proxy = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.once('data', (first) => {
        if (first.includes('feira_app')) sessions += 1;
        if (sessions === cut && refused === 0) {
          refused += 1;
          client.destroy();
          upstream.destroy();
          return;
        }
        upstream.write(first);
        client.pipe(upstream).pipe(client);
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    const address = Object.assign(new URL(url), { port: String((proxy.address() as AddressInfo).port) }).href;

    const server = await serve({ ...environment, DATABASE_URL: address });
    onTestFinished(() => server.close());

    expect(refused).toBe(1);
  });
});

describe('npm run doctor', () => {
  const collect = async (environment: Environment) => {
    const problems: Record<string, string | null> = {};
    for await (const { subject, problem } of examine(environment)) problems[subject] ??= problem;
    return problems;
  };

  it('looks at what a node looks at when it starts, and at the servers that it needs later', async () => {
    const { environment } = await open();
    const closed = `http://127.0.0.1:${await findFreePort()}`;

    const problems = await collect({
      ...environment,
      ZIP_LOOKUP_URL: closed,
      PUBLIC_URL: closed,
      SMTP_URL: closed.replace('http', 'smtp'),
      S3_URL: closed.replace('//', '//key:secret-canary@').concat('/bucket'),
      S3_PUBLIC_URL: 'https://cdn.example.com',
      SHELLS_DIRECTORY: '/nowhere',
    });

    const fine = [
      'settings',
      'schema',
      'roles',
      'encryption key',
      'clock',
      'replicas',
      'package folder',
      'demo',
      'certificate',
      'disk',
    ];
    expect(fine.map((subject) => problems[subject])).toEqual(fine.map(() => null));
    expect(problems).toMatchObject({
      screens: expect.stringMatching(/^SHELLS_DIRECTORY is wrong/),
      // The tests' server forgets what a crash interrupts.
      durability: expect.stringContaining('fsync'),
      'mail server': expect.stringMatching(/^SMTP_URL is wrong/),
      bucket: expect.stringMatching(/^S3_URL is wrong/),
      'public address': expect.stringMatching(/^PUBLIC_URL: .*ECONNREFUSED/),
      'postal codes': expect.stringMatching(/^ZIP_LOOKUP_URL/),
    });
    expect(JSON.stringify(problems)).not.toContain('secret-canary');
  });

  it('says when the certificate of the public address ends, and whether browsers trust it', () => {
    const now = new Date('2026-11-30T12:00:00Z');
    const judge = (validTo: string, isTrusted = true) =>
      judgeCertificate('pay.example.com', { isTrusted, validTo, issuer: 'An authority' }, now);

    expect(judge('2026-12-15T12:00:00Z')).toBeNull();
    expect(judge('2026-12-10T12:00:00Z')).toContain('ends in 10 days');
    expect(judge('2026-11-29T12:00:00Z')).toContain('has ended');
    expect(judge('2027-01-29T12:00:00Z', false)).toContain('no authority that browsers know');
    expect(judgeCertificate('pay.example.com', null, now)).toContain('shows no certificate');
  });

  it('names each problem on a line, ends with 1, and looks no further than it can see', async () => {
    const run = (environment: Environment) =>
      promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../src/programs/doctor.ts')], {
        env: environment,
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }) => ({ code, stdout }),
      );
    const { environment } = await open();

    const misspelt = await run({ ...environment, DATABASE_REPLICA_URL: 'postgres://127.0.0.1/a' });
    const elsewhere = await run({ ...environment, DATABASE_URL: lead(inject('adminUrl'), 'postgres') });

    expect(misspelt).toEqual({
      code: 1,
      stdout:
        '✗ settings: DATABASE_REPLICA_URL is wrong: it is no setting, and DATABASE_REPLICA_URLS is one. Rename it to DATABASE_REPLICA_URLS, or remove it.\n1 wrong.\n',
    });
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stdout).toMatch(/^✓ settings\n✗ schema: DATABASE_URL leads to the database "postgres"/);
    expect(elsewhere.stdout).not.toContain('roles');
  });
});
