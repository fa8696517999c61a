/** Notifications reach by mail those who want them so: each once, with two nodes and however often a cause is reported. */
import { NOTIFICATION_TOPICS } from '@feira/schemas/rules/notification-topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readMails } from '../../../test/mails.ts';
import { openStaff } from '../../../test/staff.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { openMail } from '../mail/service.ts';
import { mailDue, sumUp } from './mails.ts';
import type { NewNotification } from './model.ts';
import { prepareNotification } from './service.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;

beforeAll(async () => {
  node = await buildNode({ isListening: true, env: { SWEEP_INTERVAL_MS: '50' } });
  second = await buildNode({ databaseUrl: node.databaseUrl, isListening: true, env: { SWEEP_INTERVAL_MS: '50' } });
  inspector = await openInspector(node.databaseUrl);
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
});

const SALE: NewNotification = {
  type: 'sale.approved',
  parameters: { title: 'Curso de Pão', buyerName: 'João Comprador', amount: 9_990, currency: 'BRL' },
  href: '/platform/my-sales',
  source: 'payment.approved:1',
};

async function openSeller({ isVerified = true } = {}) {
  const host = `${newId()}.example`;
  const { platformId } = await createWorld(node.app, { host });
  const seller = await openStaff(node.app, platformId, { roles: ['seller'], host, email: `${newId()}@lojas.dev` });
  if (isVerified) await inspector.rows('UPDATE person SET email_verified_at = now() WHERE id = $1', [seller.id]);
  const tell = (...notifications: NewNotification[]) =>
    node.app.database.write(
      platformId,
      notifications.map((notification) => prepareNotification(platformId, seller.id, notification)),
    );
  /** Waits until the queue holds nothing of the platform that is due. */
  const settle = () =>
    expect
      .poll(() =>
        inspector.rows(
          'SELECT 1 FROM notification_mail WHERE platform_id = $1 AND NOT (is_summary AND due_at > now())',
          [platformId],
        ),
      )
      .toEqual([]);
  const call = async (name: string, payload: object) => {
    const answer = await node.app.inject({ method: 'POST', url: `/api/${name}`, headers: seller.headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const choose = (topic: string, email: string) => call('notifications.updatePreference', { topic, email });
  const mails = () => readMails(node.app, inspector, platformId, seller.email);
  return { platformId, host, seller, tell, settle, call, choose, mails };
}

/** Makes the summaries due that hold such notifications, or all, and waits until one of the nodes has taken them. */
async function becomeMorning(platformId: string, types: string[] | null = null): Promise<void> {
  const chosen = `FROM notification n WHERE n.id = m.notification_id AND m.platform_id = $1 AND ($2::text[] IS NULL OR n.type = ANY ($2))`;
  await inspector.rows(
    `UPDATE notification_mail m SET due_at = now() - interval '1 second', summary_at = now() - interval '1 second' ${chosen}`,
    [platformId, types],
  );
  await expect
    .poll(() =>
      inspector.rows(
        `SELECT 1 FROM notification_mail m JOIN notification n ON n.id = m.notification_id
      WHERE m.platform_id = $1 AND ($2::text[] IS NULL OR n.type = ANY ($2))`,
        [platformId, types],
      ),
    )
    .toEqual([]);
}

describe('a notification', () => {
  it('is mailed once, with nothing of the buyer, however often it is told', async () => {
    const { platformId, tell, settle, mails, seller } = await openSeller();

    await Promise.all([1, 2, 3].map(() => tell(SALE)));
    await settle();
    // A node that died after it wrote the mail leaves its row.
    await inspector.rows(
      `INSERT INTO notification_mail (platform_id, notification_id, person_id)
       SELECT platform_id, id, person_id FROM notification WHERE person_id = $1`,
      [seller.id],
    );
    await settle();

    const written = await mails();
    expect(written).toMatchObject([
      { template: 'notice', parameters: { type: 'sale.approved', title: 'Curso de Pão', amount: 9_990 } },
    ]);
    expect(written[0]?.parameters.link).toMatch(/\/platform\/my-sales$/);
    expect(JSON.stringify(written)).not.toContain('João');
    const [row] = await inspector.rows<Parameters<typeof openMail>[1]>(
      `SELECT platform_id AS "platformId", id, template, locale, key_version AS "keyVersion", sealed_parameters AS "sealedParameters"
       FROM mail WHERE platform_id = $1`,
      [platformId],
    );
    const mail = row && (await openMail(node.app, row));
    expect(mail?.subject).toBe('Venda aprovada: Curso de Pão');
    expect(mail?.unsubscribeLink).toBe(written[0]?.parameters.unsubscribeLink);
    expect(mail?.text).toContain(`Parar de receber estes e-mails: ${mail?.unsubscribeLink}`);
  });

  it('names the deadline and the reason where there is one', async () => {
    const { tell, settle, mails } = await openSeller();

    await tell(
      {
        ...SALE,
        type: 'dispute.opened',
        parameters: { title: 'Curso', dueAt: '2026-12-01T02:59:59.000Z' },
        source: 'a',
      },
      { ...SALE, type: 'product.blocked', parameters: { title: 'Curso', reason: 'Sem nota fiscal' }, source: 'b' },
    );
    await settle();

    const found = (await mails()).map(({ parameters }) => [parameters.type, parameters.dueAt, parameters.reason]);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual(['dispute.opened', '2026-12-01T02:59:59.000Z', '']);
    expect(found).toContainEqual(['product.blocked', '', 'Sem nota fiscal']);
  });

  it('waits for one summary where its person chose so, and is not mailed where they chose nothing', async () => {
    const { platformId, tell, settle, choose, mails } = await openSeller();
    await choose('sales', 'DAILY');
    await choose('products', 'OFF');

    await tell(
      SALE,
      { ...SALE, source: 'payment.approved:2' },
      { ...SALE, parameters: { ...SALE.parameters, amount: 500, currency: 'USD' }, source: 'payment.approved:3' },
      { ...SALE, type: 'product.approved', parameters: { title: 'Curso' }, source: 'product:1' },
    );
    await settle();
    expect(await mails()).toEqual([]);
    const waiting = await inspector.rows<{ hour: number; isSoon: boolean }>(
      `SELECT extract(hour FROM due_at AT TIME ZONE 'America/Sao_Paulo')::int AS hour,
        due_at > now() AND due_at <= now() + interval '1 day' AS "isSoon"
       FROM notification_mail WHERE platform_id = $1`,
      [platformId],
    );
    expect(waiting).toEqual(Array(3).fill({ hour: 8, isSoon: true }));

    await becomeMorning(platformId);

    expect(await mails()).toMatchObject([
      {
        template: 'notice-summary',
        parameters: {
          lines: [
            {
              type: 'sale.approved',
              count: 3,
              sums: [
                { currency: 'BRL', amount: 19_980 },
                { currency: 'USD', amount: 500 },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('is not summed up for who turned its topic off meanwhile', async () => {
    const { platformId, tell, settle, choose, mails } = await openSeller();
    await choose('sales', 'DAILY');
    await tell(SALE);
    await settle();
    await choose('sales', 'OFF');

    await becomeMorning(platformId);

    expect(await mails()).toEqual([]);
  });

  it('is in the summary of its week alone, while another topic is summed up by the day', async () => {
    const { platformId, tell, settle, choose, mails } = await openSeller();
    await choose('sales', 'WEEKLY');
    await choose('products', 'DAILY');
    await tell(SALE, { ...SALE, type: 'product.approved', parameters: { title: 'Curso' }, source: 'product:1' });
    await settle();

    await becomeMorning(platformId, ['product.approved']);

    const types = async () => (await mails()).flatMap(({ parameters }) => parameters.lines);
    expect(await types()).toMatchObject([{ type: 'product.approved', count: 1 }]);
    const [left] = await inspector.rows<{ day: number; hour: number }>(
      `SELECT extract(isodow FROM due_at AT TIME ZONE 'America/Sao_Paulo')::int AS day,
        extract(hour FROM due_at AT TIME ZONE 'America/Sao_Paulo')::int AS hour
       FROM notification_mail WHERE platform_id = $1`,
      [platformId],
    );
    expect(left).toEqual({ day: 1, hour: 8 });

    await becomeMorning(platformId);

    expect(await types()).toHaveLength(2);
  });

  it('is summed up once, with all that came, by nodes that work on it at the same time and after one that died', async () => {
    const { platformId, tell, settle, choose, mails, seller } = await openSeller();
    await choose('sales', 'DAILY');
    await tell(...[1, 2, 3, 4].map((number) => ({ ...SALE, source: `payment.approved:${number}` })));
    await settle();
    const rows = await inspector.rows<{ notificationId: string }>(
      `UPDATE notification_mail SET summary_at = now() - interval '1 second' WHERE platform_id = $1
       RETURNING notification_id AS "notificationId"`,
      [platformId],
    );
    const due = rows.map(({ notificationId }) => ({
      platformId,
      notificationId,
      personId: seller.id,
      isSummary: true,
    }));
    // A node that dies before it commits leaves everything to the next one.
    const broken = Object.create(node.app, {
      findPlatformUrl: { value: () => Promise.reject(new Error('The node died.')) },
    }) as typeof node.app;
    await Promise.allSettled(due.map((row) => mailDue(broken, row)));
    expect(await mails()).toEqual([]);

    await Promise.all([...due, ...due].map((row, index) => mailDue((index % 2 ? node : second).app, row)));

    expect(await mails()).toMatchObject([{ template: 'notice-summary', parameters: { lines: [{ count: 4 }] } }]);
    expect(await inspector.rows('SELECT 1 FROM notification_mail WHERE platform_id = $1', [platformId])).toEqual([]);
  });

  it('waits until the quiet hours of its person end, by their clock, and is mailed once then', async () => {
    const { platformId, tell, call, mails, seller } = await openSeller();
    const clock = (hours: number) =>
      new Date(node.app.clock.now().getTime() + (hours - 4) * 3_600_000).toISOString().slice(11, 16);
    // Manaus is four hours behind, and has no summer time.
    const quiet = { from: clock(-1), until: clock(2) };
    await call('notifications.updateHours', { timeZone: 'America/Manaus', quiet });

    await tell(SALE);

    const held = () =>
      inspector.rows<{ until: string; isLater: boolean }>(
        `SELECT to_char(due_at AT TIME ZONE 'America/Manaus', 'HH24:MI') AS until, due_at > now() + interval '1 hour' AS "isLater"
         FROM notification_mail WHERE platform_id = $1`,
        [platformId],
      );
    await expect.poll(held).toEqual([{ until: quiet.until, isLater: true }]);
    expect(await mails()).toEqual([]);

    await inspector.rows('UPDATE person SET quiet_until = $2 WHERE id = $1', [seller.id, clock(0)]);
    await inspector.rows(`UPDATE notification_mail SET due_at = now() - interval '1 second' WHERE platform_id = $1`, [
      platformId,
    ]);
    await expect.poll(held).toEqual([]);

    expect(await mails()).toMatchObject([{ template: 'notice' }]);
  });

  it('counts as read where its topic is off the bell, and is mailed all the same', async () => {
    const { tell, settle, call, mails, seller } = await openSeller();
    await call('notifications.updatePreference', { topic: 'sales', bell: false });

    await tell(SALE, { ...SALE, type: 'product.approved', parameters: { title: 'Curso' }, source: 'product:1' });
    await settle();

    const list = await node.app.inject({ url: '/api/notifications.listNotifications', headers: seller.headers });
    const { notifications, unread } = list.json();
    expect(unread).toBe(1);
    const found = notifications.map(({ type, isRead }: { type: string; isRead: boolean }) => [type, isRead]);
    expect(found).toContainEqual(['sale.approved', true]);
    expect(found).toContainEqual(['product.approved', false]);
    expect(await mails()).toHaveLength(2);
  });

  it('goes to no address that nobody has proven', async () => {
    const { tell, settle, mails } = await openSeller({ isVerified: false });

    await tell(SALE);
    await settle();

    expect(await mails()).toEqual([]);
  });
});

describe('the link that ends mails', () => {
  const follow = (host: string, link: string, method: 'GET' | 'POST', body?: string) => {
    const { pathname, search } = new URL(link);
    return node.app.inject({
      method,
      url: pathname + search,
      headers: { host, ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(body !== undefined && { payload: body }),
    });
  };

  it('works with one click of a mail program and without signing in, for its topic alone; opening it changes nothing', async () => {
    const { host, tell, settle, mails, seller } = await openSeller();
    await tell(SALE);
    await settle();
    const [{ parameters } = { parameters: {} as Record<string, string> }] = await mails();
    const link = parameters.unsubscribeLink as string;
    const modes = async () =>
      (await node.app.inject({ url: '/api/notifications.getPreferences', headers: seller.headers })).json().topics;

    const page = await follow(host, link, 'GET');
    expect([page.statusCode, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(page.body).toContain('Vendas');
    expect(await modes()).toContainEqual({ topic: 'sales', email: 'EACH', push: true, bell: true, webhook: true });

    expect((await follow(host, link, 'POST', 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    expect(await modes()).toContainEqual({ topic: 'sales', email: 'OFF', push: true, bell: true, webhook: true });
    expect(await modes()).toContainEqual({ topic: 'refunds', email: 'EACH', push: true, bell: true, webhook: true });
    await tell({ ...SALE, source: 'payment.approved:9' });
    await settle();
    expect(await mails()).toHaveLength(1);
  });

  it('is refused changed, and on another platform', async () => {
    const [one, other] = [await openSeller(), await openSeller()];
    await one.tell(SALE);
    await one.settle();
    const [{ parameters } = { parameters: {} as Record<string, string> }] = await one.mails();
    const link = parameters.unsubscribeLink as string;

    for (const [host, address] of [
      [other.host, link],
      [one.host, link.replace('~sales', '~sales~refunds')],
      [one.host, link.slice(0, -1)],
      [one.host, link.split('?')[0] as string],
    ] as const)
      expect((await follow(host, address, 'POST', '')).statusCode).toBe(410);
    expect(await inspector.rows('SELECT 1 FROM notification_preference WHERE person_id = $1', [one.seller.id])).toEqual(
      [],
    );
  });
});

describe('notifications.updatePreference', () => {
  it('changes one channel and keeps the others', async () => {
    const { call, seller } = await openSeller();
    const read = async () =>
      (await node.app.inject({ url: '/api/notifications.getPreferences', headers: seller.headers })).json().topics[0];

    await call('notifications.updatePreference', { topic: 'sales', email: 'WEEKLY' });
    expect(await read()).toEqual({ topic: 'sales', email: 'WEEKLY', push: true, bell: true, webhook: true });
    await call('notifications.updatePreference', { topic: 'sales', push: false });
    await call('notifications.updatePreference', { topic: 'sales', email: 'EACH' });
    expect(await read()).toEqual({ topic: 'sales', email: 'EACH', push: false, bell: true, webhook: true });
    await call('notifications.updatePreference', { topic: 'sales', bell: false });
    expect(await read()).toEqual({ topic: 'sales', email: 'EACH', push: false, bell: false, webhook: true });
  });

  it('leaves pushes off for who got one mail a day before pushes could be chosen', async () => {
    const { platformId, seller } = await openSeller();
    await inspector.rows(
      `INSERT INTO notification_preference (platform_id, person_id, topic, email) VALUES ($1, $2, 'sales', 'DAILY')`,
      [platformId, seller.id],
    );

    const answer = await node.app.inject({ url: '/api/notifications.getPreferences', headers: seller.headers });

    expect(answer.json().topics[0]).toEqual({ topic: 'sales', email: 'DAILY', push: false, bell: true, webhook: true });
  });
});

describe('notifications.updateHours', () => {
  it('refuses a zone that does not exist and hours without an end', async () => {
    const { seller } = await openSeller();
    const set = async (payload: object) =>
      (
        await node.app.inject({
          method: 'POST',
          url: '/api/notifications.updateHours',
          headers: seller.headers,
          payload,
        })
      ).json();

    expect(await set({ timeZone: 'America/Atlantis', quiet: null })).toMatchObject({
      code: 'NOTIFICATION_HOURS_INVALID',
      details: [{ field: 'timeZone' }],
    });
    const empty = { from: '22:00', until: '22:00' };
    expect(await set({ timeZone: 'America/Sao_Paulo', quiet: empty })).toMatchObject({ details: [{ field: 'quiet' }] });
    expect(await set({ timeZone: 'America/Sao_Paulo', quiet: { from: '25:00', until: '07:00' } })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});

describe('notifications.getPreferences', () => {
  it('shows the topics of the person’s roles, and nobody changes another person’s', async () => {
    const { host, platformId, seller, choose } = await openSeller();
    const admin = await openStaff(node.app, platformId, { roles: ['admin'], host });
    await choose('sales', 'DAILY');

    const read = async (headers: Record<string, string>) =>
      (await node.app.inject({ url: '/api/notifications.getPreferences', headers })).json().topics;

    expect(await read(admin.headers)).toEqual([
      { topic: 'announcements', email: 'EACH', push: true, bell: true, webhook: true },
      { topic: 'work', email: 'DAILY', push: false, bell: true, webhook: true },
    ]);
    const own = await read(seller.headers);
    expect(own.map(({ topic }: { topic: string }) => topic)).toEqual(NOTIFICATION_TOPICS.slice(0, -1));
    expect(own[0]).toEqual({ topic: 'sales', email: 'DAILY', push: true, bell: true, webhook: true });
  });
});

describe('sumUp', () => {
  it('counts what has no amount', () => {
    const notice = { type: 'partner.requested', parameters: { title: 'Curso' }, href: null } as const;

    expect(sumUp([notice, notice])).toEqual([{ type: 'partner.requested', count: 2, sums: [] }]);
  });
});
