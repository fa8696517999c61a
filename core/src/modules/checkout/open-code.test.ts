/** A buyer who orders the same again while its code is still to be paid gets that code, and nobody else does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { buy, pixPurchase } from '../../../test/world.ts';

let first: Market;
let market: Market;
beforeAll(async () => {
  first = await openMarket({ isListening: false });
  market = first;
});
afterAll(() => first?.close());

/** Buys as a page does, which wants its buyer to be asked before the same is bought twice. */
const order = async (extra: Record<string, unknown> = {}, key?: string) => {
  const answer = await buy(market.node.app, pixPurchase(market.world, { isRepeat: false, ...extra }), key);
  return answer.json();
};

describe('an open code', () => {
  it('is used again for the same order of the same buyer', async () => {
    market = await first.replace();
    const made = await order();
    const again = await order();

    expect(again.paymentId).toBe(made.paymentId);
    expect(again.payment.pixCode).toBe(made.payment.pixCode);
    expect(
      await market.inspector.rows('SELECT id FROM sale WHERE platform_id = $1', [market.world.platformId]),
    ).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another name', { name: 'Outra Pessoa' }],
    ['another document', { cpf: '11144477735' }],
    ['another phone', { phone: '11912345678' }],
    ['another e-mail', { email: 'other@example.com' }],
    ['another method', { paymentMethod: 'BILLET' }],
    ['the page that asked already', { isRepeat: true }],
  ])('is not shown to %s', async (_, extra) => {
    market = await first.replace();
    const made = await order();

    expect((await order(extra)).paymentId).not.toBe(made.paymentId);
  });

  it('is not the code of another price, of one that was paid, or of one that ends soon', async () => {
    market = await first.replace();
    const made = await order();
    const bump = await order({ orderBumpsIds: [market.world.bumpId] });
    expect(bump.paymentId).not.toBe(made.paymentId);

    market.clock.forward(24 * 3_600_000 - 5 * 60_000);
    expect((await order()).paymentId).not.toBe(made.paymentId);

    market = await first.replace();
    const paid = await order();
    await market.inspector.rows(`UPDATE payment SET status = 'APPROVED' WHERE public_id = $1`, [paid.paymentId]);
    expect((await order()).code).toBe('ALREADY_PURCHASED');
  });
});
