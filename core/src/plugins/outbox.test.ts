/** Events go to their followers in sets, and one that fails comes again without those beside it. */
import { expect, it } from 'vitest';

import { findBought, openTestMarket } from '../../test/market.ts';
import { waitFor } from '../../test/wait-for.ts';
import { buy, pixPurchase } from '../../test/world.ts';
import { newId } from '../shared/ids.ts';

it('gives a job of its own to the event of a set that fails', async () => {
  const { node, inspector, world } = await openTestMarket();
  const payments: string[] = [];
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']) {
    const answer = await buy(node.app, pixPurchase(world, { email }));
    payments.push((await findBought(inspector, answer.json().paymentId)).paymentId);
  }
  const failing = `payment.approved:${payments[1]}`;
  await inspector.rows(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Not now.'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON notification FOR EACH ROW WHEN (NEW.source = '${failing}') EXECUTE FUNCTION refuse()`);
  const listSources = async () =>
    (await inspector.rows<{ source: string }>('SELECT source FROM notification ORDER BY source')).map(
      ({ source }) => source,
    );
  const listJobs = () =>
    inspector.rows<{ state: string; payments: string[] }>(
      `SELECT state, ARRAY(SELECT event->>'paymentId' FROM jsonb_array_elements(data->'events') AS event) AS payments
       FROM pgboss.job WHERE name = 'notifications.tell-seller' ORDER BY created_on, id`,
    );
  const all = payments.map((id) => `payment.approved:${id}`).sort();

  await inspector.rows(
    `INSERT INTO outbox (platform_id, id, type, payment_id, payload)
     SELECT $1, one.id, 'payment.approved', one.payment_id, '{}' FROM unnest($2::uuid[], $3::uuid[]) AS one(id, payment_id)`,
    [world.platformId, payments.map(() => newId()), payments],
  );
  node.app.outbox.wake();
  await waitFor('the one that fails is tried again by itself', async () =>
    (await listJobs()).some(({ state }) => state === 'retry'),
  );

  expect(await listSources()).toEqual(all.filter((source) => source !== failing));
  expect(await listJobs()).toEqual([
    {
      state: 'completed',
      payments: expect.toSatisfy((found: string[]) => found.toSorted().join() === payments.toSorted().join()),
    },
    { state: 'retry', payments: [payments[1]] },
  ]);

  await inspector.rows(
    `DROP TRIGGER refuse ON notification; UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`,
  );
  await waitFor('it was handled', async () => (await listSources()).length === 4);
  expect(await listSources()).toEqual(all);
});
