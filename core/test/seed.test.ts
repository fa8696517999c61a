/** The demo that `npm start` opens with, on new databases and on those of earlier versions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoSummary, seed } from '../../tools/src/seed.ts';
import { hashPassword } from '../src/modules/session/passwords.ts';
import { buildNode, createDatabase, TEST_KEY, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { openSession, signIn } from './people.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let directory: string;
let inspector: Inspector;
let node: TestNode;

const plant = (): Promise<DemoSummary> =>
  seed({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: TEST_KEY,
    LOG_LEVEL: 'silent',
    SIMULATORS: 'on',
    PORT: '3999',
    MEDIA_DIRECTORY: directory,
  });

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

describe('seed', () => {
  it('says where sellers sign in, and they can', async () => {
    const { dashboards, checkouts } = await plant();

    expect(checkouts.length).toBeGreaterThan(4);
    expect(dashboards).toHaveLength(2);
    for (const { title, url, login, password } of dashboards) {
      expect([title, url]).toEqual(['Painel do vendedor', 'http://localhost:3999/login']);
      const headers = await openSession(node.app, login, { password });
      const sales = await node.app.inject({ url: '/api/sales.listSales', headers });
      expect(sales.json()).toEqual({ sales: [], next: null });
    }
  });

  it('lets sellers in whom an earlier version planted without a password', async () => {
    await inspector.rows('UPDATE person SET password_hash = NULL');
    await inspector.rows('DELETE FROM role_grant');

    const { dashboards } = await plant();

    for (const { login, password } of dashboards) {
      expect((await signIn(node.app, login, { password })).json().roles).toEqual(['seller']);
    }
  });

  it('leaves a password that somebody chose', async () => {
    const [first] = (await plant()).dashboards as [DemoSummary['dashboards'][number]];
    await inspector.rows('UPDATE person SET password_hash = $1 WHERE email = $2', [
      await hashPassword('escolhida-por-mim'),
      first.login,
    ]);

    await plant();

    expect((await signIn(node.app, first.login, { password: first.password })).statusCode).toBe(401);
    expect((await signIn(node.app, first.login, { password: 'escolhida-por-mim' })).statusCode).toBe(200);
  });
});
