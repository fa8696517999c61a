/** `npm start` opens with the demo, on new databases and on those of earlier versions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entrance } from '@feira/schemas/procedures/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoSummary, seed } from '../../tools/src/demo/seed.ts';
import { hashPassword } from '../src/modules/session/passwords.ts';
import { buildNode, createDatabase, TEST_KEY, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { readCookie } from './people.ts';
import { createWorld } from './world.ts';

const FEIRA = 'http://localhost:3999';
const SERRA = 'http://serra.localhost:3999';

let database: Awaited<ReturnType<typeof createDatabase>>;
let directory: string;
let inspector: Inspector;
let node: TestNode;

const getEnvironment = () => ({
  DATABASE_URL: database.url,
  ENCRYPTION_KEY: TEST_KEY,
  LOG_LEVEL: 'silent',
  SIMULATORS: 'on',
  PORT: '3999',
  MEDIA_DIRECTORY: directory,
  MAILBOX: 'on',
});
const plant = (): Promise<DemoSummary> => seed(getEnvironment(), { password: 'demo-planted' });

beforeAll(async () => {
  database = await createDatabase();
  directory = await mkdtemp(join(tmpdir(), 'feira-media-'));
  inspector = await openInspector(database.url);
  await plant();
  node = await buildNode({ databaseUrl: database.url });
});
afterAll(async () => {
  await node.close();
  await inspector.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

const ENTRANCES: Record<string, Entrance> = {
  '/login': 'platform',
  '/manager-login': 'manager',
  '/admin-root-login': 'admin',
  '/master-root-login': 'master',
};

/** Signs in at the login page and host that the summary names. */
const signInAt = (url: string, email: string, password: string) => {
  const { host, pathname } = new URL(url);
  const entrance = ENTRANCES[pathname];
  return node.app.inject({
    method: 'POST',
    url: '/api/session.signIn',
    headers: { host, 'sec-fetch-site': 'same-origin' },
    payload: { email, password, ...(entrance && { entrance }) },
  });
};

const findLogin = ({ dashboards }: DemoSummary, email: string) => {
  const found = dashboards.find(({ login }) => login === email);
  if (!found) throw new Error(`The summary says nothing of ${email}.`);
  return found;
};

describe('seed', () => {
  it('says where everybody signs in, and they can', async () => {
    const { dashboards, password } = await plant();

    const roles: Record<string, string[]> = {};
    for (const { url, login } of dashboards) {
      if (url.endsWith('/customer-login')) continue;
      const answer = await signInAt(url, login, password);
      expect([login, answer.statusCode]).toEqual([login, 200]);
      roles[login] = answer.json().heldRoles;
    }
    expect(roles).toEqual({
      'maria@demo.example': ['seller'],
      'cafe@demo.example': ['seller'],
      'afiliada@demo.example': ['affiliate'],
      'coprodutor@demo.example': ['co-producer'],
      'gerente@demo.example': ['manager'],
      'admin@demo.example': ['admin'],
      'atendimento@demo.example': ['admin'],
      'master@demo.example': ['master'],
      'queijaria@demo.example': ['seller'],
      'admin@serra.example': ['admin'],
    });
  });

  it('opens the checkouts of both platforms, each on its own host', async () => {
    const { checkouts } = await plant();

    expect(new Set(checkouts.map(({ url }) => new URL(url).origin))).toEqual(new Set([FEIRA, SERRA]));
    for (const { url, title } of checkouts) {
      const { host, pathname } = new URL(url);
      const id = pathname.split('/').at(-1);
      const on = async (at: string) =>
        (await node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${id}`, headers: { host: at } })).json();
      expect((await on(host)).title).toBe(title);
      expect((await on(host)).pixEnabled).toBe(true);
      const elsewhere = url.startsWith(SERRA) ? FEIRA : SERRA;
      expect((await on(new URL(elsewhere).host)).code).toBe('OFFER_NOT_FOUND');
    }
  });

  it('lets a seller look at sales, a manager look after Maria, and the master run the second platform', async () => {
    const summary = await plant();
    const { url, login } = findLogin(summary, 'maria@demo.example');
    const signedIn = await signInAt(url, login, summary.password);
    const headers = { cookie: readCookie(signedIn), host: new URL(url).host, 'sec-fetch-site': 'same-origin' };

    const sales = await node.app.inject({ url: '/api/sales.listSales', headers });

    expect(sales.json()).toEqual({ sales: [], next: null, count: 0 });
    expect(
      await inspector.rows(
        `SELECT p.email, m.email AS manager, o.name AS operator FROM person p
         JOIN person m ON m.platform_id = p.platform_id AND m.id = p.manager_id
         JOIN platform s ON s.name = 'Mercado da Serra' JOIN platform o ON o.platform_id = s.operator_id`,
      ),
    ).toEqual([{ email: 'maria@demo.example', manager: 'gerente@demo.example', operator: 'Feira' }]);
  });

  it('says where mails are shown, once a platform', async () => {
    const { mailboxes, isFactorRequired } = await plant();

    expect(mailboxes).toEqual([
      { platform: 'Feira', url: `${FEIRA}/mailbox` },
      { platform: 'Mercado da Serra', url: `${SERRA}/mailbox` },
    ]);
    expect(isFactorRequired).toBe(true);
  });

  it('gives support staff nothing to do with money', async () => {
    const [row] = await inspector.rows<{ permissions: string[] }>(
      `SELECT g.permissions FROM role_grant g JOIN person p ON p.id = g.person_id WHERE p.email = 'atendimento@demo.example'`,
    );

    expect(row?.permissions).toContain('isUsersAvailable');
    expect(row?.permissions.filter((name) => /Sales|Withdraw|Antecipation|Charge|Bank|Config/.test(name))).toEqual([]);
  });

  it('refuses what an earlier start left in part', async () => {
    await inspector.rows('UPDATE platform SET is_demo = false');
    try {
      await expect(plant()).rejects.toThrow(/npm start -- --reset/);
    } finally {
      await inspector.rows('UPDATE platform SET is_demo = true');
    }
  });

  it('leaves what somebody chose: a password, a role taken away, an offer deleted', async () => {
    const summary = await plant();
    const { url, login } = findLogin(summary, 'maria@demo.example');
    const chosen = 'escolhida-por-mim';
    await inspector.rows('UPDATE person SET password_hash = $1 WHERE email = $2', [await hashPassword(chosen), login]);
    await inspector.rows(
      `DELETE FROM role_grant WHERE person_id = (SELECT id FROM person WHERE email = 'atendimento@demo.example')`,
    );
    await inspector.rows(`DELETE FROM delivery_option WHERE description = 'Correios Sedex'`);

    await plant();

    expect((await signInAt(url, login, summary.password)).statusCode).toBe(401);
    expect((await signInAt(url, login, chosen)).statusCode).toBe(200);
    const support = findLogin(summary, 'atendimento@demo.example');
    expect((await signInAt(support.url, support.login, summary.password)).statusCode).toBe(401);
    expect(await inspector.rows(`SELECT 1 FROM delivery_option WHERE description = 'Correios Sedex'`)).toEqual([]);
  });

  it('gives everybody a new password when the old one is lost', async () => {
    const summary = await seed(getEnvironment(), { password: 'demo-drawn-anew', isNew: true });
    const { url, login } = findLogin(summary, 'maria@demo.example');

    expect((await signInAt(url, login, 'demo-planted')).statusCode).toBe(401);
    expect((await signInAt(url, login, 'demo-drawn-anew')).statusCode).toBe(200);
  });

  it('is refused by a database whose platforms are real', async () => {
    const empty = await createDatabase();
    const real = await buildNode({ databaseUrl: empty.url });
    try {
      await createWorld(real.app);

      await expect(
        seed({ ...getEnvironment(), DATABASE_URL: empty.url }, { password: 'demo-planted' }),
      ).rejects.toThrow(/npm start adds demo people: use an empty database/);
    } finally {
      await real.close();
      await empty.drop();
    }
  });

  it('is served at no public address', async () => {
    await expect(
      buildNode({ databaseUrl: database.url, env: { SIMULATORS: 'off', PUBLIC_URL: 'https://pay.example.com' } }),
    ).rejects.toThrow(/holds the demo platform/);
  });

  it('takes no host from anybody', async () => {
    await inspector.rows(`UPDATE platform_domain SET platform_id = (SELECT platform_id FROM platform WHERE name = 'Feira')
      WHERE host = 'serra.localhost'`);

    const { checkouts, dashboards } = await plant();

    expect(checkouts.every(({ url }) => url.startsWith(FEIRA))).toBe(true);
    expect(dashboards.every(({ platform }) => platform === 'Feira')).toBe(true);
  });
});
