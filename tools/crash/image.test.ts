/** The image is built from the release, is small, and sells as its own user on a root that nobody can write. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildNode, createDatabase, TEST_KEY, type TestNode } from '../../core/test/build.ts';
import { rounds } from '../../core/test/draw.ts';
import { findFreePort } from '../../core/test/free-port.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { createWorld } from '../../core/test/world.ts';
import { writeRelease } from '../src/release/release.ts';
import { DEBIAN_MIRROR, findDebianProblem, makeDebianRoot } from './debian-root.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const MOST_BYTES = 250_000_000;
const START_MS = 240_000;
const CPUS = ['x64', 'arm64'] as const;
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
/** The machine's number in the header of an ELF file. */
const MACHINES = { x64: 62, arm64: 183 };

const isSoak = rounds({ short: 0, long: 1 }) > 0;
const problem = isSoak ? findDebianProblem(['buildah', 'unshare']) : null;
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };

const place = mkdtempSync(path.join(tmpdir(), 'feira-image-'));
const buildah = async (...parameters: string[]) => {
  const storage = [
    '--root',
    path.join(place, 'storage'),
    '--runroot',
    path.join(place, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const { stdout } = await run('buildah', [...storage, ...parameters], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
};

/** The settings with which the image asks to be run. */
interface Settings {
  architecture: string;
  config: {
    User: string;
    Env: string[];
    Entrypoint: string[];
    Cmd: string[];
    Volumes: Record<string, object>;
    Healthcheck: { Test: string[] };
  };
}

async function build(cpu: (typeof CPUS)[number]): Promise<{ image: string; folder: string; settings: Settings }> {
  const architecture = ARCHITECTURES[cpu];
  // It is this machine's Debian in either case, as docker runs it for another platform.
  const base = await buildah('from', 'scratch');
  await buildah('add', base, makeDebianRoot([]), '/');
  await buildah('config', '--arch', architecture, base);
  await buildah('commit', '-q', '--rm', base, `localhost/base-${architecture}`);
  const image = `localhost/feira:${architecture}`;
  const values = { VERSION: version, BASE: `localhost/base-${architecture}`, MIRROR: DEBIAN_MIRROR };
  await buildah(
    ...['bud', '--isolation', 'chroot', '--format', 'docker', '--platform', `linux/${architecture}`],
    ...['-f', path.join(ROOT, 'deploy/Containerfile'), '-t', image],
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    path.join(place, 'release'),
  );
  const folder = await buildah('mount', await buildah('from', '--arch', architecture, image));
  // Engines make these two in every container.
  for (const name of ['dev', 'proc']) mkdirSync(path.join(folder, name));
  const described = JSON.parse(await buildah('inspect', '--type', 'image', image)) as { Docker: Settings };
  return { image, folder, settings: described.Docker };
}

/** Returns what runs a command in the image, as an orchestrator does that lets it write to its volumes and /tmp alone. */
function toCommand(folder: string, { config }: Settings, words: string[], environment: Record<string, string>) {
  const volumes = [...Object.keys(config.Volumes), '/tmp'].map((volume) => `${folder}${volume}`);
  const [uid, gid] = config.User.split(':');
  const script = [
    `mount --bind "$0" "$0"`,
    `mount -o remount,bind,ro "$0"`,
    ...volumes.map((volume) => `mount -t tmpfs -o uid=${uid},gid=${gid},mode=0700 tmpfs "${volume}"`),
    `mount --bind /dev "$0/dev"`,
    `mount -t proc proc "$0/proc"`,
    `exec chroot --userspec=${config.User} "$0" "$@"`,
  ].join(' && ');
  const env = { ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))), ...environment };
  return { command: ['unshare', '--mount', 'sh', '-euc', script, folder, ...words], env };
}

let database: Awaited<ReturnType<typeof createDatabase>>;
let helper: TestNode | undefined;
let node: ChildProcess | undefined;

describe.runIf(isSoak)('the image', () => {
  if (problem) {
    it.skip(`is not built here: ${problem}`);
    return;
  }
  const images = new Map<string, Awaited<ReturnType<typeof build>>>();

  beforeAll(async () => {
    mkdirSync(path.join(place, 'release'));
    for (const cpu of CPUS) await writeRelease(path.join(place, 'release'), () => undefined, cpu);
    for (const cpu of CPUS) images.set(cpu, await build(cpu));
    database = await createDatabase({ adminUrl: inject('adminUrl'), templateName: 'template1' });
  }, 900_000);
  afterAll(async () => {
    node?.kill('SIGKILL');
    await helper?.close();
    await database?.drop();
    await buildah('rm', '--all').catch(() => undefined);
    rmSync(place, { recursive: true, force: true });
  });

  it.each(CPUS)('holds the programs of %s in less than 250 MB', async (cpu) => {
    const { image, folder, settings } = images.get(cpu) as Awaited<ReturnType<typeof build>>;
    for (const program of [
      'opt/feira/bin/node',
      'usr/bin/busybox',
      'usr/bin/unshare',
      'usr/bin/setpriv',
      'usr/bin/prlimit',
    ])
      expect([program, readFileSync(path.join(folder, program)).readUInt16LE(18)]).toEqual([program, MACHINES[cpu]]);

    const [described] = JSON.parse(await buildah('images', '--json', image)) as { size: string }[];
    const bytes = await run('du', ['-sb', folder]).then(({ stdout }) => Number(stdout.split('\t')[0]));
    console.log(`The image for ${cpu}: ${described?.size}, ${bytes} bytes`);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(settings.architecture).toBe(ARCHITECTURES[cpu]);
    expect(settings.config.User).toBe('10001:10001');
  });

  it('migrates, starts, is healthy and sells as a user that can write to its volume alone', async () => {
    const { folder, settings } = images.get(process.arch) as Awaited<ReturnType<typeof build>>;
    const port = String(await findFreePort());
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: TEST_KEY,
      PUBLIC_URL: url,
      PORT: port,
      DRAIN_SECONDS: '0',
    };
    const runInside = (words: string[]) => {
      const { command, env } = toCommand(folder, settings, words, environment);
      return run(command[0] as string, command.slice(1), { env: { ...env, PATH: `${env.PATH}:/usr/sbin:/bin:/sbin` } });
    };
    const { Entrypoint, Cmd, Healthcheck } = settings.config;

    await expect(runInside(['sh', '-c', 'mkdir /opt/feira/new'])).rejects.toMatchObject({
      stderr: expect.stringMatching(/Read-only file system|Permission denied/),
    });
    expect((await runInside([...Entrypoint, 'version'])).stdout).toBe(`${version}\n`);
    expect((await runInside([...Entrypoint, 'migrate'])).stdout).toMatch(/^Applied /);
    const who = ['--email', 'ana@example.com', '--name', 'Ana Souza', '--platform', 'Loja'];
    const made = await runInside([...Entrypoint, 'create-master', ...who]);
    expect(made.stdout).toContain('/choose-password#');
    const health = Healthcheck.Test.slice(1);
    await expect(runInside(health)).rejects.toMatchObject({ code: 1 });
    const { command, env } = toCommand(folder, settings, [...Entrypoint, ...Cmd], environment);
    const child = spawn(command[0] as string, command.slice(1), {
      env: { ...env, PATH: `${env.PATH}:/usr/sbin:/bin:/sbin` },
    });
    node = child;
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
    await waitFor(
      'the node is ready',
      () => {
        if (child.exitCode !== null) throw new Error(`The node stopped by itself (${child.exitCode}):\n${log}`);
        return fetch(`${url}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      START_MS,
    );
    await runInside(health);

    helper = await buildNode({ databaseUrl: database.url });
    const world = await createWorld(helper.app, { host: '127.0.0.1' });
    const page = await fetch(`${url}/checkout/${world.offerId}`);
    expect(page.status, log).toBe(200);
    expect(log).not.toContain('A provider package was left out');
    expect(readdirSync(path.join(folder, 'var/lib/feira'))).toEqual([]);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});
