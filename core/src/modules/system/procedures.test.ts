/** Masters see how the installation is, and nothing of platforms that are not theirs. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_KEY } from '../../../test/build.ts';
import { captureLog } from '../../../test/capture-log.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase } from '../../../test/world.ts';
import { forgetAlerts } from './housekeeping.ts';
import { measureUpkeep, watchUpkeep } from './upkeep.ts';

const AUDIT = resolve(import.meta.dirname, '../../programs/ledger-audit.ts');

let market: Market;
let master: Staff;
beforeAll(async () => {
  market = await openMarket();
  master = await openStaff(market.node.app, market.world.platformId, { roles: ['master'] });
});
afterAll(() => market.close());

const ask = async (headers = master.headers) =>
  (await market.node.app.inject({ url: '/api/system.getStatus', headers })).json();

describe('system.getStatus', () => {
  it('shows this node with its version and clock, its queues, and what its providers did', async () => {
    const { app } = market.node;
    await buy(app, pixPurchase(market.world));
    await market.inspector.rows(
      `INSERT INTO connection_circuit (platform_id, connection_id, open_until, reason) VALUES ($1, $2, now() + interval '1 minute', 'UNAVAILABLE')`,
      [market.world.platformId, market.connectionId],
    );

    const { installation, connections } = await ask();

    expect(installation.nodes).toMatchObject([
      { id: app.nodes.id, isLive: true, version: '0.1.0', clockAheadMs: expect.any(Number) },
    ]);
    expect(installation.queues.map(({ queue }: { queue: string }) => queue)).toContain('seal');
    expect(connections).toMatchObject([
      {
        connectionId: market.connectionId,
        provider: 'sandbox',
        calls: 1,
        failed: 0,
        reason: 'UNAVAILABLE',
        restsUntil: expect.any(String),
      },
    ]);
  });

  it('counts the alerts of the last day, and forgets them after a week', async () => {
    const { app } = market.node;
    app.log.level = 'error';
    const alerts = async () => (await ask()).installation.alerts;

    for (const _ of [1, 2]) app.log.error({ alert: 'mail-failed' }, 'A mail failed');

    await waitFor('both are counted', async () => (await alerts())[0]?.count === 2);
    expect(await alerts()).toMatchObject([{ alert: 'mail-failed', count: 2 }]);
    await market.inspector.rows(`UPDATE alert_hour SET hour = hour - interval '25 hours'`);
    expect(await alerts()).toEqual([]);
    expect(await forgetAlerts(app)).toBe(0);
    await market.inspector.rows(`UPDATE alert_hour SET hour = hour - interval '7 days'`);
    expect(await forgetAlerts(app)).toBe(1);
  });

  it('says how the last audit ended and when the database was dumped, and alerts what is bad', async () => {
    const { app } = market.node;
    const upkeep = async () => (await ask()).installation.upkeep;
    const alerted = async () => {
      const lines = captureLog(app, 'debug');
      await watchUpkeep(app);
      return lines.map((line) => JSON.parse(line).alert);
    };
    expect(await upkeep()).toEqual({ audit: null, dump: null, log: null });
    expect(await alerted()).toEqual([]);

    const { status } = spawnSync(process.execPath, [AUDIT], {
      env: { PATH: process.env.PATH, DATABASE_URL: market.node.databaseUrl, ENCRYPTION_KEY: TEST_KEY },
    });
    expect(status).toBe(0);
    await market.inspector.rows('SELECT record_dump()');
    expect(await upkeep()).toEqual({
      audit: { endedAt: expect.any(String), problems: 0 },
      dump: { endedAt: expect.any(String) },
      log: null,
    });
    expect(await alerted()).toEqual([]);

    await market.inspector.rows(
      `UPDATE upkeep_run SET ended_at = ended_at - interval '9 days', problems = CASE kind WHEN 'DUMP' THEN 0 ELSE 3 END`,
    );
    expect((await upkeep()).audit.problems).toBe(3);
    expect(await alerted()).toEqual(['ledger-unsound', 'ledger-audit-old', 'backup-old']);
    await measureUpkeep(app);
    expect(await app.metrics.registry.metrics()).toMatch(/feira_upkeep_age_seconds\{run="dump"\} 77\d{4}\n/);
    expect(await app.metrics.registry.metrics()).toContain('feira_ledger_audit_problems 3');
  });

  it('lets a master release what a restore holds, once, with a fresh sign-in, and not the operated', async () => {
    const { app } = market.node;
    const release = async ({ headers }: Staff) =>
      (await app.inject({ method: 'POST', url: '/api/system.releaseOutgoing', headers, payload: {} })).json().code;
    const hold = async () => (await ask()).installation.hold;
    const operated = await createWorld(app, { host: 'operated.example.com' });
    await market.inspector.rows('UPDATE platform SET operator_id = $2 WHERE platform_id = $1', [
      operated.platformId,
      market.world.platformId,
    ]);
    const theirs = await openStaff(app, operated.platformId, { roles: ['master'], host: 'operated.example.com' });
    expect(await hold()).toBeNull();
    expect(await release(master)).toBeUndefined();

    await market.inspector.rows(`INSERT INTO outgoing_hold (cause, database_identity) VALUES ('RESTORED', 'another')`);
    expect(await hold()).toMatchObject({ cause: 'RESTORED', isSet: false, waiting: [] });
    expect(await release(theirs)).toBe('ACCESS_DENIED');
    await market.inspector.rows(`UPDATE session SET confirmed_at = confirmed_at - interval '1 day'`);
    expect(await release(master)).toBe('REAUTHENTICATION_REQUIRED');
    await market.inspector.rows('UPDATE session SET confirmed_at = now()');
    expect(await release(master)).toBeUndefined();

    expect(await hold()).toBeNull();
    expect(await release(master)).toBeUndefined();
    expect(await app.readOutgoingHold()).toBeNull();
    const [released] = await market.inspector.rows(
      'SELECT released_by FROM outgoing_hold WHERE database_identity = $1',
      ['another'],
    );
    expect(released).toEqual({ released_by: `${master.name} (${master.id})` });
    const events = await market.inspector.rows(
      `SELECT actor_id FROM audit_event WHERE type = 'platform.outgoingReleased'`,
    );
    expect(events).toEqual([{ actor_id: master.id }]);
  });

  it('shows masters of an operated platform their own providers alone', async () => {
    const { app } = market.node;
    const other = await createWorld(app, { host: 'other.example.com' });
    await connect(app, other);
    await market.inspector.rows('UPDATE platform SET operator_id = $2 WHERE platform_id = $1', [
      other.platformId,
      market.world.platformId,
    ]);
    const theirs = await openStaff(app, other.platformId, { roles: ['master'], host: 'other.example.com' });

    const [operators, own] = [await ask(), await ask(theirs.headers)];

    expect(own.installation).toBeNull();
    expect(own.connections.map(({ platformId }: { platformId: string }) => platformId)).toEqual([other.platformId]);
    expect(operators.connections).toHaveLength(2);
  });
});
