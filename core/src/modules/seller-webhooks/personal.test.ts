/** Notifications reach the address of a person: signed, once each, as the person chose, and nobody else's. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notificationWebhookBodySchema } from '@feira/schemas/notification-webhook';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type Laned, Lanes } from '../../shared/lanes.ts';
import type { NewNotification } from '../notifications/model.ts';
import { prepareNotification } from '../notifications/service.ts';
import { DUE } from './delivery-model.ts';
import { createSender } from './sender.ts';

const ajv = new Ajv({ strict: false });
addFormats(ajv);

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

let node: TestNode;
let inspector: Inspector;
let receiver: Server;
let sender: ReturnType<typeof createSender>;
let world: World;
let person: Staff;
let other: Staff;
let received: Received[] = [];
/** The answers to the next requests, instead of 200. */
let answers: number[] = [];
const clock = movableClock();

beforeAll(async () => {
  node = await buildNode({ clock });
  inspector = await openInspector(node.databaseUrl);
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sender = createSender(node.app, { allowPrivateHosts: true, timeoutMs: 120_000 });
  world = await createWorld(node.app);
  person = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  other = await openStaff(node.app, world.platformId, { roles: ['seller'] });
});
afterAll(async () => {
  await sender?.close();
  receiver?.close();
  await inspector?.close();
  await node?.close();
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM seller_webhook; DELETE FROM notification_preference; DELETE FROM notification');
  await inspector.rows('UPDATE person SET quiet_from = NULL, quiet_until = NULL, locale = NULL');
  received = [];
  answers = [];
});

const call = async (name: string, payload: object = {}, as = person) =>
  (await node.app.inject({ method: 'POST', url: `/api/${name}`, headers: as.headers, payload })).json();
const ask = async (name: string, as = person) =>
  (await node.app.inject({ url: `/api/${name}`, headers: as.headers })).json();
const setAddress = (extra: object = {}, as = person) =>
  call('sellerWebhooks.setNotificationWebhook', { url: 'https://hooks.example/me', isEnabled: true, ...extra }, as);

/** Gives the person an address, and leads it to the receiver of the test. */
async function open(as = person): Promise<string> {
  const { secret } = await setAddress({}, as);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { port } = receiver.address() as AddressInfo;
  await inspector.rows('UPDATE seller_webhook SET url = $2 WHERE seller_id = $1', [
    as.id,
    `http://127.0.0.1:${port}/me`,
  ]);
  return secret;
}

const SALE: NewNotification = {
  type: 'sale.approved',
  parameters: { title: 'Curso de Pão', buyerName: 'João Comprador', amount: 9_990, currency: 'BRL' },
  href: '/platform/my-sales',
  source: 'payment.approved:1',
};
const tell = (notification: Partial<NewNotification> = {}, to = person) =>
  node.app.database.write(world.platformId, [
    prepareNotification(world.platformId, to.id, { ...SALE, source: newId(), ...notification }),
  ]);
async function send(): Promise<void> {
  await inspector.rows(`UPDATE seller_webhook_delivery SET due_at = now() WHERE state = 'WAITING'`);
  const claimed = await node.app.database.jobs.list(new Lanes<Laned>({ connection: 9, provider: 9 }).claim(DUE, 60));
  await Promise.all(claimed.map(sender.sendDue));
}
const states = () =>
  inspector.rows<{ state: string; problem: string | null }>(
    'SELECT state, problem FROM seller_webhook_delivery ORDER BY happened_at, id',
  );
const bodies = () => received.map(({ body }) => JSON.parse(body));

function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

describe('the address of a person', () => {
  it('gets each notification once, signed, in the language of the person and without the buyer', async () => {
    const secret = await open();
    await inspector.rows(`UPDATE person SET locale = 'en' WHERE id = $1`, [person.id]);
    await tell();
    await tell({}, other);
    await send();
    await send();

    expect(received).toHaveLength(1);
    const [first] = received;
    expect(isSigned(first!, secret)).toBe(true);
    const [body] = bodies();
    expect(ajv.validate(notificationWebhookBodySchema, body) || ajv.errorsText()).toBe(true);
    expect(body).toMatchObject({
      type: 'notification',
      isTest: false,
      data: { kind: 'sale.approved', title: 'Sale approved', subject: 'Curso de Pão', amount: 9_990, currency: 'BRL' },
    });
    expect(body.data.link).toMatch(/\/platform\/my-sales$/);
    expect(first?.body).not.toContain('João');
  });

  it('gets the topics that the person chose, as they are when it is sent; the other channels stay as they were', async () => {
    await open();
    await tell();
    await call('notifications.updatePreference', { topic: 'sales', webhook: false });
    await send();
    expect(received).toEqual([]);
    expect(await states()).toEqual([{ state: 'FAILED', problem: 'NOT_CHOSEN' }]);
    const sales = (await ask('notifications.getPreferences')).topics.find(
      ({ topic }: { topic: string }) => topic === 'sales',
    );
    expect(sales).toEqual({ topic: 'sales', bell: true, email: 'EACH', push: true, webhook: false });

    await call('notifications.updatePreference', { topic: 'sales', webhook: true, email: 'OFF' });
    await tell();
    await send();
    expect(received).toHaveLength(1);
  });

  it('hears nothing in the quiet hours but what concerns the safety of the account, and the rest at their end', async () => {
    await open();
    const hours = { timeZone: 'America/Sao_Paulo', quiet: { from: '00:00', until: '23:59' } };
    await call('notifications.updateHours', hours);
    await tell();
    await tell({ type: 'account.passwordChanged', parameters: {}, href: '/account' });
    await send();
    expect(bodies().map(({ data }) => [data.kind, data.title])).toEqual([
      ['account.passwordChanged', 'A senha da sua conta foi trocada'],
    ]);
    const [held] = await inspector.rows<{ wait: number; attempts: number }>(
      `SELECT extract(epoch FROM due_at - now())::int AS wait, attempts FROM seller_webhook_delivery WHERE state = 'WAITING'`,
    );
    expect(held?.attempts).toBe(0);
    expect(held!.wait).toBeGreaterThan(0);

    await call('notifications.updateHours', { ...hours, quiet: null });
    await send();
    expect(received).toHaveLength(2);
  });

  it('is tried again, and is switched off with a mail once nothing arrived for three days', async () => {
    await open();
    await tell();
    answers = [500];
    await send();
    expect(await states()).toEqual([{ state: 'WAITING', problem: 'REFUSED' }]);
    await inspector.rows(`UPDATE seller_webhook SET failing_since = now() - interval '4 days'`);
    answers = [500];
    await send();

    expect(await ask('sellerWebhooks.getNotificationWebhook')).toMatchObject({
      webhook: { isEnabled: false, offReason: 'FAILING' },
    });
    const [notice] = await inspector.rows<{ id: string; href: string }>(
      `SELECT id, href FROM notification WHERE type = 'webhook.switchedOff' AND person_id = $1`,
      [person.id],
    );
    expect(notice?.href).toBe('/account');
    expect(
      await inspector.rows('SELECT 1 AS one FROM notification_mail WHERE notification_id = $1', [notice?.id]),
    ).toHaveLength(1);
    await tell();
    expect((await states()).every(({ state }) => state === 'FAILED')).toBe(true);
  });

  it('keeps its secret when it changes, replaces it when asked to, and shows each once', async () => {
    const first = await open();
    expect(await setAddress({ url: 'https://hooks.example/other' })).toEqual({ secret: null });
    const { secret } = await setAddress({ isSecretNew: true });
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(first);
    const { port } = receiver.address() as AddressInfo;
    await inspector.rows('UPDATE seller_webhook SET url = $1', [`http://127.0.0.1:${port}/me`]);
    await call('sellerWebhooks.testNotificationWebhook');
    await send();
    expect([isSigned(received[0]!, first), isSigned(received[0]!, secret)]).toEqual([true, true]);
    expect(bodies()).toMatchObject([{ type: 'notification', isTest: true }]);
    expect(JSON.stringify(await ask('sellerWebhooks.getNotificationWebhook'))).not.toContain('whsec_');
  });

  it('is public, is one for each person even when asked for at once, and is nobody’s webhook of events', async () => {
    for (const url of ['https://localhost/x', 'https://10.0.0.1/x', 'https://user:pass@hooks.example/x'])
      expect(await setAddress({ url })).toMatchObject({ code: 'SELLER_WEBHOOK_ADDRESS' });
    await Promise.all([setAddress(), setAddress(), setAddress()]);
    const rows = await inspector.rows<{ id: string }>('SELECT id FROM seller_webhook');
    expect(rows).toHaveLength(1);
    expect((await ask('sellerWebhooks.list')).webhooks).toEqual([]);
    const webhookId = rows[0]!.id;
    expect(await call('sellerWebhooks.remove', { webhookId, version: 1 })).toMatchObject({
      code: 'SELLER_WEBHOOK_NOT_FOUND',
    });
    expect(await ask('sellerWebhooks.getNotificationWebhook', other)).toEqual({ webhook: null });
    await call('sellerWebhooks.removeNotificationWebhook');
    expect(await ask('sellerWebhooks.getNotificationWebhook')).toEqual({ webhook: null });
  });
});

it('is told to the log by its host: the rest of an address may be a secret', async () => {
  await setAddress({ url: 'https://hooks.example/T0/secret-path' });
  await setAddress({ url: 'https://hooks.example/T0/secret-path?key=2', isEnabled: false });
  const { id } = person;
  const events = await inspector.rows<{ text: string }>(
    `SELECT subject_name || details::text AS text FROM audit_event WHERE actor_id = $1 AND type LIKE 'sellerWebhook.%'`,
    [id],
  );
  expect(events.length).toBeGreaterThanOrEqual(2);
  const text = events.map((event) => event.text).join();
  expect(text).toContain('https://hooks.example/…');
  expect(text).not.toContain('secret-path');
});
