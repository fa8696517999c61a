/** Packages are installed on running nodes, become ready on each node, and are removed. */
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { type BuiltPackage, buildPackage } from './package-tarballs.ts';
import { waitFor } from './wait-for.ts';
import { createWorld, type World } from './world.ts';

let directory: string;
let first: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
/** A platform that the first one operates. */
let operatedId: string;
let strangerId: string;

const open = (databaseUrl?: string, packageDirectory = directory) =>
  buildNode({ ...(databaseUrl && { databaseUrl }), env: { PACKAGE_DIRECTORY: packageDirectory } });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-packages-test-'));
  first = await open();
  second = await open(first.databaseUrl);
  inspector = await openInspector(first.databaseUrl);
  world = await createWorld(first.app);
  strangerId = (await createWorld(first.app, { host: 'stranger.example.com' })).platformId;
  operatedId = newId();
  await inspector.rows('INSERT INTO platform (platform_id, name, operator_id) VALUES ($1, $2, $3)', [
    operatedId,
    'Operada',
    world.platformId,
  ]);
});
afterAll(async () => {
  await inspector.close();
  await second.close();
  await first.close();
  await rm(directory, { recursive: true });
});

const install = (platformId: string, { id, version, digest, content, manifest }: BuiltPackage) =>
  inspector.rows(
    `INSERT INTO provider_package (platform_id, provider, version, digest, content, manifest, source, installed_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, 'upload', 'Master')`,
    [platformId, id, version, digest, content, JSON.stringify(manifest)],
  );
const uninstall = (platformId: string, { id, version }: BuiltPackage) =>
  inspector.rows('DELETE FROM provider_package WHERE platform_id = $1 AND provider = $2 AND version = $3', [
    platformId,
    id,
    version,
  ]);
const statesOf = (key: string) =>
  inspector.rows<{ node: string; state: string; reason: string | null }>(
    'SELECT node_id AS node, state, reason FROM node_package WHERE package_key = $1 ORDER BY state',
    [key],
  );
const folderName = ({ digest }: BuiltPackage) => digest.replace(':', '-');
const isHealthyOnBoth = async (key: string) => {
  const states = await statesOf(key);
  return states.length === 2 && states.every(({ state }) => state === 'HEALTHY');
};

describe('installed packages', () => {
  it('are on every node soon after, in a folder for our eyes alone, and are seen by their platform and those it runs', async () => {
    const moeda = await buildPackage({ id: 'moeda', version: '1.0.0' });
    await install(world.platformId, moeda);
    await waitFor('both nodes have it', () => isHealthyOnBoth(`${world.platformId}:moeda@1.0.0`));

    for (const { app } of [first, second]) {
      const of = async (platformId: string) =>
        app.providers.get('moeda', '1.0.0', await app.findPackageOwners(platformId))?.digest;
      expect(await of(world.platformId)).toBe(moeda.digest);
      expect(await of(operatedId)).toBe(moeda.digest);
      expect(await of(strangerId)).toBeUndefined();
      expect(app.providers.get('moeda', '1.0.0')).toBeUndefined();
      expect(app.providers.list().map(({ id }) => id)).not.toContain('moeda');
    }
    const folder = join(directory, folderName(moeda));
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'plugin.json'))).mode & 0o377).toBe(0);
    expect(await readdir(directory)).toEqual([folderName(moeda)]);
  });

  it('of two operators with the same name and version stay two', async () => {
    const [ours, theirs] = await Promise.all([
      buildPackage({ id: 'twin', version: '1.0.0', name: 'Ours' }),
      buildPackage({ id: 'twin', version: '1.0.0', name: 'Theirs' }),
    ]);
    await install(world.platformId, ours);
    await install(strangerId, theirs);
    await waitFor('both are there', async () =>
      (await Promise.all([world.platformId, strangerId].map((id) => isHealthyOnBoth(`${id}:twin@1.0.0`)))).every(
        Boolean,
      ),
    );

    const nameFor = async (platformId: string) =>
      first.app.providers.get('twin', '1.0.0', await first.app.findPackageOwners(platformId))?.manifest.name;
    expect(await nameFor(world.platformId)).toBe('Ours');
    expect(await nameFor(operatedId)).toBe('Ours');
    expect(await nameFor(strangerId)).toBe('Theirs');

    await uninstall(world.platformId, ours);
    await waitFor('ours is gone', async () => (await nameFor(world.platformId)) === undefined);
    expect(await nameFor(strangerId)).toBe('Theirs');
    await waitFor('its folder, too', async () => !(await readdir(directory)).includes(folderName(ours)));
    expect(await readdir(directory)).toContain(folderName(theirs));
    expect(await statesOf(`${world.platformId}:twin@1.0.0`)).toEqual([]);
  });

  it('keep a folder that another operator’s package of the same bytes lives in', async () => {
    const shared = await buildPackage({ id: 'shared', version: '1.0.0' });
    await install(world.platformId, shared);
    await install(strangerId, shared);
    await waitFor('both are there', () => isHealthyOnBoth(`${strangerId}:shared@1.0.0`));
    await uninstall(world.platformId, shared);
    await waitFor('one is gone', async () => (await statesOf(`${world.platformId}:shared@1.0.0`)).length === 0);
    await waitFor('its folder stays', async () => {
      const drained = !first.app.providers
        .listAll()
        .some(({ owner, id }) => owner === world.platformId && id === 'shared');
      return drained && (await readdir(directory)).includes(folderName(shared));
    });
    expect(first.app.providers.get('shared', '1.0.0', [strangerId])?.digest).toBe(shared.digest);
  });

  it('offer only what their report proves', async () => {
    await install(world.platformId, await buildPackage({ id: 'unproven', isProven: false }));
    await waitFor('it is there', () => isHealthyOnBoth(`${world.platformId}:unproven@1.0.0`));

    const found = first.app.providers.get('unproven', '1.0.0', [world.platformId]);
    expect(found?.manifest.capabilities.methods).toEqual({});
    expect(found?.switchedOff).toContain('PIX');
  });

  it('never run in the core’s process, nor does a simulator they bring', async () => {
    const planted = await buildPackage({
      id: 'planted',
      manifest: (manifest) => Object.assign(manifest, { simulator: './dist/simulator.js' }),
      files: { 'dist/simulator.js': 'globalThis.planted = true; export default {};' },
    });
    await install(world.platformId, planted);
    await waitFor('it is there', () => isHealthyOnBoth(`${world.platformId}:planted@1.0.0`));

    const found = first.app.providers.get('planted', '1.0.0', [world.platformId]);
    expect(found?.loadSimulator).not.toBeNull();
    // It loads, in a process of its own, whatever the module turns out to be.
    await found?.loadSimulator?.().then(
      ({ close }) => close?.(),
      () => undefined,
    );
    expect('planted' in globalThis).toBe(false);
  });

  it.each([
    [
      'that is not what its digest says',
      async () => ({ ...(await buildPackage({ id: 'forged' })), digest: `sha256:${'0'.repeat(64)}` }),
      'not those of its digest',
    ],
    [
      'whose adapter does not load',
      () => buildPackage({ id: 'broken', files: { 'dist/index.js': 'throw new Error("no way");' } }),
      'no way',
    ],
    [
      'that calls itself otherwise',
      async () => ({ ...(await buildPackage({ id: 'liar' })), version: '9.9.9' }),
      'liar@1.0.0',
    ],
    ['without a manifest', () => buildPackage({ id: 'empty', files: { 'plugin.json': null } }), 'calls itself'],
  ])('%s are told of as failed, by every node and with the reason', async (_, build, reason) => {
    const built = await build();
    await install(world.platformId, built);
    const key = `${world.platformId}:${built.id}@${built.version}`;
    await waitFor('both nodes have told', async () => (await statesOf(key)).length === 2);

    for (const said of await statesOf(key)) {
      expect(said.state).toBe('FAILED');
      expect(said.reason).toContain(reason);
    }
    await uninstall(world.platformId, built);
    await waitFor('nobody speaks of it', async () => (await statesOf(key)).length === 0);
  });

  it('are there before a node listens; files that were changed meanwhile are found and replaced', async () => {
    const kept = await buildPackage({ id: 'kept' });
    await install(world.platformId, kept);
    const key = `${world.platformId}:kept@1.0.0`;
    await waitFor('both have it', () => isHealthyOnBoth(key));
    const folder = join(directory, folderName(kept));
    const changed = join(folder, 'dist/provider.js');
    const original = await readFile(changed, 'utf8');
    await chmod(changed, 0o600);
    await writeFile(changed, `${original}\nexport const planted = true;\n`);
    await writeFile(join(folder, 'extra.js'), 'export default 1;\n');

    const third = await open(first.databaseUrl);
    try {
      expect(third.app.providers.get('kept', '1.0.0', [world.platformId])).toBeDefined();
      expect(await statesOf(key)).toHaveLength(3);
      expect(await readFile(changed, 'utf8')).toBe(original);
      expect(await readdir(folder)).not.toContain('extra.js');
    } finally {
      await third.close();
    }
    expect(await statesOf(key)).toHaveLength(2);
  });

  it('are not unpacked where others could write', async () => {
    const loose = await mkdtemp(join(tmpdir(), 'feira-packages-test-'));
    await chmod(loose, 0o777);
    const node = await open(first.databaseUrl, loose);
    try {
      const [failed] = (await statesOf(`${world.platformId}:moeda@1.0.0`)).filter(({ state }) => state === 'FAILED');
      expect(failed?.reason).toContain('PACKAGE_DIRECTORY');
      expect(await readdir(loose)).toEqual([]);
    } finally {
      await node.close();
      await rm(loose, { recursive: true });
    }
  });
});

describe('packages from folders', () => {
  it('are told of by every node, too', async () => {
    const [sandbox] = first.app.providers.list().filter(({ id }) => id === 'sandbox');
    expect(await isHealthyOnBoth(`core:sandbox@${sandbox?.version}`)).toBe(true);
  });
});
