/** Money that comes after its code has expired, when what was bought is sold out: it goes back by itself, and sells where a piece is left. */
import { describe, expect, it } from 'vitest';
import { confirmableUntil, findPayment } from '../src/modules/payments/service.ts';
import { pollPayment } from './at-provider.ts';
import { checkWorld } from './check-world.ts';
import { type Bought, findBought, type Market, openTestMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { buy, pixPurchase } from './world.ts';

const PRICE = 9_990;
const HOUR_MS = 3_600_000;

async function openLimited(limit: number): Promise<Market> {
  const market = await openTestMarket();
  await market.inspector.rows('UPDATE offer SET stock_limit = $2 WHERE id = $1', [market.world.offerId, limit]);
  market.node.app.cache.forgetAll();
  return market;
}

async function buyAs(market: Market, email: string): Promise<Bought> {
  const answer = await buy(market.node.app, pixPurchase(market.world, { email }));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return findBought(market.inspector, answer.json().paymentId);
}

async function expire(market: Market, bought: Bought): Promise<void> {
  const payment = await findPayment(market.node.app, market.world.platformId, bought.paymentId);
  const until = confirmableUntil('PIX', payment!.expiresAt);
  market.clock.forward(Math.max(0, until.getTime() - market.clock.now().getTime()) + HOUR_MS);
  await pollPayment(market, bought);
  expect((await market.readPayment(bought.paymentId)).status).toBe('CANCELED');
}

async function pay(market: Market, bought: Bought): Promise<void> {
  const host = await market.host();
  await host.simulator.pay(bought.transactionId as string);
  await pollPayment(market, bought);
  expect((await market.readPayment(bought.paymentId)).status).toBe('APPROVED');
  await waitFor('no event and no job is left', async () => {
    const [open] = await market.inspector.rows<{ count: number }>(
      `SELECT (SELECT count(*)::int FROM outbox WHERE published_at IS NULL)
        + (SELECT count(*)::int FROM pgboss.job WHERE name = 'refunds.charge-appeared' AND state NOT IN ('completed', 'failed')) AS count`,
    );
    return open?.count === 0;
  });
}

const refundsOf = ({ inspector }: Market, { paymentId }: Bought) =>
  inspector.rows<{ cause: string; amount: number; note: string }>(
    'SELECT cause, amount, note FROM refund WHERE payment_id = $1',
    [paymentId],
  );
const BACK = [{ cause: 'WANTED', amount: PRICE, note: 'Pagamento que chegou depois do prazo, com o estoque esgotado' }];

describe('money for a code that has expired', () => {
  it('goes back where others have bought the last piece', async () => {
    const market = await openLimited(1);
    const late = await buyAs(market, 'late@example.com');
    await expire(market, late);
    const quick = await buyAs(market, 'quick@example.com');
    await pay(market, quick);

    await pay(market, late);

    expect(await refundsOf(market, late)).toEqual(BACK);
    expect(await refundsOf(market, quick)).toEqual([]);
    await waitFor('the money is back', async () => {
      await market.inspector.rows('UPDATE refund SET next_check_at = now() WHERE next_check_at IS NOT NULL');
      const payment = await market.readPayment(late.paymentId);
      return payment.status === 'REFUNDED';
    });
    await checkWorld(market.node.databaseUrl, { mayWait: true });
  });

  it('goes back while another buyer still has time to pay the last piece', async () => {
    const market = await openLimited(1);
    const late = await buyAs(market, 'late@example.com');
    await expire(market, late);
    const waiting = await buyAs(market, 'waiting@example.com');

    await pay(market, late);

    expect(await refundsOf(market, late)).toEqual(BACK);
    expect((await market.readPayment(waiting.paymentId)).status).toBe('PENDING');
  });

  it('sells the last piece once where two come late', async () => {
    const market = await openLimited(1);
    const first = await buyAs(market, 'first@example.com');
    await expire(market, first);
    const second = await buyAs(market, 'second@example.com');
    await expire(market, second);

    await pay(market, first);
    await pay(market, second);

    expect(await refundsOf(market, first)).toEqual([]);
    expect(await refundsOf(market, second)).toEqual(BACK);
  });

  it('sells where pieces are left, and where the stock has no limit', async () => {
    const market = await openLimited(2);
    const late = await buyAs(market, 'late@example.com');
    await expire(market, late);
    await pay(market, await buyAs(market, 'quick@example.com'));

    await pay(market, late);

    expect(await refundsOf(market, late)).toEqual([]);
  });
});
