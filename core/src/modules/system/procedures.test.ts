/** Masters see how the installation is, and nothing of platforms that are not theirs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase } from '../../../test/world.ts';
import { forgetAlerts } from './housekeeping.ts';

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
