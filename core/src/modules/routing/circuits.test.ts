/** After its rest a connection is tried by a growing number of payments, and closes or rests by what most of them found. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';
import {
  claimProbe,
  closeCircuit,
  countFailed,
  countPassed,
  deleteCircuit,
  openCircuit,
  selectCircuits,
} from './model.ts';

const OPENED = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(OPENED.getTime() + seconds * 1_000);
const RESTED = after(30);
const RESTS = [30_000, 60_000];

let node: TestNode;
let world: World;
let id: string;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  id = (await connect(node.app, world)).id;
});
afterAll(() => node?.close());
beforeEach(async () => {
  const { database } = node.app;
  await database.run(world.platformId, deleteCircuit(world.platformId, id));
  const circuit = { connectionId: id, reason: 'UNAVAILABLE', now: OPENED, openUntil: RESTED };
  await database.run(world.platformId, openCircuit(world.platformId, circuit));
});

const probe = (now = RESTED) =>
  node.app.database.run(world.platformId, claimProbe(world.platformId, id, now, new Date(now.getTime() + 60_000)));
const pass = () =>
  node.app.database.write(world.platformId, [closeCircuit(world.platformId, id), countPassed(world.platformId, id)]);
const fail = () =>
  node.app.database.run(world.platformId, countFailed(world.platformId, id, RESTED, 'UNAVAILABLE', RESTS));
const read = () => node.app.database.find(world.platformId, selectCircuits(world.platformId), true);
/** Claims until none is left, and returns how many there were. */
async function probeAll(): Promise<number> {
  let count = 0;
  while ((await probe()) === 1) count += 1;
  return count;
}

describe('probes', () => {
  it('are none during the rest', async () => {
    expect(await probe(after(29))).toBe(0);
  });

  it('are one, and twice as many at a time with each that passed', async () => {
    const counts: number[] = [];
    for (let passed = 0; passed < 4; passed++) {
      counts.push(await probeAll());
      await pass();
    }

    // One gave its place back each time: these came besides those that were under way.
    expect(counts).toEqual([1, 2, 3, 5]);
    expect(await read()).toBeDefined();
    await pass();
    expect(await read()).toBeUndefined();
  });

  it('count no longer once their calls must have ended, as when a node died in one', async () => {
    expect(await probeAll()).toBe(1);

    expect(await probe(after(30 + 59))).toBe(0);
    expect(await probe(after(30 + 60))).toBe(1);
  });

  it('that fail first let the connection rest again, twice as long', async () => {
    await probe();
    await fail();

    expect(await read()).toMatchObject({ openUntil: after(30 + 60) });
    expect(await probe(after(30 + 59))).toBe(0);
    expect(await probe(after(30 + 60))).toBe(1);
  });

  it('that fail among others that pass do not, unless they are more', async () => {
    await probe();
    await pass();
    await probeAll();
    await fail();
    expect(await read()).toMatchObject({ openUntil: RESTED });

    await fail();

    expect(await read()).toMatchObject({ openUntil: after(30 + 60) });
  });
});
