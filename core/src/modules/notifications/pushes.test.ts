/** Notifications reach the browsers of those who want them there: each once, with two nodes, and readable for that browser alone. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import type { NewNotification } from './model.ts';
import { prepareNotification } from './service.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;

interface Received {
  endpoint: string;
  init: RequestInit & { headers: Record<string, string>; body: Uint8Array };
}
let received: Received[] = [];
/** Statuses of the push service by address; every other address answers 201. */
const statuses = new Map<string, number[]>();

/** The push service: it takes the place of the network for one host. */
const realFetch = globalThis.fetch;
const servePush: typeof fetch = async (address, init) => {
  const endpoint = String(address);
  if (!endpoint.startsWith('https://push.example/')) return realFetch(address, init);
  received.push({ endpoint, init: init as Received['init'] });
  return new Response(null, { status: statuses.get(endpoint)?.shift() ?? 201 });
};

beforeAll(async () => {
  vi.stubGlobal('fetch', servePush);
  const options = { isListening: true, env: { SWEEP_INTERVAL_MS: '50', MAIL_FROM: 'Feira <no-reply@feira.example>' } };
  node = await buildNode(options);
  second = await buildNode({ ...options, databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  received = [];
  statuses.clear();
});

const SALE: NewNotification = {
  type: 'sale.approved',
  parameters: { title: 'Curso de Pão', buyerName: 'João Comprador', amount: 9_990, currency: 'BRL' },
  href: '/platform/my-sales',
  source: 'payment.approved:1',
};

/** A browser: its keys, and what it reads out of a message by RFC 8291 and RFC 8188. */
function openBrowser(endpoint = `https://push.example/${newId()}`) {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  const read = (body: Uint8Array) => {
    const message = Buffer.from(body);
    const [salt, size, length] = [message.subarray(0, 16), message.readUInt32BE(16), message.readUInt8(20)];
    const sender = message.subarray(21, 21 + length);
    const record = message.subarray(21 + length);
    expect([length, record.length <= size, message.length <= 4_096]).toEqual([65, true, true]);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
    const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
    const derive = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  };
  const keys = { endpoint, p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
  return { ...keys, keys, read };
}

async function openSeller() {
  const host = `${newId()}.example`;
  const { platformId } = await createWorld(node.app, { host });
  const seller = await openStaff(node.app, platformId, { roles: ['seller'], host, email: `${newId()}@lojas.dev` });
  const call = async (procedure: string, payload: object, headers = seller.headers) => {
    const answer = await node.app.inject({ method: 'POST', url: `/api/${procedure}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const subscribe = async (browser: ReturnType<typeof openBrowser>, headers = seller.headers) =>
    expect(await call('notifications.subscribePush', browser.keys, headers)).toMatchObject({ status: 200 });
  const tell = (notification: NewNotification = SALE, personId = seller.id) =>
    node.app.database.write(platformId, [prepareNotification(platformId, personId, notification)]);
  /** Waits until a message waits for its second attempt; while it is under way it belongs to its node for longer. */
  const postponed = () =>
    expect
      .poll(() =>
        inspector.rows(
          `SELECT 1 FROM notification_push WHERE platform_id = $1 AND due_at < now() + interval '30 seconds' AND due_at > now()`,
          [platformId],
        ),
      )
      .toHaveLength(1);
  const queued = () => inspector.rows('SELECT 1 FROM notification_push WHERE platform_id = $1', [platformId]);
  const browsers = () => inspector.rows('SELECT 1 FROM push_subscription WHERE platform_id = $1', [platformId]);
  /** Waits until no message is left, so that each was sent or given up. */
  const finish = () => expect.poll(queued).toEqual([]);
  return { platformId, host, seller, call, subscribe, tell, postponed, finish, browsers };
}

describe('a notification', () => {
  it('is sent once to each browser, encrypted for it, with nothing of the buyer, and signed with our key', async () => {
    const { call, subscribe, tell, finish, seller } = await openSeller();
    const [phone, desktop] = [openBrowser(), openBrowser()];
    await subscribe(phone);
    await subscribe(desktop);

    await Promise.all([1, 2, 3].map(() => tell()));
    await finish();

    expect(received.map(({ endpoint }) => endpoint).sort()).toEqual([phone.endpoint, desktop.endpoint].sort());
    for (const { endpoint, init } of received) {
      const [own, other] = endpoint === phone.endpoint ? [phone, desktop] : [desktop, phone];
      expect(own.read(init.body)).toEqual({
        id: expect.any(String),
        type: 'sale.approved',
        parameters: { title: 'Curso de Pão', amount: 9_990, currency: 'BRL' },
        href: '/platform/my-sales',
        locale: 'pt-BR',
      });
      expect(() => other.read(init.body)).toThrow();
      expect(init).toMatchObject({ method: 'POST', redirect: 'manual', headers: { 'content-encoding': 'aes128gcm' } });
    }
    const preferences = await node.app.inject({ url: '/api/notifications.getPreferences', headers: seller.headers });
    const { pushKey } = preferences.json();
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(received[0]?.init.headers.authorization ?? '') ?? [];
    expect(key).toBe(pushKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(pushKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
      string,
      string,
    ];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: 'https://push.example',
      sub: 'mailto:no-reply@feira.example',
    });
    expect((await call('notifications.keepPush', { endpoint: phone.endpoint })).body).toEqual({ isOn: true });
  });

  it('is sent for the topics that its person chose, and about the safety of the account in any case', async () => {
    const { call, subscribe, tell, finish } = await openSeller();
    const browser = openBrowser();
    await subscribe(browser);
    await call('notifications.updatePreference', { topic: 'sales', push: false });
    await call('notifications.updatePreference', { topic: 'products', email: 'OFF', push: false });
    await call('notifications.updatePreference', { topic: 'refunds', email: 'OFF', bell: false });

    await tell();
    await tell({ ...SALE, type: 'product.blocked', source: 'product' });
    await tell({ ...SALE, type: 'account.passwordChanged', source: 'password' });
    await tell({ ...SALE, type: 'refund.requested', source: 'refund' });
    await finish();

    const types = received.map(({ init }) => browser.read(init.body).type);
    expect(types.toSorted()).toEqual(['account.passwordChanged', 'refund.requested']);
  });

  it('waits for the end of the quiet hours, which hold back nothing about the safety of the account', async () => {
    const { platformId, call, subscribe, tell } = await openSeller();
    const browser = openBrowser();
    await subscribe(browser);
    const clock = (hours: number) =>
      new Date(node.app.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16);
    await call('notifications.updateHours', { timeZone: 'UTC', quiet: { from: clock(-1), until: clock(2) } });

    await tell();
    await tell({ ...SALE, type: 'account.passwordChanged', source: 'password' });

    const held = () =>
      inspector.rows<{ until: string; attempts: number }>(
        `SELECT to_char(due_at AT TIME ZONE 'UTC', 'HH24:MI') AS until, attempts FROM notification_push WHERE platform_id = $1`,
        [platformId],
      );
    await expect.poll(held).toEqual([{ until: clock(2), attempts: 0 }]);
    expect(received.map(({ init }) => browser.read(init.body).type)).toEqual(['account.passwordChanged']);

    await call('notifications.updateHours', { timeZone: 'UTC', quiet: null });
    await inspector.rows(`UPDATE notification_push SET due_at = now() WHERE platform_id = $1`, [platformId]);
    await expect.poll(held).toEqual([]);

    expect(received.map(({ init }) => browser.read(init.body).type)).toEqual([
      'account.passwordChanged',
      'sale.approved',
    ]);
  });

  it('goes to nobody else: neither another person nor who had the browser before', async () => {
    const { platformId, host, subscribe, call, tell, finish, browsers } = await openSeller();
    const other = await openStaff(node.app, platformId, { roles: ['seller'], host });
    const browser = openBrowser();
    await subscribe(browser);
    expect((await call('notifications.keepPush', { endpoint: browser.endpoint }, other.headers)).body).toEqual({
      isOn: false,
    });
    await call('notifications.unsubscribePush', { endpoint: browser.endpoint }, other.headers);
    expect(await browsers()).toHaveLength(1);

    await subscribe(browser, other.headers);
    await tell();
    await finish();

    expect(received).toEqual([]);
    expect(await browsers()).toHaveLength(1);
  });

  it.each([
    [404, 0],
    [410, 0],
    [403, 1],
    [302, 1],
  ])(
    'leaves the queue where the push service answers %i, and the browser is forgotten where it is gone',
    async (status, left) => {
      const { subscribe, tell, finish, browsers } = await openSeller();
      const browser = openBrowser();
      await subscribe(browser);
      statuses.set(browser.endpoint, [status]);

      await tell();
      await finish();

      expect(received).toHaveLength(1);
      expect(await browsers()).toHaveLength(left);
    },
  );

  it.each([429, 500])('is sent again later where the push service answers %i', async (status) => {
    const { platformId, subscribe, tell, postponed, finish } = await openSeller();
    const browser = openBrowser();
    await subscribe(browser);
    statuses.set(browser.endpoint, [status]);

    await tell();
    await postponed();
    await inspector.rows('UPDATE notification_push SET due_at = now() WHERE platform_id = $1', [platformId]);
    await finish();

    expect(received).toHaveLength(2);
  });

  it('calls no address inside our network, and forgets it', async () => {
    const { subscribe, tell, finish, browsers } = await openSeller();
    let connections = 0;
    const inside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as { port: number };
    const browser = openBrowser();
    await subscribe(browser);
    // A name with a port is refused on the way in; here the row has it.
    await inspector.rows('UPDATE push_subscription SET endpoint = $2 WHERE endpoint = $1', [
      browser.endpoint,
      `https://127.0.0.1:${port}/x`,
    ]);

    await tell();
    await finish();
    inside.close();

    expect([connections, await browsers()]).toEqual([0, []]);
  });
});

describe('notifications.subscribePush', () => {
  it.each([
    ['endpoint', { endpoint: 'http://push.example/x' }, 400],
    ['endpoint', { endpoint: 'https://user@push.example/x' }, 400],
    ['endpoint', { endpoint: 'https://push.example:8443/x' }, 400],
    ['p256dh', { p256dh: `B${'A'.repeat(86)}` }, 422],
    ['auth', { auth: 'short' }, 400],
  ])('names the field %s of %j', async (field, change, status) => {
    const { call } = await openSeller();

    const answer = await call('notifications.subscribePush', { ...openBrowser().keys, ...change });

    expect([answer.status, answer.body.details[0].field]).toEqual([status, field]);
  });

  it('ends when the person signs out, also in a later session of the same browser', async () => {
    const { platformId, host, seller, call, subscribe, browsers } = await openSeller();
    const [phone, desktop] = [openBrowser(), openBrowser()];
    await subscribe(phone);
    await subscribe(desktop);
    const later = await openSessionOf(node.app, platformId, seller.id, { host });
    await call('notifications.keepPush', { endpoint: phone.endpoint }, later);

    expect((await call('session.signOut', { isEverywhere: false }, later)).status).toBe(200);
    expect(await browsers()).toHaveLength(1);
    expect((await call('notifications.keepPush', { endpoint: desktop.endpoint })).body).toEqual({ isOn: true });
    await call('notifications.unsubscribePush', { endpoint: desktop.endpoint });
    expect(await browsers()).toEqual([]);
  });
});
