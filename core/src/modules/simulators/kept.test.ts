import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildNode, createDatabase } from '../../../test/build.ts';
import { buy, connect, createWorld, pixPurchase } from '../../../test/world.ts';
import { checkPayment } from '../payments/service.ts';
import { findSimulator } from './service.ts';

/** The files of the folder that this process has open, where the system lists them. */
function listOpen(folder: string): string[] {
  const list = '/proc/self/fd';
  if (!existsSync(list)) return [];
  const targets = readdirSync(list).map((descriptor) => {
    try {
      return readlinkSync(join(list, descriptor));
    } catch {
      // The descriptor of this very look.
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder));
}

it('a simulator in a file knows its charges after a restart, and a closed node keeps no file open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'feira-simulators-'));
  const database = await createDatabase();
  onTestFinished(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const open = () => buildNode({ databaseUrl: database.url, env: { SIMULATOR_DIRECTORY: folder } });
  const first = await open();
  const world = await createWorld(first.app);
  const { id } = await connect(first.app, world);
  expect((await buy(first.app, pixPurchase(world))).statusCode).toBe(200);
  await first.close();
  expect(listOpen(folder)).toEqual([]);

  const second = await open();
  const [payment] = await second.app.database.list<{ id: string }>(world.platformId, {
    text: 'SELECT id FROM payment',
    values: [],
  });
  await checkPayment(second.app, world.platformId, payment!.id);
  const host = await findSimulator(second.app, id);
  expect(await host?.simulator.listCharges?.(10)).toMatchObject([{ paidAmount: 0 }]);
  await second.close();
});
