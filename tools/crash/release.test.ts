/** The release runs from a folder that its user cannot write, without git, npm or the sources it was made from. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildNode, createDatabase, TEST_KEY, type TestNode } from '../../core/test/build.ts';
import { rounds } from '../../core/test/draw.ts';
import { findFreePort } from '../../core/test/free-port.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { createWorld } from '../../core/test/world.ts';
import { findServerAccount } from '../src/postgres/account.ts';
import { writeRelease } from '../src/release/release.ts';

const NODES = 2;
const START_MS = 240_000;
const run = promisify(execFile);
const isPlayed = rounds({ short: 0, long: 1 }) > 0;

const place = mkdtempSync(path.join(tmpdir(), 'feira-release-'));
/** Root may write everywhere, so that another user runs the release where the test is root. */
const account = findServerAccount();
const user = account && { uid: account.uid, gid: account.gid };

let feira: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
const nodes: { child: ChildProcess; url: string; log(): string }[] = [];
let helper: TestNode | undefined;

const environment = () => ({
  PATH: '/usr/bin:/bin',
  DATABASE_URL_FILE: path.join(place, 'state/database-url'),
  ENCRYPTION_KEY_FILE: path.join(place, 'state/encryption-key'),
  PACKAGE_DIRECTORY: path.join(place, 'state/packages'),
  MEDIA_DIRECTORY: path.join(place, 'state/media'),
  DRAIN_SECONDS: '0',
});

const command = (...parameters: string[]) =>
  run(feira, parameters, { cwd: '/', env: { ...environment(), PUBLIC_URL: 'http://localhost:3999' }, ...user });

async function startNode(): Promise<void> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(feira, ['start'], {
    cwd: '/',
    env: { ...environment(), PORT: port, PUBLIC_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  nodes.push({ child, url, log: () => log });
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  await waitFor(
    'the node is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`The node stopped by itself (${child.exitCode}):\n${log}`);
      return isReady();
    },
    START_MS,
  );
}

describe.runIf(isPlayed)('the release', () => {
  beforeAll(async () => {
    chmodSync(place, 0o755);
    const { archive, folder } = await writeRelease(path.join(place, 'release'));
    // Root's own rights for new files may be narrow: the service's user has to read all the same.
    await run('sh', ['-c', 'umask 077; exec tar -xpzf "$0" -C "$1"', archive, place]);
    const unpacked = path.join(place, folder);
    await run('chmod', ['-R', 'a-w', unpacked]);
    mkdirSync(path.join(place, 'state'));
    // The marketplace's packages are for this user alone.
    if (user) await run('chown', [`${user.uid}:${user.gid}`, path.join(place, 'state')]);
    feira = path.join(unpacked, 'bin/feira');
    database = await createDatabase({ adminUrl: inject('adminUrl'), templateName: 'template1' });
    writeFileSync(path.join(place, 'state/database-url'), `${database.url}\n`);
    writeFileSync(path.join(place, 'state/encryption-key'), `${TEST_KEY}\n`);
  });
  afterAll(async () => {
    for (const { child } of nodes) child.kill('SIGKILL');
    await helper?.close();
    await database?.drop();
    await run('chmod', ['-R', 'u+w', place]);
    rmSync(place, { recursive: true, force: true });
  });

  it('has the sums of its files beside it', async () => {
    await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: path.join(place, 'release') });
  });

  it('goes from an empty database to two nodes that sell, and writes nothing into its folder', async () => {
    await expect(command('create-master', '--email', 'ana@example.com', '--name', 'Ana Souza')).rejects.toMatchObject({
      stderr: expect.stringContaining('holds no Feira'),
    });
    expect((await command('migrate')).stdout).toMatch(/^Applied /);
    expect((await command('migrate')).stdout).toBe('The database is up to date.\n');
    const made = await command(
      'create-master',
      ...['--email', 'ana@example.com', '--name', 'Ana Souza', '--platform', 'Loja'],
    );
    expect(made.stdout).toContain('/choose-password#');
    for (let node = 0; node < NODES; node += 1) await startNode();
    helper = await buildNode({ databaseUrl: database.url });
    const world = await createWorld(helper.app, { host: '127.0.0.1' });

    for (const { url, log } of nodes) {
      const page = await fetch(`${url}/checkout/${world.offerId}`);
      const document = await page.text();
      expect(page.status, log()).toBe(200);
      const scripts = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, address]) => address);
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect([script, (await fetch(`${url}${script}`)).status]).toEqual([script, 200]);
      expect((await fetch(`${url}/login`)).status).toBe(200);
      // The tests' own server keeps nothing through a crash; nothing else is wrong.
      expect(log()).not.toMatch(/"alert":"setting-wrong","subject":"(?!durability)/);
      expect(log()).not.toContain('A provider package was left out');
    }
    const [first] = nodes as [(typeof nodes)[number]];
    const exit = once(first.child, 'exit');
    first.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('names the setting where files would be written into its folder', async () => {
    const unpacked = path.dirname(path.dirname(feira));
    const env = { ...environment(), PORT: String(await findFreePort()), MEDIA_DIRECTORY: path.join(unpacked, 'media') };

    await expect(run(feira, ['start'], { env, cwd: '/', ...user })).rejects.toMatchObject({
      stderr: expect.stringContaining('MEDIA_DIRECTORY'),
    });
  });

  it('has the bytes that the same sources give again', async () => {
    const again = await writeRelease(path.join(place, 'again'));
    const readSums = (folder: string) => readFileSync(path.join(place, folder, 'SHA256SUMS'), 'utf8');

    expect(again.packedBytes).toBeGreaterThan(0);
    expect(readSums('again')).toBe(readSums('release'));
  });
});
