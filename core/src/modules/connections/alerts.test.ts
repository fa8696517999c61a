import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff } from '../../../test/staff.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';
import { findThreshold, warnOfExpiringCertificates } from './alerts.ts';

const ENDS = '2026-12-31T12:00:00.000Z';
let now: Date;
const clock = { now: () => now };
let nodes: [TestNode, TestNode];
let inspector: Inspector;
let world: World;
let connectionId: string;

beforeAll(async () => {
  now = new Date('2026-01-01T00:00:00Z');
  const first = await buildNode({ clock });
  nodes = [first, await buildNode({ clock, databaseUrl: first.databaseUrl })];
  const { app } = first;
  inspector = await openInspector(first.databaseUrl);
  world = await createWorld(app, { host: 'operated.example.com' });
  const operator = await createWorld(app);
  const foreign = await createWorld(app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    operator.platformId,
    world.platformId,
  ]);
  const add = (platformId: string, email: string, role: 'master' | 'admin' | 'seller', permissions = false) =>
    openStaff(app, platformId, {
      email,
      name: email,
      roles: [role],
      permissions: permissions ? ['isConfigAvailable'] : [],
    });
  await add(world.platformId, 'master@operated', 'master');
  await add(world.platformId, 'admin@operated', 'admin', true);
  await add(world.platformId, 'blind-admin@operated', 'admin');
  await add(world.platformId, 'seller@operated', 'seller');
  const gone = await add(world.platformId, 'gone@operated', 'master');
  await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [gone.id]);
  await add(operator.platformId, 'master@operator', 'master');
  await add(operator.platformId, 'admin@operator', 'admin', true);
  await add(foreign.platformId, 'master@foreign', 'master');
  ({ id: connectionId } = await connect(app, world, { name: 'Banco' }));
  await connect(app, foreign);
});
afterAll(async () => {
  await inspector?.close();
  for (const node of nodes?.toReversed() ?? []) await node.close();
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM notification');
  await inspector.rows('DELETE FROM mail');
  await inspector.rows(`UPDATE provider_connection SET status = 'ENABLED'`);
  await inspector.rows(`UPDATE provider_credential SET alerted_days = NULL, certificate = NULL`);
  await replace(ENDS);
});

const replace = (validTo: string) =>
  inspector.rows(
    `UPDATE provider_credential SET certificate = jsonb_build_object('validTo', $2::text), alerted_days = NULL
     WHERE connection_id = $1 AND name = 'secretKey'`,
    [connectionId, validTo],
  );
/** Runs the job on both nodes. Returns who was notified. */
async function runCheck(days: number, validTo = ENDS): Promise<string[]> {
  now = new Date(Date.parse(validTo) - days * 86_400_000);
  const known = await readTold();
  await Promise.all(nodes.map(({ app }) => warnOfExpiringCertificates(app)));
  return (await readTold()).slice(known.length).sort();
}
const readTold = async () => {
  const rows = await inspector.rows<{ email: string }>(
    `SELECT p.email FROM notification n JOIN person p ON p.platform_id = n.platform_id AND p.id = n.person_id
     WHERE n.type = 'connection.certificateExpiring' ORDER BY n.created_at, n.id`,
  );
  return rows.map(({ email }) => email);
};
const EVERYBODY = ['admin@operated', 'master@operated', 'master@operator'];

describe('findThreshold', () => {
  it.each([
    [61, null],
    [60, 60],
    [31, 60],
    [30, 30],
    [15.5, 30],
    [15, 15],
    [7, 7],
    [1.5, 7],
    [1, 1],
    [-3, 1],
  ])('%d days before the end it is %s', (days, threshold) => {
    const validTo = new Date(ENDS);
    expect(findThreshold(validTo, new Date(validTo.getTime() - days * 86_400_000))).toBe(threshold);
  });
});

describe('warnOfExpiringCertificates', () => {
  it('tells once at each threshold whoever can do something about it, and nobody else', async () => {
    expect(await runCheck(61)).toEqual([]);
    for (const days of [60, 30, 15, 7, 1]) {
      expect(await runCheck(days), `${days} days`).toEqual(EVERYBODY);
      expect(await runCheck(days - 0.2), `a little after ${days} days`).toEqual([]);
    }
    expect(await runCheck(-5)).toEqual([]);
  });

  it('makes up for missed days with the nearest threshold alone', async () => {
    expect(await runCheck(12)).toEqual(EVERYBODY);
    expect(await runCheck(11)).toEqual([]);
    expect(await runCheck(-1)).toEqual(EVERYBODY);
  });

  it('says which connection, until when, and leads to the page of each reader', async () => {
    await runCheck(20);

    const rows = await inspector.rows(
      `SELECT p.email, n.parameters, n.href FROM notification n JOIN person p ON p.id = n.person_id ORDER BY p.email`,
    );
    const parameters = { connection: 'Banco', expiresAt: ENDS };
    expect(rows).toEqual([
      { email: 'admin@operated', parameters, href: '/admin-root/platform-settings/acquirings' },
      { email: 'master@operated', parameters, href: `/master-root/platforms/${world.platformId}` },
      { email: 'master@operator', parameters, href: `/master-root/platforms/${world.platformId}` },
    ]);
    const mails = await inspector.rows('SELECT recipient, template FROM mail ORDER BY recipient');
    expect(mails).toEqual(EVERYBODY.map((recipient) => ({ recipient, template: 'certificate-expiring' })));
  });

  it('begins anew with another certificate, and lets disabled connections be', async () => {
    await runCheck(1);
    const later = '2027-12-31T12:00:00.000Z';
    await replace(later);

    expect(await runCheck(61, later)).toEqual([]);
    expect(await runCheck(59, later)).toEqual(EVERYBODY);
    await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    expect(await runCheck(6, later)).toEqual([]);
  });

  it('runs every day by itself', async () => {
    const [row] = await inspector.rows(`SELECT 1 AS found FROM pgboss.queue WHERE name = 'connections.certificates'`);

    expect(row).toEqual({ found: 1 });
  });
});
