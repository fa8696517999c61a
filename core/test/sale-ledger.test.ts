/** A purchase reaches every balance: its sale is split, and a refund takes every part back. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '../src/modules/ledger/model.ts';
import { newId } from '../src/shared/ids.ts';
import { chargeBackAtProvider, pollPayment, refundAtProvider, sellPaid } from './at-provider.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openMarket } from './market.ts';
import { createPerson } from './people.ts';
import { readBalances } from './read-ledger.ts';

const PRICE = 9_990;
/** 4.99 % and 1.00 of 99.90 are 5.98; 30 % of the 93.92 left are 28.17; 20 % of the 65.75 left are 13.15. */
const SHARES = { ana: 2_817, bia: 1_315, maria: 5_260 };

let market: Market;
let affiliationId: string;
const ids = { ana: '', bia: '' };

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { node, world, inspector } = market;
  for (const name of ['ana', 'bia'] as const) {
    ids[name] = (
      await createPerson(node.app, world.platformId, { email: `${name}@example.com`, roles: ['affiliate'] })
    ).id;
  }
  const [product] = await inspector.rows<{ id: string }>('SELECT product_id AS id FROM offer WHERE id = $1', [
    world.offerId,
  ]);
  affiliationId = newId();
  await inspector.rows(
    `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, 'ACTIVE')`,
    [world.platformId, affiliationId, product?.id, ids.ana],
  );
  await inspector.rows(
    `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, status, starts_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 2000, 'ACTIVE', now() - interval '1 day')`,
    [world.platformId, product?.id, ids.bia],
  );
  node.app.cache.forgetAll();
});
afterAll(() => market.close());

const sell = () => sellPaid(market, PRICE, { affiliateId: affiliationId });

const people = () => ({ ana: ids.ana, bia: ids.bia, maria: market.world.sellerId });
const balances = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(people()).map(async ([name, id]) => [name, await readBalances(market, id)] as const),
    ),
  );

describe('a sale', () => {
  it('gives everybody their share, held, and takes all of it back when the buyer gets everything', async () => {
    const sale = await sell();

    expect(await balances()).toEqual({
      ana: { PENDING: SHARES.ana },
      bia: { PENDING: SHARES.bia },
      maria: { PENDING: SHARES.maria },
    });
    await checkWorld(market.node.databaseUrl);

    await refundAtProvider(market, sale, 3_333);
    await pollPayment(market, sale);
    expect((await balances()).maria?.PENDING).toBeLessThan(SHARES.maria);
    await checkWorld(market.node.databaseUrl);
    await refundAtProvider(market, sale, PRICE - 3_333);
    await pollPayment(market, sale);

    expect(await balances()).toEqual({ ana: {}, bia: {}, maria: {} });
    await checkWorld(market.node.databaseUrl);
  });

  it('charged back after its money was taken out leaves a debt, which the next sale is released to first', async () => {
    const sale = await sell();
    const { platformId, sellerId } = market.world;
    const write = (source: string, entries: Parameters<typeof post>[1]['entries'], payment?: string) =>
      market.node.app.database.write(platformId, [
        post(platformId, {
          kind: 'ADJUSTMENT',
          source,
          currency: 'BRL',
          entries,
          occurredAt: new Date(),
          ...(payment && { paymentId: payment }),
        }),
      ]);
    const holds = await market.inspector.rows<{ id: string }>(
      `SELECT id FROM ledger_hold WHERE payment_id = $1 AND person_id = $2 AND state = 'OPEN'`,
      [sale.paymentId, sellerId],
    );
    await write(
      'released',
      holds.map(({ id }) => ({ kind: 'RELEASE', ownerId: sellerId, holdId: id, state: 'RELEASED' })),
    );
    await write('taken', [
      { kind: 'AVAILABLE', ownerId: sellerId, amount: -SHARES.maria },
      { kind: 'WITHDRAWN', amount: SHARES.maria },
    ]);

    await chargeBackAtProvider(market, sale);
    await pollPayment(market, sale);

    expect(await balances()).toEqual({ ana: {}, bia: {}, maria: { OWED: -SHARES.maria } });
    const next = await sell();
    const [open] = await market.inspector.rows<{ id: string }>(
      `SELECT id FROM ledger_hold WHERE payment_id = $1 AND person_id = $2 AND state = 'OPEN'`,
      [next.paymentId, sellerId],
    );
    await write('released again', [
      { kind: 'RELEASE', ownerId: sellerId, holdId: open?.id as string, state: 'RELEASED' },
    ]);
    expect(await readBalances(market, sellerId)).toEqual({});
    await checkWorld(market.node.databaseUrl);
  });
});
