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
import { sumUp } from './mails.ts';
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
  const choose = async (topic: string, email: string) => {
    const answer = await node.app.inject({
      method: 'POST',
      url: '/api/notifications.updatePreference',
      headers: seller.headers,
      payload: { topic, email },
    });
    expect(answer.statusCode).toBe(200);
  };
  const mails = () => readMails(node.app, inspector, platformId, seller.email);
  return { platformId, host, seller, tell, settle, choose, mails };
}

/** Makes the summary due, and waits until one of the nodes has taken it. */
async function becomeMorning(platformId: string): Promise<void> {
  await inspector.rows(`UPDATE notification_mail SET due_at = now() - interval '1 second' WHERE platform_id = $1`, [
    platformId,
  ]);
  await expect
    .poll(() => inspector.rows('SELECT 1 FROM notification_mail WHERE platform_id = $1', [platformId]))
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
    expect(await modes()).toContainEqual({ topic: 'sales', email: 'EACH' });

    expect((await follow(host, link, 'POST', 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
    expect(await modes()).toContainEqual({ topic: 'sales', email: 'OFF' });
    expect(await modes()).toContainEqual({ topic: 'refunds', email: 'EACH' });
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

describe('notifications.getPreferences', () => {
  it('shows the topics of the person’s roles, and nobody changes another person’s', async () => {
    const { host, platformId, seller, choose } = await openSeller();
    const admin = await openStaff(node.app, platformId, { roles: ['admin'], host });
    await choose('sales', 'DAILY');

    const read = async (headers: Record<string, string>) =>
      (await node.app.inject({ url: '/api/notifications.getPreferences', headers })).json().topics;

    expect(await read(admin.headers)).toEqual([{ topic: 'work', email: 'DAILY' }]);
    const own = await read(seller.headers);
    expect(own.map(({ topic }: { topic: string }) => topic)).toEqual(NOTIFICATION_TOPICS.slice(0, -1));
    expect(own[0]).toEqual({ topic: 'sales', email: 'DAILY' });
  });
});

describe('sumUp', () => {
  it('counts what has no amount', () => {
    const notice = { type: 'partner.requested', parameters: { title: 'Curso' }, href: null } as const;

    expect(sumUp([notice, notice])).toEqual([{ type: 'partner.requested', count: 2, sums: [] }]);
  });
});
