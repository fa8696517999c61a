import { DEFAULT_PLATFORM_SETTINGS, type PlatformSettings } from '@feira/schemas/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { findRates, type RatesOf } from './service.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const hoursFromNow = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
/** A card sale in n installments costs n hundredths of a percent more, so that each result shows which step was taken. */
const STEPS = Array.from({ length: 12 }, (_, index) => index + 1);
const OWN_STEPS = STEPS.map((step) => step * 10);

let node: TestNode;
let world: World;
let connectionId: string;

beforeAll(async () => {
  node = await buildNode({ clock: { now: () => NOW } });
  world = await createWorld(node.app);
  connectionId = (await connect(node.app, world)).id;
  await waitFor('the cache remembers', () => node.app.cache.isListening);
});
afterAll(() => node?.close());

const run = (sql: string, values: unknown[] = []) =>
  node.app.database.write(world.platformId, [{ text: sql, values: [world.platformId, ...values] }]);

async function addPerson(extra: { managerId?: string; status?: string } = {}): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO person (platform_id, id, name, email, status, manager_id) VALUES ($1, $2, 'Pessoa', $3, $4, $5)`,
    [id, `${id}@example.com`, extra.status ?? 'ACTIVE', extra.managerId ?? null],
  );
  return id;
}

interface Shop {
  sellerId: string;
  productId: string;
  offerId: string;
}

/** A seller with a product and an offer that no other test touches. */
async function openShop(seller: { managerId?: string } = {}): Promise<Shop> {
  const shop = { sellerId: await addPerson(seller), productId: newId(), offerId: newId() };
  await run(
    `INSERT INTO product (platform_id, id, seller_id, name, type_product) VALUES ($1, $2, $3, 'Curso', 'DIGITAL')`,
    [shop.productId, shop.sellerId],
  );
  await run(`INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $3, 'Curso', 10000)`, [
    shop.offerId,
    shop.productId,
  ]);
  return shop;
}

const agree = (personId: string, terms: { fees?: object; release?: object; managerBasisPoints?: number }) =>
  run(
    `INSERT INTO person_terms (platform_id, person_id, fees, release, manager_basis_points) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (platform_id, person_id) DO UPDATE SET fees = $3, release = $4, manager_basis_points = $5`,
    [personId, JSON.stringify(terms.fees ?? {}), JSON.stringify(terms.release ?? {}), terms.managerBasisPoints ?? null],
  );

async function affiliate(productId: string, personId: string, status = 'ACTIVE'): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, $5)`,
    [id, productId, personId, status],
  );
  return id;
}

interface Terms {
  personId?: string;
  status?: string;
  startsAt?: Date;
  endsAt?: Date;
}

async function coProduce(productId: string, terms: Terms = {}): Promise<string> {
  const personId = terms.personId ?? (await addPerson());
  await run(
    `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, status, starts_at, ends_at)
      VALUES ($1, $2, $3, $4, 2000, $5, $6, $7)`,
    [newId(), productId, personId, terms.status ?? 'ACTIVE', terms.startsAt ?? hoursFromNow(-1), terms.endsAt ?? null],
  );
  return personId;
}

const find = ({ offerId }: Shop, of: Partial<RatesOf> = {}, settings: Partial<PlatformSettings> = {}) =>
  findRates(
    node.app,
    { id: world.platformId, settings: { ...DEFAULT_PLATFORM_SETTINGS, installmentFeeBasisPoints: STEPS, ...settings } },
    { offer: { id: offerId, coin: 'BRL' }, method: 'PIX', installments: 1, affiliateId: null, connectionId, ...of },
  );

const CARD = { method: 'CREDIT_CARD', installments: 3 } as const;

describe('findRates', () => {
  it('follows the platform where nothing was agreed', async () => {
    expect(await find(await openShop())).toEqual({
      fee: { basisPoints: 499, fixed: 100 },
      cost: { basisPoints: 0, fixed: 0 },
      affiliate: null,
      coProducers: [],
      manager: null,
      release: { days: 1, reserveBasisPoints: 0, reserveDays: 90, awaitsGuarantee: false },
      guaranteeDays: 7,
    });
  });

  it('charges fixed amounts in the currency they are given in alone, and tells what it left out', async () => {
    const shop = await openShop();
    const { id } = await connect(node.app, world);
    await run('UPDATE provider_connection SET costs = $3 WHERE platform_id = $1 AND id = $2', [
      id,
      JSON.stringify({ CREDIT_CARD: { basisPoints: 319, fixed: 30, fixedAbroad: { USD: 7, EUR: 9 } } }),
    ]);
    const inDollars = { ...CARD, connectionId: id, offer: { id: shop.offerId, coin: 'USD' } } as const;

    expect(await find(shop, inDollars)).toMatchObject({
      fee: { basisPoints: 602, fixed: 0, omitted: { amount: 100, currency: 'BRL' } },
      cost: { basisPoints: 319, fixed: 7 },
    });
    const fees = {
      ...DEFAULT_PLATFORM_SETTINGS.fees,
      CREDIT_CARD: { basisPoints: 599, fixed: 100, fixedAbroad: { USD: 30 } },
    };
    expect((await find(shop, inDollars, { fees })).fee).toEqual({ basisPoints: 602, fixed: 30 });
    expect((await find(shop, { ...CARD, connectionId: id }, { fees })).fee).toEqual({ basisPoints: 602, fixed: 100 });
    expect((await find(shop, inDollars, { currency: 'USD' })).fee).toEqual({ basisPoints: 602, fixed: 100 });
    await agree(shop.sellerId, { fees: { CREDIT_CARD: { basisPoints: 300, fixed: 0 } } });
    await waitFor('the agreement counts', async () => !(await find(shop, inDollars)).fee.omitted);
  });

  it("takes the seller's own fees, method by method", async () => {
    const shop = await openShop();
    await agree(shop.sellerId, { fees: { PIX: { basisPoints: 99, fixed: 0 } } });

    expect((await find(shop)).fee).toEqual({ basisPoints: 99, fixed: 0 });
    expect((await find(shop, { method: 'BILLET' })).fee).toEqual({ basisPoints: 499, fixed: 349 });
  });

  it("adds the installments' fee to cards alone, from the seller's own table where there is one", async () => {
    const shop = await openShop();
    expect((await find(shop, CARD)).fee).toEqual({ basisPoints: 602, fixed: 100 });
    expect((await find(shop, { installments: 3 })).fee.basisPoints).toBe(499);

    const [own, plain] = await Promise.all([openShop(), openShop()]);
    const rule = { basisPoints: 300, fixed: 5 };
    await agree(own.sellerId, { fees: { CREDIT_CARD: { ...rule, installmentBasisPoints: OWN_STEPS } } });
    await agree(plain.sellerId, { fees: { CREDIT_CARD: rule } });
    expect((await find(own, CARD)).fee).toEqual({ basisPoints: 330, fixed: 5 });
    expect((await find(plain, CARD)).fee).toEqual({ basisPoints: 303, fixed: 5 });
  });

  it("takes the connection's costs", async () => {
    const { id } = await connect(node.app, world);
    const costs = {
      PIX: { basisPoints: 80, fixed: 2 },
      CREDIT_CARD: { basisPoints: 200, fixed: 9, installmentBasisPoints: OWN_STEPS },
    };
    await run('UPDATE provider_connection SET costs = $3 WHERE platform_id = $1 AND id = $2', [
      id,
      JSON.stringify(costs),
    ]);
    const shop = await openShop();

    expect((await find(shop, { connectionId: id })).cost).toEqual({ basisPoints: 80, fixed: 2 });
    expect((await find(shop, { connectionId: id, ...CARD })).cost).toEqual({ basisPoints: 230, fixed: 9 });
    expect((await find(shop, { connectionId: id, method: 'BILLET' })).cost).toEqual({ basisPoints: 0, fixed: 0 });
  });

  it("takes the seller's own release, else the platform's, and the product's guarantee", async () => {
    const shop = await openShop();
    await agree(shop.sellerId, { release: { PIX: { days: 14, reserveBasisPoints: 500 } } });
    await run('UPDATE product SET guarantee_days = 30 WHERE platform_id = $1 AND id = $2', [shop.productId]);
    const card = { days: 20, reserveBasisPoints: 700, reserveDays: 60, awaitsGuarantee: true };
    const settings = { release: { ...DEFAULT_PLATFORM_SETTINGS.release, CREDIT_CARD: card } };

    const { release, guaranteeDays } = await find(shop, {}, settings);
    expect(release).toEqual({ days: 14, reserveBasisPoints: 500, reserveDays: 90, awaitsGuarantee: false });
    expect(guaranteeDays).toBe(30);
    expect((await find(shop, CARD, settings)).release).toEqual(card);
    const pix = { days: 5, reserveBasisPoints: 0, reserveDays: 45, awaitsGuarantee: true };
    const withPix = { release: { ...DEFAULT_PLATFORM_SETTINGS.release, PIX: pix } };
    // Terms that the agreement does not name stay the platform's.
    expect((await find(shop, {}, withPix)).release).toEqual({ ...pix, days: 14, reserveBasisPoints: 500 });
  });

  it('counts co-producers whose contract is valid now', async () => {
    const shop = await openShop();
    const first = await coProduce(shop.productId, { endsAt: hoursFromNow(1) });
    const second = await coProduce(shop.productId);
    await coProduce(shop.productId, { startsAt: hoursFromNow(1) });
    await coProduce(shop.productId, { startsAt: hoursFromNow(-2), endsAt: hoursFromNow(-1) });
    for (const status of ['OFFERED', 'REFUSED', 'ENDED']) await coProduce(shop.productId, { status });

    expect((await find(shop)).coProducers).toEqual([
      { personId: first, basisPoints: 2000 },
      { personId: second, basisPoints: 2000 },
    ]);
  });

  it('pays an active manager what was agreed with them, else what the platform says, unless that is nothing', async () => {
    const managerId = await addPerson();
    const shop = await openShop({ managerId });
    expect((await find(shop)).manager).toBeNull();
    expect((await find(shop, {}, { managerBasisPoints: 50 })).manager).toEqual({
      personId: managerId,
      basisPoints: 50,
    });

    const agreed = await addPerson();
    await agree(agreed, { managerBasisPoints: 120 });
    const theirs = await openShop({ managerId: agreed });
    expect((await find(theirs, {}, { managerBasisPoints: 50 })).manager?.basisPoints).toBe(120);

    const unpaid = await addPerson();
    await agree(unpaid, { managerBasisPoints: 0 });
    const free = await openShop({ managerId: unpaid });
    expect((await find(free, {}, { managerBasisPoints: 50 })).manager).toBeNull();

    const left = await openShop({ managerId: await addPerson({ status: 'DISABLED' }) });
    expect((await find(left, {}, { managerBasisPoints: 50 })).manager).toBeNull();
  });

  it('refuses an offer that there is none of', async () => {
    const none = { sellerId: newId(), productId: newId(), offerId: newId() };

    await expect(find(none)).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND', fields: ['offerId'] });
  });
});

describe('the affiliate of a link', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });

  it('gets the share of their affiliation, however the id is written', async () => {
    const personId = await addPerson();
    const affiliationId = await affiliate(shop.productId, personId);
    const expected = { affiliationId, personId, basisPoints: 3000 };

    expect((await find(shop, { affiliateId: affiliationId })).affiliate).toEqual(expected);
    expect((await find(shop, { affiliateId: affiliationId.toUpperCase() })).affiliate).toEqual(expected);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['empty', () => ''],
    ['no id', () => "maria' OR 1=1"],
    ['unknown', () => newId()],
    ['only requested', async () => affiliate(shop.productId, await addPerson(), 'REQUESTED')],
    ['refused', async () => affiliate(shop.productId, await addPerson(), 'REFUSED')],
    ['ended', async () => affiliate(shop.productId, await addPerson(), 'ENDED')],
    ["another product's", async () => affiliate((await openShop()).productId, await addPerson())],
    ["a disabled person's", async () => affiliate(shop.productId, await addPerson({ status: 'DISABLED' }))],
    ["the seller's own", () => affiliate(shop.productId, shop.sellerId)],
  ])('is nobody where the id is %s', async (_, make) => {
    expect((await find(shop, { affiliateId: await make() })).affiliate).toBeNull();
  });
});

describe('what is remembered', () => {
  let shop: Shop;
  let managerId: string;
  let affiliateId: string;
  let affiliatePersonId: string;
  beforeEach(async () => {
    managerId = await addPerson();
    shop = await openShop({ managerId });
    affiliatePersonId = await addPerson();
    affiliateId = await affiliate(shop.productId, affiliatePersonId);
    await agree(managerId, { managerBasisPoints: 10 });
    await find(shop, { affiliateId });
  });

  it('costs no statement the second time, whatever the method, even for an ended affiliation', async () => {
    const ended = await affiliate(shop.productId, await addPerson(), 'ENDED');
    const read = vi.spyOn(node.app.database, 'read');
    try {
      // Until the last announcement is heard, what was remembered may be forgotten once more.
      await waitFor('a look-up without a statement', async () => {
        read.mockClear();
        const first = await find(shop, { affiliateId });
        await find(shop, { affiliateId: ended, ...CARD });
        return first.affiliate && read.mock.calls.length === 0;
      });
      read.mockClear();
      await find(shop, { affiliateId: 'no id' });
      expect(read).not.toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });

  it.each<[string, () => Promise<unknown>, (rates: Awaited<ReturnType<typeof find>>) => boolean]>([
    [
      'terms of the seller',
      () => agree(shop.sellerId, { fees: { PIX: { basisPoints: 1, fixed: 0 } } }),
      ({ fee }) => fee.basisPoints === 1,
    ],
    [
      'terms of the manager',
      () => agree(managerId, { managerBasisPoints: 20 }),
      ({ manager }) => manager?.basisPoints === 20,
    ],
    // With a person known already: a new one would be announced as well.
    [
      'a co-production',
      () => coProduce(shop.productId, { personId: affiliatePersonId }),
      ({ coProducers }) => coProducers.length === 1,
    ],
    [
      'an affiliation',
      () => run(`UPDATE affiliation SET status = 'ENDED' WHERE platform_id = $1 AND id = $2`, [affiliateId]),
      (rates) => rates.affiliate === null,
    ],
    [
      'the person of an affiliation',
      () => run(`UPDATE person SET status = 'DISABLED' WHERE platform_id = $1 AND id = $2`, [affiliatePersonId]),
      (rates) => rates.affiliate === null,
    ],
    [
      'the product',
      () => run('UPDATE product SET guarantee_days = 21 WHERE platform_id = $1 AND id = $2', [shop.productId]),
      ({ guaranteeDays }) => guaranteeDays === 21,
    ],
    [
      'the costs of the connection',
      () =>
        run(
          `UPDATE provider_connection SET costs = '{"PIX": {"basisPoints": 7, "fixed": 0}}' WHERE platform_id = $1 AND id = $2`,
          [connectionId],
        ),
      ({ cost }) => cost.basisPoints === 7,
    ],
  ])('is forgotten with a change of %s', async (what, change, isSeen) => {
    // Warm, and every earlier announcement heard: otherwise one of those could do the forgetting.
    const read = vi.spyOn(node.app.database, 'read');
    try {
      await waitFor('a look-up without a statement', async () => {
        read.mockClear();
        await find(shop, { affiliateId });
        return read.mock.calls.length === 0;
      });
    } finally {
      read.mockRestore();
    }
    expect(isSeen(await find(shop, { affiliateId }))).toBe(false);

    await change();

    await waitFor(`a change of ${what} is seen`, async () => isSeen(await find(shop, { affiliateId })));
  });
});
