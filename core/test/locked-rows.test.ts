/** Work of nodes that are gone falls due at once for the nodes that run: a row that is locked delays no other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAbandonedDue } from '../src/modules/payments/model.ts';
import { makeOrdersDue } from '../src/modules/provider-orders/service.ts';
import { type Market, openMarket } from './market.ts';

let market: Market;

beforeAll(async () => {
  market = await openMarket({ isListening: false, env: { DATABASE_SILENCE_MS: '1500' } });
});
afterAll(() => market?.close());

/** Locks the first of two abandoned rows, and expects the statement to make the second due. */
async function expectNoWait(table: 'payment' | 'receiver', ids: string[], statement: ReturnType<typeof makeOrdersDue>) {
  const { node, world, inspector } = market;
  const due = async () =>
    (await inspector.rows<{ id: string }>(`SELECT id FROM ${table} WHERE next_check_at <= now() ORDER BY id`)).map(
      ({ id }) => id,
    );
  await node.app.database.transaction(world.platformId, async (transaction) => {
    await transaction.run({ text: `SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, values: [ids[0]] });
    expect(await node.app.database.jobs.run(statement)).toBe(1);
    expect(await due()).toEqual([ids[1]]);
  });
  await node.app.database.jobs.run(statement);
  expect(await due()).toEqual(ids.toSorted());
}

it('payments', async () => {
  const bought = [await market.buyPix(), await market.buyPix()];
  await market.inspector.rows(`UPDATE payment_attempt SET state = 'CREATED', node_id = gen_random_uuid()`);
  await market.inspector.rows(`UPDATE payment SET next_check_at = now() + interval '1 hour', checks = 0`);

  await expectNoWait(
    'payment',
    bought.map(({ paymentId }) => paymentId),
    makeAbandonedDue(2),
  );
});

it('receivers, as refunds and withdrawals', async () => {
  const rows = await market.inspector.rows<{ id: string }>(
    `INSERT INTO receiver (platform_id, id, person_id, connection_id, provider, status, state, node_id, next_check_at)
     SELECT $1, gen_random_uuid(), CASE n WHEN 1 THEN $3::uuid END, $2, 'sandbox', 'PENDING', 'REQUESTED', gen_random_uuid(), now() + interval '1 hour'
     FROM generate_series(1, 2) n RETURNING id`,
    [market.world.platformId, market.connectionId, market.world.sellerId],
  );

  await expectNoWait(
    'receiver',
    rows.map(({ id }) => id),
    makeOrdersDue('receiver', 'REQUESTED', 2),
  );
});
