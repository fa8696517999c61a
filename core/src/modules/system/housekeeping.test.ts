import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { forgetOldKeys } from './housekeeping.ts';

let node: TestNode;
let world: World;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  await connect(node.app, world);
});
afterAll(() => node.close());

const age = (key: string, columns: string) =>
  node.app.database.write(world.platformId, [
    {
      text: `UPDATE idempotency_key SET created_at = now() - interval '32 days' ${columns} WHERE key = $1`,
      values: [key],
    },
  ]);

describe('forgetOldKeys', () => {
  it('forgets what was answered long ago, and keeps what is young or still open', async () => {
    for (const key of ['old', 'young', 'open']) await buy(node.app, pixPurchase(world), key);
    await age('old', '');
    await age('open', ', response_status = NULL');

    expect(await forgetOldKeys(node.app)).toBe(1);

    const [result] = await node.app.database.read(world.platformId, [
      { text: 'SELECT key FROM idempotency_key ORDER BY key', values: [] },
    ]);
    expect(result?.rows).toEqual([{ key: 'open' }, { key: 'young' }]);
  });
});
