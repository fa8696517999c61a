/** Money is moved by the database's clock, whatever a node's machine believes the time to be. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { releaseDue } from '../src/modules/ledger/release.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { buildNode } from './build.ts';
import { captureLog } from './capture-log.ts';
import { openInspector } from './inspect.ts';
import { movableClock } from './market.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase } from './world.ts';

const HOURS = 3_600_000;

/** A node whose machine's clock is wrong, with a payment that is paid and held. */
async function openNode(aheadMs: number) {
  const systemClock = movableClock();
  systemClock.forward(aheadMs);
  const node = await buildNode({ systemClock, env: { SWEEP_INTERVAL_MS: '50' } });
  const inspector = await openInspector(node.databaseUrl);
  onTestFinished(async () => {
    await inspector.close();
    await node.close();
  });
  const world = await createWorld(node.app);
  const { id } = await connect(node.app, world);
  return { ...node, inspector, world, connectionId: id, systemClock };
}

describe('a node that is 25 hours ahead', () => {
  it('releases nothing early', async () => {
    const { app, inspector, world, connectionId } = await openNode(25 * HOURS);
    expect((await buy(app, pixPurchase(world))).statusCode).toBe(200);
    const [charge] = (await (await app.simulators.get(connectionId))?.simulator.listCharges(1)) ?? [];
    await (await app.simulators.get(connectionId))?.simulator.pay(charge?.transactionId as string);
    await inspector.rows('UPDATE payment SET next_check_at = now()');
    const [payment] = await inspector.rows<{ id: string }>('SELECT id FROM payment');
    await checkPayment(app, world.platformId, payment?.id as string);
    await inspector.rows(`UPDATE ledger_hold SET release_at = now() + interval '24 hours'`);

    expect(await releaseDue(app)).toBe(false);
    expect(await inspector.rows('SELECT DISTINCT state FROM ledger_hold')).toEqual([{ state: 'OPEN' }]);

    await inspector.rows(`UPDATE ledger_hold SET release_at = now() - interval '1 minute'`);
    expect(await releaseDue(app)).toBe(true);
  });

  it('alerts, is not ready and sweeps nothing until its clock is right', async () => {
    const { app, systemClock } = await openNode(25 * HOURS);
    const log = captureLog(app, 'error');
    let swept = 0;
    const sweep = app.sweep('test', async () => {
      swept++;
      return false;
    });
    const ready = async () => (await app.inject({ url: '/health/ready' })).json();

    await sweep.run();
    await app.listen({ port: 0, host: '127.0.0.1' });

    expect(swept).toBe(0);
    expect(await ready()).toMatchObject({ status: 'unavailable', checks: { clock: 'wrong', database: 'ok' } });
    expect(log).toEqual([]);
    systemClock.forward(-25 * HOURS);
    await waitFor('the node sweeps', () => swept > 0);
    expect(await ready()).toMatchObject({ status: 'ok', checks: { clock: 'ok' } });
    systemClock.forward(-6_000);
    await waitFor('the node alerts', () => log.some((line) => line.includes('clock-wrong')));
  });
});

describe('a node that is 25 hours behind', () => {
  it('sells no PIX that has expired before it can be paid', async () => {
    const { app, inspector, world } = await openNode(-25 * HOURS);

    expect((await buy(app, pixPurchase(world))).statusCode).toBe(200);

    const [payment] = await inspector.rows(
      'SELECT expires_at > now() AS "isOpen", next_check_at > now() AS "isLater" FROM payment',
    );
    expect(payment).toEqual({ isOpen: true, isLater: true });
  });
});
