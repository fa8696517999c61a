/** Tests that the encryption key can change without losing a platform's secrets. */
import { randomBytes } from 'node:crypto';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode, TEST_KEY, type TestNode } from '../../test/build.ts';
import { type Inspector, openInspector } from '../../test/inspect.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../test/world.ts';
import { openToken } from '../modules/checkout/card.ts';
import type { ReceivedWebhook } from '../modules/webhooks/model.ts';
import { processWebhook } from '../modules/webhooks/service.ts';

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
    expect(await sell(node)).toBe(503);
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
    const platformId = (worlds[1] as World).platformId;
    const { token } = await connect(first.app, worlds[1] as World, {
      provider: 'asaas',
      settings: { webhookEmail: 'avisos@example.com' },
      secrets: { apiKey: '$aact_hmlg_0123456789', webhookAuthToken: 'token-0123456789-0123456789-0123456789' },
    });
    const received = await first.app.inject({
      method: 'POST',
      url: `/webhooks/asaas/${token}`,
      headers: {
        'content-type': 'application/json',
        'asaas-access-token': 'token-0123456789-0123456789-0123456789',
      },
      payload: { id: 'evt_1', event: 'PAYMENT_CREATED', payment: { id: 'pay_1' } },
    });
    expect(received.statusCode).toBe(200);
    const offer = { id: (worlds[1] as World).offerId };
    const card = { cardNumber: '4111111111111111', holderName: 'Ana', expMonth: 1, expYear: 2040, cvv: '123' };
    const claims = { ...card, offerId: offer.id, iat: Math.floor(Date.now() / 1000) };
    const { kid, publicJwk } = first.app.sealKeys;
    const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
      .encrypt(await importJWK(publicJwk as JWK, 'ECDH-ES'));
    const open = ({ app }: TestNode) =>
      openToken(app, offer, sealed, () => Promise.reject(new Error('No form is shown.')));

    const node = await boot({ ENCRYPTION_KEY: NEW_KEY, ENCRYPTION_KEY_PREVIOUS: TEST_KEY });
    const stranger = await boot({ ENCRYPTION_KEY: NEW_KEY });

    expect((await open(node)).input).toEqual({ card });
    await expect(open(stranger)).rejects.toMatchObject({ code: 'CARD_TOKEN_INVALID' });
    const [webhook] = await inspector.rows<ReceivedWebhook>(
      `SELECT platform_id AS "platformId", id, connection_id AS "connectionId", method, path, headers, query, body, part, 1 AS attempts, 0 AS replays
       FROM webhook WHERE platform_id = $1`,
      [platformId],
    );
    const reasons = [];
    for (const { app } of [node, stranger]) {
      app.cache.forgetAll();
      reasons.push((await processWebhook(app, webhook as ReceivedWebhook)).reason);
    }
    expect(reasons).toEqual(['EVENT PAYMENT_CREATED', 'SENDER_NOT_PROVEN']);
  });
});
