/** Another encryption key, without a platform that loses what it keeps. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode, TEST_KEY, type TestNode } from '../../test/build.ts';
import { type Inspector, openInspector } from '../../test/inspect.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../test/world.ts';

let first: TestNode;
let inspector: Inspector;
const worlds: World[] = [];
const NEW_KEY = randomBytes(32).toString('base64');

beforeAll(async () => {
  first = await buildNode();
  inspector = await openInspector(first.databaseUrl);
  for (const host of ['*', 'second.example.com']) {
    const world = await createWorld(first.app, { host });
    await connect(first.app, world);
    worlds.push(world);
  }
});
afterAll(async () => {
  await inspector?.close();
  await first?.close();
});

async function boot(env: Record<string, string>): Promise<TestNode> {
  const node = await buildNode({ databaseUrl: first.databaseUrl, env });
  onTestFinished(() => node.close());
  return node;
}
const readWrapped = () =>
  inspector.rows<{ wrapped: string }>(
    `SELECT encode(wrapped_key, 'hex') AS wrapped FROM platform_key ORDER BY platform_id, version`,
  );
const sell = async (node: TestNode) => (await buy(node.app, pixPurchase(worlds[0] as World))).statusCode;

describe('another ENCRYPTION_KEY', () => {
  it('opens nothing by itself, and says which variable names the earlier one', async () => {
    const node = await boot({ ENCRYPTION_KEY: NEW_KEY });

    await expect(node.app.dataKeys.list((worlds[0] as World).platformId)).rejects.toThrow('ENCRYPTION_KEY_PREVIOUS');
    expect(await sell(node)).toBe(422);
  });

  it('wraps every platform’s keys anew once the earlier one is named, by two nodes that boot at once', async () => {
    const before = await readWrapped();
    const sealed = await first.app.dataKeys.seal((worlds[1] as World).platformId, 'a secret', 'somewhere');

    const env = {
      ENCRYPTION_KEY: NEW_KEY,
      ENCRYPTION_KEY_PREVIOUS: `${randomBytes(32).toString('base64')},${TEST_KEY}`,
    };
    const [node] = await Promise.all([boot(env), boot(env)]);
    const after = await readWrapped();

    expect(after.length).toBe(before.length);
    expect(after.filter(({ wrapped }) => before.some((row) => row.wrapped === wrapped))).toEqual([]);
    expect(await sell(node)).toBe(200);
    const opened = await node.app.dataKeys.open(
      (worlds[1] as World).platformId,
      sealed.keyVersion,
      sealed.sealed,
      'somewhere',
    );
    expect(opened.toString()).toBe('a secret');
    expect(await node.app.dataKeys.rewrap()).toBe(0);
    expect(await readWrapped()).toEqual(after);
  });

  it('needs the earlier one no more afterwards', async () => {
    expect(await sell(await boot({ ENCRYPTION_KEY: NEW_KEY }))).toBe(200);
  });

  it('and one platform whose key nobody has leaves the others alone', async () => {
    const [lost, other] = worlds as [World, World];
    await inspector.rows(`UPDATE platform_key SET wrapped_key = '\\x00' WHERE platform_id = $1`, [lost.platformId]);

    const node = await boot({ ENCRYPTION_KEY: TEST_KEY, ENCRYPTION_KEY_PREVIOUS: NEW_KEY });

    expect((await node.app.dataKeys.list(other.platformId)).size).toBe(1);
    await expect(node.app.dataKeys.list(lost.platformId)).rejects.toThrow(lost.platformId);
    const plain = await boot({ ENCRYPTION_KEY: TEST_KEY });
    expect((await plain.app.dataKeys.list(other.platformId)).size).toBe(1);
  });

  it('still understands what pages and providers sent for the earlier one', async () => {
    const node = await boot({ ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_PREVIOUS: TEST_KEY });

    expect(node.app.sealKeys.findPrivateKey(first.app.sealKeys.kid)).not.toBeNull();
    expect(node.app.sealKeys.findPrivateKey(node.app.sealKeys.kid)).toBe(node.app.sealKeys.privateKey);
    expect(first.app.sealKeys.findPrivateKey(node.app.sealKeys.kid)).toBeNull();
    expect(first.app.sealKeys.findPrivateKey(undefined)).toBeNull();
  });
});
