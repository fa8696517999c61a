import { addDays } from '@feira/plugin-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollPayment, refundAtProvider, sellPaid } from '../../../test/at-provider.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';

const PRICE = 9_990;
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
const period = { from: addDays(today, -29), to: today };

let market: Market;
let operated: World;
let manager: Staff;
let admin: Staff;
let master: Staff;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  const { platformId, sellerId, productId } = market.world;
  operated = await createWorld(app, { host: 'operated.example.com' });
  await rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [platformId, operated.platformId]);
  manager = await openStaff(app, platformId, { roles: ['manager'] });
  admin = await openStaff(app, platformId, {
    roles: ['admin'],
    permissions: ['isSalesAvailable', 'isDashboardAvailable'],
  });
  master = await openStaff(app, platformId, { roles: ['master'] });
  await rows('UPDATE person SET manager_id = $2 WHERE id = $1', [sellerId, manager.id]);
  await rows('INSERT INTO person_terms (platform_id, person_id, manager_basis_points) VALUES ($1, $2, 200)', [
    platformId,
    manager.id,
  ]);
  app.cache.forgetAll();
  // Two sales of now, one of them refunded in part, and a closed day of the period before.
  const sold = [await sellPaid(market, PRICE), await sellPaid(market, PRICE)];
  await refundAtProvider(market, sold[0]!, 1_000);
  await pollPayment(market, sold[0]!);
  await rows(
    `INSERT INTO ledger_closing (platform_id, through) VALUES ($1, (now() AT TIME ZONE 'America/Sao_Paulo')::date - 1)`,
    [platformId],
  );
  for (const [person, role, net] of [
    [sellerId, 'seller', 8_000],
    [manager.id, 'manager', 150],
  ])
    await rows(
      `INSERT INTO ledger_day SELECT $1, (now() AT TIME ZONE 'America/Sao_Paulo')::date - 40, 'BRL', 'PIX', $2, $3, $4,
        1, 9990, 0, 0, $5, 0, 0, 0, 0, 0, 0`,
      [platformId, productId, person, role, net],
    );
});
afterAll(() => market?.close());

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);
const get = async (name: string, by: Staff, query: Record<string, string> = {}) =>
  (await market.node.app.inject({ url: `/api/${name}?${new URLSearchParams(query)}`, headers: by.headers })).json();

describe('figures.getManaged', () => {
  it('agrees with the reports of the platform and the earnings of the manager, in both periods', async () => {
    const managed = await get('figures.getManaged', manager, period);
    const report = await get('reports.listSellerRevenue', admin, period);
    const earned = await get('reports.getEarnings', manager, period);

    const { sales, gross } = report.totals;
    expect(managed).toMatchObject({
      sales,
      gross,
      commission: earned.net,
      before: { sales: 1, gross: 9_990, commission: 150 },
    });
    expect([sales, gross]).toEqual([2, 2 * PRICE]);
    expect(managed.sellers).toMatchObject([
      { person: { id: market.world.sellerId }, sales, gross, commission: earned.net, before: { commission: 150 } },
    ]);
    expect(managed.days).toHaveLength(30);
    expect(managed.days.at(-1)).toEqual({ day: today, sales, gross });
    const seller = await get('figures.getManagedSeller', manager, { personId: market.world.sellerId, ...period });
    expect(seller).toMatchObject({
      sales,
      gross,
      refunded: report.totals.refunded,
      charged: 0,
      commission: earned.net,
    });
    expect(seller.refunded).toBe(1_000);
    expect(seller.methods).toEqual([{ method: 'PIX', sales, gross }]);
    expect(seller.products).toMatchObject([{ productId: market.world.productId, name: 'Curso de Pão', sales, gross }]);
  });

  it('shows a manager nobody of another manager', async () => {
    const other = await openStaff(market.node.app, market.world.platformId, { roles: ['manager'] });
    const seller = { personId: market.world.sellerId, ...period };

    expect(await get('figures.getManaged', other, period)).toMatchObject({ sales: 0, gross: 0, sellers: [] });
    expect((await get('figures.getManagedSeller', other, seller)).code).toBe('PERSON_NOT_FOUND');
    expect((await get('figures.getManaged', other, { from: today, to: addDays(today, -1) })).code).toBe(
      'PERIOD_INVALID',
    );
  });
});

describe('figures.getPlatforms', () => {
  it("shows a master the own platform and those it operates, as each platform's reports do", async () => {
    const { platforms, from, to } = await get('figures.getPlatforms', master);
    const overview = await get('reports.getOverview', admin, { from, to });

    expect(platforms.map(({ id }: { id: string }) => id)).toEqual([market.world.platformId, operated.platformId]);
    const { sales, gross, profit, pending, available } = overview;
    expect(platforms[0]).toMatchObject({
      sales,
      gross,
      profit,
      pending,
      available,
      before: { sales: 1, gross: 9_990 },
    });
    expect(platforms[0].approval).toEqual([{ provider: 'sandbox', attempts: 2, approved: 2, refused: 0, failed: 0 }]);
    expect(platforms[1]).toMatchObject({ sales: 0, gross: 0, approval: [], waiting: [] });
  });
});

describe('figures.listCharges', () => {
  interface Charge {
    id: string;
    createdAt: string;
    platform: { id: string };
    paymentId: string;
    transactionId: string | null;
  }

  it('merges the charges of all platforms of a master into one list, page by page, and shows nobody else’s', async () => {
    const { app } = market.node;
    const foreign = await createWorld(app, { host: 'foreign.example.com' });
    for (const [world, host] of [
      [operated, 'operated.example.com'],
      [foreign, 'foreign.example.com'],
    ] as const) {
      await connect(app, world);
      for (let count = 0; count < 2; count++) await buy(app, pixPurchase(world), undefined, { host });
    }
    await sellPaid(market, PRICE);

    const whole = (await get('figures.listCharges', master)).items as Charge[];

    const of = (platformId: string) => whole.filter(({ platform }) => platform.id === platformId).length;
    expect([of(market.world.platformId), of(operated.platformId), whole.length]).toEqual([3, 2, 5]);
    const moments = whole.map(({ createdAt }) => createdAt);
    expect(moments).toEqual([...moments].sort().reverse());
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await get('figures.listCharges', master, { limit: '2', ...(after && { after }) });
      paged.push(...page.items.map(({ id }: Charge) => id));
      after = page.next;
    }
    expect(paged).toEqual(whole.map(({ id }) => id));
    const { platformId } = operated;
    expect((await get('figures.listCharges', master, { platformId })).items).toHaveLength(2);
    const search = whole[0]!.transactionId!;
    expect((await get('figures.listCharges', master, { search })).items).toMatchObject([{ id: whole[0]!.id }]);
    expect((await get('figures.listCharges', master, { method: 'BILLET' })).items).toEqual([]);
    expect(
      (await get('figures.listCharges', master, { from: addDays(today, 1), to: addDays(today, 2) })).items,
    ).toEqual([]);
    expect((await get('figures.listCharges', master, { platformId: foreign.platformId })).code).toBe(
      'PLATFORM_NOT_FOUND',
    );
    expect((await get('figures.listCharges', master, { after: 'x' })).code).toBe('VALIDATION_FAILED');
    expect((await get('figures.listCharges', admin)).code).toBe('ACCESS_DENIED');
  });
});
