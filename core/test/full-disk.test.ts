/** The disk of the database is full: a real file system without room for another block. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import { canMount, openSmallDisk } from './small-disk.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase } from './world.ts';

// Without root nothing can be mounted, and a full disk stays unproven.
describe.skipIf(!canMount())('while the disk of the database is full', () => {
  it('a node says so before purchases fail, refuses them for now, charges nobody without a record, and recovers by itself', async () => {
    const disk = await openSmallDisk();
    const { databaseUrl } = disk;
    const node = await buildNode({ databaseUrl });
    onTestFinished(async () => {
      disk.empty();
      await node.close();
      await disk.close();
    });
    const { app } = node;
    const world = await createWorld(app);
    const connection = await connect(app, world);
    const sell = () => buy(app, pixPurchase(world));
    const ready = async () => (await app.inject({ url: '/health/ready' })).json().checks.database;
    expect((await sell()).statusCode).toBe(200);
    expect(await ready()).toBe('ok');

    disk.fill();

    await waitFor('the node says that the disk is full', async () => (await ready()) === 'disk-full');
    // Rows that are there have room for a few more.
    const refused = await waitFor('a purchase is refused', async () => {
      const answer = await sell();
      return answer.statusCode === 200 ? null : answer;
    });
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'DATABASE_UNAVAILABLE',
      '1',
    ]);
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);

    disk.empty();
    await waitFor('the node is ready', async () => (await ready()) === 'ok');
    expect((await sell()).statusCode).toBe(200);
    const charges = (await (await app.simulators.get(connection.id))?.simulator.listCharges(1_000)) ?? [];
    await checkWorld(databaseUrl, { charges: charges.map(({ reference }) => ({ reference, isPaid: false })) });
  });
});
