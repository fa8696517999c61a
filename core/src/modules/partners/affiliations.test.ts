import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { post } from '../../../test/people.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let foreign: World;
let maria: Record<string, string>;
let ana: Staff;
let rival: Staff;

const TERMS = { isOpen: true, basisPoints: 3_000, isAutomatic: false, windowDays: 30 };

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await connect(node.app, world);
  for (const { platformId, sellerId } of [world, foreign]) {
    await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
      platformId,
      sellerId,
    ]);
  }
  maria = await openSessionOf(node.app, world.platformId, world.sellerId);
  ana = await openStaff(node.app, world.platformId, { roles: ['affiliate'], name: 'Ana Afiliada', email: 'ana@x.com' });
  rival = await openStaff(node.app, world.platformId, { roles: ['seller'], name: 'Rui Rival' });
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM affiliation');
  await inspector.rows('DELETE FROM notification');
  await inspector.rows('DELETE FROM audit_event');
  await inspector.rows('UPDATE product SET affiliation_open = false');
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const get = async (name: string, headers: Record<string, string>, query: Record<string, string> = {}) =>
  (await node.app.inject({ url: `/api/${name}?${new URLSearchParams(query)}`, headers })).json();
const call = async (name: string, headers: Record<string, string>, input: object) => {
  const answer = await post(node.app, name, headers, input);
  return answer.statusCode === 200 ? answer.json() : answer.json().code;
};
const versionOf = async (productId: string): Promise<number> =>
  (await get('partners.listProducts', maria, { productId })).items[0]?.version ?? 1;
const open = async (terms: Partial<typeof TERMS> = {}) => {
  const { productId } = world;
  return call('partners.setProductTerms', maria, {
    productId,
    version: await versionOf(productId),
    ...TERMS,
    ...terms,
  });
};
const requestAffiliation = (who = ana) =>
  call('partners.requestAffiliation', who.headers, { productId: world.productId });
const decide = (affiliationId: string, decision: string, headers = maria) =>
  call('partners.decideAffiliation', headers, { affiliationId, decision });
const endAffiliation = (affiliationId: string, headers: Record<string, string>) =>
  call('partners.endAffiliation', headers, { affiliationId });
const listed = async (status: string) =>
  ((await get('partners.listAffiliations', maria, { status })).items as { id: string }[]).map(({ id }) => id);
const notificationsOf = async (personId: string) =>
  (
    await inspector.rows<{ type: string; status: string }>(
      `SELECT type, parameters->>'status' AS status FROM notification WHERE person_id = $1 ORDER BY created_at`,
      [personId],
    )
  ).map(({ type, status }) => `${type} ${status}`);

describe('a product that is open to affiliates', () => {
  it('is found by others, with what it gives and what it is sold at', async () => {
    expect((await get('partners.listMarketplace', ana.headers)).items).toEqual([]);

    await open();

    expect((await get('partners.listMarketplace', ana.headers)).items).toEqual([
      {
        product: { id: world.productId, name: 'Curso de Pão', image: null },
        description: '',
        typeProduct: 'DIGITAL',
        category: 'OTHERS',
        sellerName: 'Maria Vendedora',
        basisPoints: 3_000,
        isAutomatic: false,
        windowDays: 30,
        offers: [{ title: 'Curso de Pão', price: 9_990, coin: 'BRL' }],
        affiliation: null,
      },
    ]);
    expect((await get('partners.listMarketplace', ana.headers, { search: 'PAO' })).items).toHaveLength(1);
    expect((await get('partners.listMarketplace', ana.headers, { search: 'p_o' })).items).toEqual([]);
    expect((await get('partners.listMarketplace', ana.headers, { category: 'OTHERS' })).items).toHaveLength(1);
    expect((await get('partners.listMarketplace', ana.headers, { category: 'FINANCE' })).items).toEqual([]);
    expect((await get('partners.listMarketplace', maria)).items).toEqual([]);
    const own = (await get('partners.listProducts', maria)).items;
    expect(own).toHaveLength(2);
    const one = (await get('partners.listProducts', maria, { productId: world.productId })).items;
    expect(one).toMatchObject([{ product: { id: world.productId } }]);
    expect(own).toContainEqual({
      product: { id: world.productId, name: 'Curso de Pão', image: null },
      ...TERMS,
      version: expect.any(Number),
      sharedBasisPoints: 3_000,
    });
  });

  it('is changed by its seller alone, and the change is recorded', async () => {
    const version = await versionOf(world.productId);
    const change = (headers: Record<string, string>, productId = world.productId) =>
      call('partners.setProductTerms', headers, { productId, version, ...TERMS });

    expect(await change(rival.headers)).toBe('PRODUCT_NOT_FOUND');
    expect(await change(maria, foreign.productId)).toBe('PRODUCT_NOT_FOUND');
    expect(await change(maria)).toEqual({ version: version + 1 });

    expect(await inspector.rows('SELECT type, subject_id, subject_name, details FROM audit_event')).toEqual([
      {
        type: 'partner.termsChanged',
        subject_id: world.productId,
        subject_name: 'Curso de Pão',
        details: {
          before: { ...TERMS, isOpen: false, basisPoints: expect.any(Number), windowDays: expect.any(Number) },
          after: TERMS,
        },
      },
    ]);
  });

  it('keeps the terms of the tab that saved first', async () => {
    const { productId } = world;
    const version = await versionOf(productId);
    const change = async (basisPoints: number) =>
      (await post(node.app, 'partners.setProductTerms', maria, { productId, version, ...TERMS, basisPoints })).json();

    expect(await change(2_000)).toEqual({ version: version + 1 });
    expect(await change(5_000)).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: expect.arrayContaining([expect.objectContaining({ field: 'basisPoints' })]),
    });

    expect((await get('partners.listProducts', maria, { productId })).items).toMatchObject([{ basisPoints: 2_000 }]);
  });
});

describe('an affiliation', () => {
  it('is asked for, approved by the seller, gives links, and is ended by either side', async () => {
    await open();

    const { affiliationId, status } = await requestAffiliation();
    expect(status).toBe('REQUESTED');
    expect(await listed('REQUESTED')).toEqual([affiliationId]);
    expect((await get('partners.listMyAffiliations', ana.headers)).items[0].links).toEqual([]);

    expect(await decide(affiliationId, 'APPROVE')).toEqual({});
    expect((await get('partners.listAffiliations', maria, { status: 'ACTIVE' })).items).toEqual([
      {
        id: affiliationId,
        status: 'ACTIVE',
        basisPoints: 3_000,
        createdAt: expect.any(String),
        decidedAt: expect.any(String),
        product: { id: world.productId, name: 'Curso de Pão', image: null },
        person: { id: ana.id, name: 'Ana Afiliada', email: 'ana@x.com' },
        earned: { sales: 0, commission: 0, currency: 'BRL' },
      },
    ]);
    expect((await get('partners.listMyAffiliations', ana.headers, { status: 'ACTIVE' })).items).toMatchObject([
      {
        id: affiliationId,
        sellerName: 'Maria Vendedora',
        windowDays: 30,
        links: [
          {
            title: 'Curso de Pão',
            url: `http://localhost:3999/checkout/${world.offerId}?affiliateId=${affiliationId}`,
          },
        ],
      },
    ]);

    expect(await endAffiliation(affiliationId, ana.headers)).toEqual({});
    expect(await endAffiliation(affiliationId, ana.headers)).toBe('AFFILIATION_DECIDED');
    expect(await decide(affiliationId, 'APPROVE')).toBe('AFFILIATION_DECIDED');
    expect(await notificationsOf(world.sellerId)).toEqual(['partner.requested REQUESTED', 'partner.ended ENDED']);
    expect(await notificationsOf(ana.id)).toEqual(['partner.decided ACTIVE']);
    const events = await inspector.rows<{ before: string; after: string }>(
      `SELECT details->>'before' AS before, details->>'after' AS after FROM audit_event
       WHERE type = 'partner.affiliationChanged' ORDER BY created_at`,
    );
    expect(events).toEqual([
      { before: null, after: 'REQUESTED' },
      { before: 'REQUESTED', after: 'ACTIVE' },
      { before: 'ACTIVE', after: 'ENDED' },
    ]);
  });

  it('begins at once where the product says so, but not for whom the seller has sent away', async () => {
    await open({ isAutomatic: true });

    const first = await requestAffiliation();
    expect(first.status).toBe('ACTIVE');
    await endAffiliation(first.affiliationId, ana.headers);
    const second = await requestAffiliation();
    expect(second.status).toBe('ACTIVE');
    await endAffiliation(second.affiliationId, maria);

    expect((await requestAffiliation()).status).toBe('REQUESTED');
  });

  it('that was refused is approved by the seller or not at all', async () => {
    await open();
    const { affiliationId } = await requestAffiliation();

    expect(await decide(affiliationId, 'REFUSE')).toEqual({});
    expect(await decide(affiliationId, 'REFUSE')).toBe('AFFILIATION_DECIDED');
    expect(await requestAffiliation()).toBe('AFFILIATION_REFUSED');
    expect(await listed('REFUSED')).toEqual([affiliationId]);

    expect(await decide(affiliationId, 'APPROVE')).toEqual({});
    expect(await listed('ACTIVE')).toEqual([affiliationId]);
    expect(await notificationsOf(ana.id)).toEqual(['partner.decided REFUSED', 'partner.decided ACTIVE']);
  });

  it('keeps the share that was asked for when the product offers another', async () => {
    await open();
    const { affiliationId } = await requestAffiliation();
    await open({ basisPoints: 500 });

    await decide(affiliationId, 'APPROVE');

    expect((await get('partners.listAffiliations', maria, { status: 'ACTIVE' })).items[0].basisPoints).toBe(3_000);
  });

  it('is neither one’s own product’s, nor a closed one’s, nor there twice', async () => {
    expect(await requestAffiliation()).toBe('AFFILIATION_CLOSED');
    await open();

    expect(await call('partners.requestAffiliation', maria, { productId: world.productId })).toBe('OWN_PRODUCT');
    expect(await call('partners.requestAffiliation', ana.headers, { productId: foreign.productId })).toBe(
      'PRODUCT_NOT_FOUND',
    );
    const answers = await Promise.all([
      requestAffiliation(),
      requestAffiliation(),
      requestAffiliation(),
      requestAffiliation(),
    ]);
    expect(answers.filter((answer) => answer === 'AFFILIATION_EXISTS')).toHaveLength(3);
    expect(await listed('REQUESTED')).toHaveLength(1);
  });

  it('of others is out of reach', async () => {
    await open();
    const { affiliationId } = await requestAffiliation();

    expect(await decide(affiliationId, 'APPROVE', rival.headers)).toBe('AFFILIATION_NOT_FOUND');
    expect(await endAffiliation(affiliationId, rival.headers)).toBe('AFFILIATION_NOT_FOUND');
    // An affiliate who sells as well approves themselves nowhere.
    const both = await openStaff(node.app, world.platformId, { roles: ['seller', 'affiliate'] });
    const own = await requestAffiliation(both);
    expect(await decide(own.affiliationId, 'APPROVE', both.headers)).toBe('AFFILIATION_NOT_FOUND');
    expect((await get('partners.listAffiliations', rival.headers, { status: 'REQUESTED' })).items).toEqual([]);
    expect((await get('partners.listMyAffiliations', rival.headers)).items).toEqual([]);
  });

  it('is decided once by whoever is first', async () => {
    await open();
    const { affiliationId } = await requestAffiliation();

    const answers = await Promise.all([
      decide(affiliationId, 'REFUSE'),
      decide(affiliationId, 'REFUSE'),
      decide(affiliationId, 'REFUSE'),
    ]);

    expect(answers.filter((answer) => answer === 'AFFILIATION_DECIDED')).toHaveLength(2);
    expect(await notificationsOf(ana.id)).toEqual(['partner.decided REFUSED']);
  });
});

describe('lists', () => {
  it('page through affiliates of several products without skipping or repeating any, and find them by name', async () => {
    const [other] = await inspector.rows<{ id: string }>('SELECT id FROM product WHERE seller_id = $1 AND id <> $2', [
      world.sellerId,
      world.productId,
    ]);
    await inspector.rows(
      `INSERT INTO person (platform_id, id, name, email)
       SELECT $1, gen_random_uuid(), 'Vendedor ' || n, 'v' || n || '@example.com' FROM generate_series(1, 7) n`,
      [world.platformId],
    );
    await inspector.rows(
      `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, created_at)
       SELECT $1, gen_random_uuid(), product, p.id, 100, '2026-01-01T00:00:00.123456Z'
       FROM person p, unnest($2::uuid[]) product WHERE p.email LIKE 'v_@example.com'`,
      [world.platformId, [world.productId, other?.id]],
    );
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await get('partners.listAffiliations', maria, {
        status: 'REQUESTED',
        limit: '4',
        ...(after && { after }),
      });
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      after = page.next;
    } while (after && seen.length < 30);

    expect(seen).toHaveLength(14);
    expect(new Set(seen).size).toBe(14);
    const find = async (query: Record<string, string>) =>
      (await get('partners.listAffiliations', maria, { status: 'REQUESTED', ...query })).items.length;
    expect(await find({ search: 'VENDEDOR 3' })).toBe(2);
    expect(await find({ search: 'v3@example', productId: world.productId })).toBe(1);
    expect(await find({ search: '%' })).toBe(0);
    expect(await find({ productId: foreign.productId })).toBe(0);
  });
});
