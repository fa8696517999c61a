import { addDays } from '@feira/plugin-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson } from '../../../test/people.ts';
import { notifyReleases } from './notifications.ts';

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

let market: Market;
let paymentId: string;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  ({ paymentId } = await market.buyPix());
});
afterAll(() => market?.close());

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);
/** Closed holds, as releases leave them; the time is São Paulo's. */
const release = (personId: string, amount: number, time: string, state = 'RELEASED', currency = 'BRL') =>
  rows(
    `INSERT INTO ledger_hold (platform_id, person_id, payment_id, currency, reason, initial_amount, amount, state, closed_at)
     VALUES ($1, $2, $3, $4, 'RELEASE', $5, $5, $6, $7::timestamptz)`,
    [market.world.platformId, personId, paymentId, currency, amount, state, `${time}-03:00`],
  );
const notificationsOf = (personId: string) =>
  rows<{ parameters: unknown; href: string; source: string }>(
    `SELECT parameters, href, source FROM notification WHERE person_id = $1 AND type = 'balance.released' ORDER BY source`,
    [personId],
  );

it('tells once of each day and currency, however many holds it had and however often it runs', async () => {
  const add = (email: string, role: 'seller' | 'manager') =>
    createPerson(market.node.app, market.world.platformId, { email, roles: [role] });
  const ana = await add('ana@example.com', 'seller');
  const rui = await add('rui@example.com', 'manager');
  const [yesterday, before, long] = [1, 2, 4].map((days) => addDays(today, -days));
  await release(ana.id, 100, `${yesterday}T00:00:00`);
  await release(ana.id, 25, `${yesterday}T23:59:59`);
  await release(ana.id, 7, `${before}T12:00:00`);
  await release(ana.id, 3, `${yesterday}T12:00:00`, 'RELEASED', 'USD');
  await release(rui.id, 9, `${yesterday}T12:00:00`);
  // Not released, not yet over, and too long ago to be news.
  await release(ana.id, 1_000, `${yesterday}T12:00:00`, 'TAKEN');
  await release(ana.id, 2_000, `${today}T00:00:00`);
  await release(ana.id, 4_000, `${long}T12:00:00`);

  await notifyReleases(market.node.app);
  const first = await notificationsOf(ana.id);
  await Promise.all([notifyReleases(market.node.app), notifyReleases(market.node.app)]);

  const href = '/platform/financial';
  expect(first).toEqual([
    { parameters: { amount: 7, currency: 'BRL' }, href, source: `released:${before}:BRL` },
    { parameters: { amount: 125, currency: 'BRL' }, href, source: `released:${yesterday}:BRL` },
    { parameters: { amount: 3, currency: 'USD' }, href, source: `released:${yesterday}:USD` },
  ]);
  expect(await notificationsOf(ana.id)).toEqual(first);
  expect(await notificationsOf(rui.id)).toEqual([
    {
      parameters: { amount: 9, currency: 'BRL' },
      href: '/manager-root/dashboard',
      source: `released:${yesterday}:BRL`,
    },
  ]);
});
