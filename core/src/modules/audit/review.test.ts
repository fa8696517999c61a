/** Each morning, those who may read the activity log are told what of the day before deserves a look, once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { reviewYesterday } from './review.ts';

let market: Market;
let reader: Staff;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  const { platformId } = market.world;
  reader = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isFunctionariesAvailable'] });
  await openStaff(app, platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
});
afterAll(() => market?.close());

/** Notes events as of some hours ago. */
const note = (type: string, hoursAgo: number, count = 1) =>
  market.inspector.rows(
    `INSERT INTO audit_event (platform_id, id, type, created_at, details)
     SELECT $1, gen_random_uuid(), $2, $4::timestamptz - make_interval(hours => $3), '{}' FROM generate_series(1, $5)`,
    [market.world.platformId, type, hoursAgo, noon(), count],
  );
/** Noon of today in São Paulo. */
const noon = () => new Date(`${new Date().toISOString().slice(0, 10)}T15:00:00Z`);
const told = () =>
  market.inspector.rows('SELECT person_id, parameters, href FROM notification WHERE type = $1', ['log.review']);

it('tells what deserves a look, to those who may read the log, once', async () => {
  const { app } = market.node;
  market.clock.forward(noon().getTime() - market.clock.now().getTime());
  await note('session.refused', 24, 9);
  await reviewYesterday(app);
  expect(await told()).toEqual([]);

  await note('session.refused', 25);
  await note('people.permissionsChanged', 20);
  await note('ledger.exported', 26, 2);
  // Today's, and those of the day before yesterday, are no part of it.
  await note('people.documentRead', 1);
  await note('people.documentRead', 40);
  await reviewYesterday(app);
  await reviewYesterday(app);

  const day = new Date(noon().getTime() - 86_400_000).toISOString().slice(0, 10);
  expect(await told()).toEqual([
    {
      person_id: reader.id,
      parameters: { title: '10 entradas recusadas, 1 mudança de acesso, 2 exportações' },
      href: `/admin-root/audit-log?from=${day}&to=${day}`,
    },
  ]);
});
