/** One purchase makes one charge, whether it is repeated concurrently or later. */
import { describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openTestMarket } from './market.ts';
import { buy, connect, createWorld, pixPurchase } from './world.ts';

const listCharges = async (market: Market) => (await market.host()).simulator.listCharges(1_000);
const countRows = async (market: Market, table: string) =>
  (await market.inspector.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;
const checkCharges = async (market: Market) =>
  checkWorld(market.node.databaseUrl, {
    charges: (await listCharges(market)).map(({ reference, paidAmount }) => ({ reference, isPaid: paidAmount > 0 })),
  });

describe('the same Idempotency-Key', () => {
  it('a hundred times at once charges once; the others are told to wait, then get the very same answer', async () => {
    const market = await openTestMarket();
    const host = await market.host();
    host.addFault({ kind: 'slow', times: 1, delayMs: 2_000, match: 'POST /charges' });
    const key = newId();

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => buy(market.node.app, pixPurchase(market.world), key)),
    );

    const [won, ...equal] = answers.filter(({ statusCode }) => statusCode === 200);
    const waiting = answers.filter(({ statusCode }) => statusCode === 409);
    expect(waiting.length + equal.length).toBe(99);
    expect(waiting.length).toBeGreaterThan(0);
    for (const { headers, body } of waiting) {
      expect(JSON.parse(body)).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
      expect(headers['retry-after']).toBe('1');
    }
    const later = await buy(market.node.app, pixPurchase(market.world), key);
    for (const repeated of [...equal, later]) {
      expect(repeated.json()).toEqual(won?.json());
      expect(repeated.headers['idempotency-replayed']).toBe('true');
    }
    expect(won?.headers['idempotency-replayed']).toBeUndefined();
    expect(await listCharges(market)).toHaveLength(1);
    expect(await countRows(market, 'payment')).toBe(1);
    await checkCharges(market);
  });

  it('with the fields in another order is the same purchase', async () => {
    const market = await openTestMarket();
    const key = newId();
    const body = pixPurchase(market.world, { utmQuery: { utm_source: 'a', utm_medium: 'b' } });
    const shuffled = {
      ...Object.fromEntries(Object.entries(body).reverse()),
      utmQuery: { utm_medium: 'b', utm_source: 'a' },
    };

    const first = await buy(market.node.app, body, key);
    const second = await buy(market.node.app, shuffled, key);

    expect(second.json()).toEqual(first.json());
    expect(await listCharges(market)).toHaveLength(1);
  });

  it('with another body is refused and charges nothing', async () => {
    const market = await openTestMarket();
    const key = newId();
    await buy(market.node.app, pixPurchase(market.world), key);

    const changes: Record<string, unknown>[] = [
      { email: 'outro@example.com' },
      { orderBumpsIds: [market.world.bumpId] },
      { paymentMethod: 'BILLET' },
      { utmQuery: { utm_source: 'x' } },
      // The same key is refused even for an impossible purchase.
      { expectedTotal: 1 },
    ];
    for (const change of changes) {
      const answer = await buy(market.node.app, pixPurchase(market.world, change), key);
      expect(answer.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', details: [{ field: 'idempotency-key' }] });
      expect(answer.statusCode).toBe(422);
    }

    expect(await listCharges(market)).toHaveLength(1);
    expect(await countRows(market, 'sale')).toBe(1);
    await checkCharges(market);
  });

  it('of two platforms are two purchases', async () => {
    const market = await openTestMarket();
    const other = await createWorld(market.node.app, { host: 'other.example.com' });
    const connection = await connect(market.node.app, other);
    const key = newId();

    const here = await buy(market.node.app, pixPurchase(market.world), key);
    const there = await buy(market.node.app, pixPurchase(other), key, { host: 'other.example.com' });

    expect([here.statusCode, there.statusCode]).toEqual([200, 200]);
    expect(there.json().paymentId).not.toBe(here.json().paymentId);
    expect(await listCharges(market)).toHaveLength(1);
    expect(await (await market.node.app.simulators.get(connection.id))?.simulator.listCharges(10)).toHaveLength(1);
    // One platform can neither sell nor read offers of another.
    const foreign = await buy(market.node.app, pixPurchase(market.world), newId(), { host: 'other.example.com' });
    expect(foreign.json()).toMatchObject({ code: 'OFFER_NOT_FOUND' });
    const peek = await market.node.app.inject({
      url: `/api/checkout.getPaymentQuick?paymentId=${here.json().paymentId}`,
      headers: { host: 'other.example.com' },
    });
    expect(peek.statusCode).toBe(404);
    await checkWorld(market.node.databaseUrl);
  });

  it('gets its first answer even after the offer is gone', async () => {
    const market = await openTestMarket();
    const key = newId();
    const first = await buy(market.node.app, pixPurchase(market.world), key);
    await market.inspector.rows(`UPDATE offer SET status = 'ARCHIVED'`);
    market.node.app.cache.forgetAll();

    const repeated = await buy(market.node.app, pixPurchase(market.world), key);
    const fresh = await buy(market.node.app, pixPurchase(market.world));

    expect(repeated.json()).toEqual(first.json());
    expect(fresh.json()).toMatchObject({ code: 'OFFER_NOT_FOUND' });
  });

  it('gets its first answer even after more has been found out', async () => {
    const market = await openTestMarket();
    const key = newId();
    (await market.host()).addFault({ kind: 'error-500', times: 1, match: 'POST /charges' });
    const open = await buy(market.node.app, pixPurchase(market.world), key);
    expect(open.json()).toMatchObject({ status: 'PENDING', payment: { isConfirming: true } });
    market.clock.forward(3_600_000);
    await market.makeDue();

    const again = await buy(market.node.app, pixPurchase(market.world), key);

    expect(again.json()).toEqual(open.json());
    expect(await listCharges(market)).toHaveLength(0);
  });
});

describe('a double click', () => {
  it('on one page, in two tabs of it, or after a reload in the middle charges once', async () => {
    const market = await openTestMarket();
    (await market.host()).addFault({ kind: 'slow', times: 1, delayMs: 300, match: 'POST /charges' });
    // The page makes the key before the first click and keeps it.
    const key = newId();
    const click = () => buy(market.node.app, pixPurchase(market.world), key);

    const clicks = await Promise.all([click(), click(), click()]);
    const afterReload = await click();

    expect(clicks.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect(afterReload.statusCode).toBe(200);
    expect(await listCharges(market)).toHaveLength(1);
    await checkCharges(market);
  });

  it('on the form without JavaScript leads both times to the same payment', async () => {
    const market = await openTestMarket();
    const form = new URLSearchParams({ ...pixPurchase(market.world), idempotencyKey: newId() } as Record<
      string,
      string
    >);
    const post = () =>
      market.node.app.inject({
        method: 'POST',
        url: `/checkout/${market.world.offerId}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      });

    const first = await post();
    const second = await post();

    expect([first.statusCode, second.statusCode]).toEqual([303, 303]);
    expect(second.headers.location).toBe(first.headers.location);
    expect(await listCharges(market)).toHaveLength(1);
  });

  it('handled by two nodes at once charges once', async () => {
    const market = await openTestMarket();
    const other = await buildNode({ databaseUrl: market.node.databaseUrl });
    const key = newId();

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        buy(index % 2 ? other.app : market.node.app, pixPurchase(market.world), key),
      ),
    );

    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    expect(
      answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409).map(({ body }) => body),
    ).toEqual([]);
    expect(await countRows(market, 'payment')).toBe(1);
    expect(await countRows(market, 'payment_attempt')).toBe(1);
    await other.close();
  });
});
