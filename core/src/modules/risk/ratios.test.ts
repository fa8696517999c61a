/** The share of card payments that were charged back, of a platform and its sellers, and when somebody is told. */
import { judgeRatio } from '@feira/schemas/procedures/risk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff } from '../../../test/staff.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { watchRatios } from './ratios.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

describe('the share of chargebacks', () => {
  it.each([
    [4, 5, 8_000, 'OK'],
    [5, 600, 83, 'OK'],
    [9, 1_000, 90, 'WARNING'],
    [99, 10_000, 99, 'WARNING'],
    [10, 1_000, 100, 'OVER'],
    [5, 0, 10_000, 'OVER'],
    [0, 0, 0, 'OK'],
  ])('of %i in %i payments is %i basis points: %s', (chargebacks, payments, basisPoints, level) => {
    expect(judgeRatio({ chargebacks, payments })).toEqual({ basisPoints, level });
  });

  it('counts cards of the last 30 days, by seller, whatever became of the dispute, and is told once it is too high', async () => {
    const { app } = market.node;
    const { platformId, sellerId } = market.world;
    const rows = (sql: string, ...values: unknown[]) => market.inspector.rows<{ id: string }>(sql, values);
    for (let count = 0; count < 9; count++)
      await buy(
        app,
        pixPurchase(market.world, { email: `b${count}@example.com`, isRepeat: true }),
        `ratio-key-${count}`,
      );
    await rows(`UPDATE payment SET method = 'CREDIT_CARD', approved_at = now() WHERE platform_id = $1`, platformId);
    const [pix, old, ...cards] = await rows('SELECT id FROM payment WHERE platform_id = $1 ORDER BY id', platformId);
    await rows(`UPDATE payment SET method = 'PIX' WHERE id = $1`, pix!.id);
    await rows(`UPDATE payment SET approved_at = now() - interval '31 days' WHERE id = $1`, old!.id);
    const charge = (paymentId: string, state: string, days: number) =>
      rows(
        `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, held_amount, currency, reason, due_at, opened_at, closed_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'CHARGEBACK', $4, 9990, 0, 'BRL', 'fraud', now(), now() - make_interval(days => $5),
           CASE WHEN $4 <> 'OPEN' THEN now() END)`,
        platformId,
        paymentId,
        sellerId,
        state,
        days,
      );
    await charge(pix!.id, 'OPEN', 1);
    await charge(old!.id, 'OPEN', 31);
    for (const { id } of cards.slice(0, 4)) await charge(id, 'OPEN', 1);
    const admin = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
    const read = async () => (await app.inject({ url: '/api/risk.getRatios', headers: admin.headers })).json();
    const told = vi.spyOn(app.log, 'error');
    const alerts = () =>
      told.mock.calls
        .map(([line]) => line as unknown)
        .filter((line) => (line as { alert?: string }).alert === 'chargeback-ratio');

    const few = { payments: 7, chargebacks: 4, basisPoints: 5_714, level: 'OK' };
    expect(await read()).toEqual({
      platform: few,
      sellers: [{ seller: expect.objectContaining({ id: sellerId }), ...few }],
    });
    await watchRatios(app);
    expect(alerts()).toEqual([]);

    await charge(cards[4]!.id, 'WON', 29);
    expect((await read()).platform).toEqual({ payments: 7, chargebacks: 5, basisPoints: 7_143, level: 'OVER' });
    await watchRatios(app);
    expect(alerts()).toEqual([
      expect.objectContaining({ platformId, sellerId: null, level: 'OVER', chargebacks: 5, payments: 7 }),
      expect.objectContaining({ platformId, sellerId, level: 'OVER' }),
    ]);
  });
});
