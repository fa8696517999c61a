import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type NewNotification, purgeNotifications } from './model.ts';
import { prepareNotification } from './service.ts';

let node: TestNode;
let world: World;
let other: World;
let inspector: Inspector;
let maria: Record<string, string>;
let rival: { id: string; headers: Record<string, string> };
let stranger: Record<string, string>;

beforeAll(async () => {
  node = await buildNode({ isListening: true });
  const { app } = node;
  world = await createWorld(app);
  other = await createWorld(app, { host: 'other.example.com' });
  await connect(app, world);
  inspector = await openInspector(node.databaseUrl);
  // The table is never analysed, so that the plan does not depend on the machine's speed.
  await inspector.rows('ALTER TABLE notification SET (autovacuum_enabled = off)');
  await createPerson(app, world.platformId, { id: world.sellerId, email: 'maria@example.com', roles: ['seller'] });
  const { id } = await createPerson(app, world.platformId, { email: 'rival@example.com', roles: ['seller'] });
  await createPerson(app, other.platformId, { id: other.sellerId, email: 'maria@example.com', roles: ['seller'] });
  maria = await openSession(app, 'maria@example.com');
  rival = { id, headers: await openSession(app, 'rival@example.com') };
  stranger = await openSession(app, 'maria@example.com', { host: 'other.example.com' });
});
afterAll(async () => {
  await inspector.close();
  await node.close();
});
// A sign-in may notify of a new device.
beforeEach(() => inspector.rows('DELETE FROM notification'));

const device = (source: string): NewNotification => ({
  type: 'account.newDevice',
  parameters: { device: 'Firefox, Linux' },
  href: '/account',
  source,
});

/** Returns the id. */
async function addNotification(
  home: World,
  personId: string,
  notification: NewNotification,
  at?: string,
): Promise<string> {
  const statement = prepareNotification(home.platformId, personId, notification);
  await node.app.database.write(home.platformId, [statement]);
  const id = statement.values[1] as string;
  if (at) await inspector.rows('UPDATE notification SET created_at = $2 WHERE id = $1', [id, at]);
  return id;
}

interface Listed {
  notifications: { id: string; isRead: boolean; type: string; parameters: object; href: string | null }[];
  unread: number;
  next: string | null;
}

async function list(query: Record<string, string> = {}, headers = maria): Promise<Listed> {
  const url = `/api/notifications.listNotifications?${new URLSearchParams(query)}`;
  const answer = await node.app.inject({ method: 'GET', url, headers });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

const mark = (payload: object, headers = maria) =>
  node.app.inject({ method: 'POST', url: '/api/notifications.markRead', headers, payload });

describe('notifications.listNotifications', () => {
  it('shows what was told, to whom it was told', async () => {
    const mine = await addNotification(world, world.sellerId, device('session:1'));
    await addNotification(world, rival.id, device('session:1'));
    await addNotification(other, other.sellerId, device('session:1'));

    const { notifications, unread, next } = await list();

    expect(notifications).toEqual([
      {
        id: mine,
        type: 'account.newDevice',
        parameters: { device: 'Firefox, Linux' },
        href: '/account',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        isRead: false,
      },
    ]);
    expect([unread, next]).toEqual([1, null]);
    expect((await list({}, stranger)).notifications).toHaveLength(1);
  });

  it('tells one fact once, however often it is written', async () => {
    await addNotification(world, world.sellerId, device('session:1'));
    await addNotification(world, world.sellerId, device('session:1'));
    await addNotification(world, world.sellerId, device('session:2'));

    expect((await list()).notifications).toHaveLength(2);
  });

  it('pages newest first without gaps or repeats, also within one moment', async () => {
    const planted: { id: string; at: string }[] = [];
    for (let index = 0; index < 11; index++) {
      const at = `2026-05-10T12:00:00.1230${String(Math.floor(index / 4)).padStart(2, '0')}Z`;
      planted.push({ id: await addNotification(world, world.sellerId, device(`session:${index}`), at), at });
    }
    const expected = planted
      .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
      .map(({ id }) => id);

    for (const limit of [1, 3, 4, 10, 11, 50]) {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page: Listed = await list({ limit: String(limit), ...(next && { after: next }) });
        expect(page.notifications.length).toBeGreaterThan(0);
        seen.push(...page.notifications.map(({ id }) => id));
        next = page.next;
      } while (next);
      expect(seen).toEqual(expected);
    }
  });

  it('counts the unread up to 99', async () => {
    await inspector.rows(
      `INSERT INTO notification (platform_id, id, person_id, type, source)
       SELECT $1, gen_random_uuid(), $2, 'sale.approved', i::text FROM generate_series(1, 98) i`,
      [world.platformId, world.sellerId],
    );
    expect((await list()).unread).toBe(98);
    for (const source of ['a', 'b', 'c']) await addNotification(world, world.sellerId, device(source));

    expect((await list()).unread).toBe(99);
    expect((await list({}, rival.headers)).unread).toBe(0);
  });

  it('refuses an "after" that is none of ours, by name', async () => {
    const url = '/api/notifications.listNotifications?after=abc';
    const answer = await node.app.inject({ method: 'GET', url, headers: maria });

    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'after']);
  });

  it('asks for a session', async () => {
    const url = '/api/notifications.listNotifications';
    const answer = await node.app.inject({ method: 'GET', url, headers: { host: 'localhost' } });

    expect([answer.statusCode, answer.json().code]).toEqual([401, 'LOGIN_REQUIRED']);
  });
});

describe('notifications.markRead', () => {
  const readIds = async () =>
    (await inspector.rows<{ id: string }>('SELECT id FROM notification WHERE read_at IS NOT NULL ORDER BY id')).map(
      ({ id }) => id,
    );

  it('marks the named ones, and nobody else’s', async () => {
    const [first, second] = [
      await addNotification(world, world.sellerId, device('1')),
      await addNotification(world, world.sellerId, device('2')),
    ];
    const theirs = await addNotification(world, rival.id, device('1'));
    const foreign = await addNotification(other, other.sellerId, device('1'));

    const answer = await mark({ ids: [first, theirs, foreign, newId()] });

    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await readIds()).toEqual([first]);
    const { notifications, unread } = await list();
    expect(notifications.map(({ id, isRead }) => [id, isRead])).toEqual([
      [second, false],
      [first, true],
    ]);
    expect(unread).toBe(1);
  });

  it('marks all of one’s own where none is named, and none where the list is empty', async () => {
    const mine = [
      await addNotification(world, world.sellerId, device('1')),
      await addNotification(world, world.sellerId, device('2')),
    ];
    await addNotification(world, rival.id, device('1'));
    await addNotification(other, other.sellerId, device('1'));

    expect((await mark({ ids: [] })).statusCode).toBe(200);
    expect(await readIds()).toEqual([]);
    expect((await mark({})).statusCode).toBe(200);
    expect(await readIds()).toEqual(mine.toSorted());
  });

  it('keeps the time somebody first read it', async () => {
    const id = await addNotification(world, world.sellerId, device('1'));
    await mark({ ids: [id] });
    await inspector.rows(`UPDATE notification SET read_at = '2026-01-01T00:00:00Z'`);

    await mark({ ids: [id] });

    expect(await inspector.rows('SELECT read_at FROM notification')).toEqual([
      { read_at: new Date('2026-01-01T00:00:00Z') },
    ]);
  });

  it('is not for an administrator who looks on as somebody else', async () => {
    await createPerson(node.app, world.platformId, {
      email: 'admin@example.com',
      roles: ['admin', 'seller'],
      permissions: ['isUsersLoginAvailable'],
    });
    await openSession(node.app, 'admin@example.com');
    const seen = await openSession(node.app, 'maria@example.com');
    await inspector.rows(
      `UPDATE session SET impersonator_session_id = (
         SELECT s.id FROM session s JOIN person p ON p.id = s.person_id WHERE p.email = 'admin@example.com' LIMIT 1)
       WHERE id = (SELECT id FROM session WHERE person_id = $1 ORDER BY created_at DESC LIMIT 1)`,
      [world.sellerId],
    );

    const id = await addNotification(world, world.sellerId, device('1'));

    expect((await list({}, seen)).notifications.map((item) => item.id)).toContain(id);
    const answer = await mark({ ids: [id] }, seen);

    expect([answer.statusCode, answer.json().code]).toEqual([403, 'IMPERSONATION_FORBIDDEN']);
    expect(await readIds()).toEqual([]);
  });
});

describe('a payment', () => {
  it('tells its seller once when it is approved, refunded or disputed, however often that is delivered', async () => {
    const bought = await buy(node.app, pixPurchase(world));
    const [payment] = await inspector.rows<{ id: string }>('SELECT id FROM payment WHERE public_id = $1', [
      bought.json().paymentId,
    ]);
    const types = ['payment.approved', 'payment.refunded', 'payment.chargeback', 'payment.canceled'];
    for (const type of [...types, ...types]) {
      await inspector.rows('INSERT INTO outbox (platform_id, id, type, payment_id) VALUES ($1, $2, $3, $4)', [
        world.platformId,
        newId(),
        type,
        payment?.id,
      ]);
    }
    node.app.outbox.wake();
    await waitFor('every event was delivered', async () => {
      const [jobs] = await inspector.rows<{ count: string }>(
        `SELECT coalesce(sum(jsonb_array_length(data->'events')), 0)::int AS count FROM pgboss.job
          WHERE name = 'notifications.tell-seller' AND state = 'completed'`,
      );
      return Number(jobs?.count) === 6;
    });

    const { notifications } = await list();

    expect(notifications.map(({ type }) => type).toSorted()).toEqual([
      'sale.approved',
      'sale.chargeback',
      'sale.refunded',
    ]);
    for (const { parameters, href } of notifications) {
      expect(parameters).toEqual({
        title: 'Curso de Pão',
        buyerName: 'João Comprador',
        amount: 9_990,
        currency: 'BRL',
      });
      expect(href).toMatch(/^\/platform\/my-sales\/[0-9a-f-]{36}$/);
    }
    expect((await list({}, rival.headers)).notifications).toEqual([]);
    expect((await list({}, stranger)).notifications).toEqual([]);
  });

  it('that is really paid tells its seller', async () => {
    const bought = await buy(node.app, pixPurchase(world));
    const [attempt] = await inspector.rows<{ transaction_id: string; connection_id: string }>(
      `SELECT a.transaction_id, a.connection_id FROM payment_attempt a JOIN payment p ON p.id = a.payment_id WHERE p.public_id = $1`,
      [bought.json().paymentId],
    );
    const host = await node.app.simulators.get(attempt?.connection_id as string);

    await host?.simulator.pay(attempt?.transaction_id as string);
    await inspector.rows('UPDATE payment SET next_check_at = now()');

    const told = await waitFor('the seller hears of it', async () => (await list()).notifications[0]);
    expect(told.type).toBe('sale.approved');
  });
});

describe('old notifications', () => {
  it('are purged after 90 days', async () => {
    const old = await addNotification(world, world.sellerId, device('1'));
    const young = await addNotification(world, world.sellerId, device('2'));
    await inspector.rows(`UPDATE notification SET created_at = now() - interval '90 days 1 minute' WHERE id = $1`, [
      old,
    ]);
    await inspector.rows(`UPDATE notification SET created_at = now() - interval '89 days' WHERE id = $1`, [young]);

    await purgeNotifications(node.app);

    expect((await list()).notifications.map(({ id }) => id)).toEqual([young]);
  });
});
