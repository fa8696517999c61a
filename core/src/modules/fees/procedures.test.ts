import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { post } from '../../../test/people.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import type { Terms } from '../payments/model.ts';

/** The one that is asked to change something, and another that sells. */
let node: TestNode;
let seller: TestNode;
let inspector: Inspector;
let world: World;
let operated: World;
let foreign: World;
let connectionId: string;
let admin: Staff;
let master: Staff;

const NOTHING = { fees: {}, release: {}, managerBasisPoints: null };
const FEES = { PIX: { basisPoints: 250, fixed: 7 } };
const STEPS = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100];

beforeAll(async () => {
  node = await buildNode();
  seller = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  operated = await createWorld(node.app, { host: 'operated.example.com', settings: { currency: 'EUR' } });
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    world.platformId,
    operated.platformId,
  ]);
  connectionId = (await connect(node.app, world)).id;
  admin = await openStaff(node.app, world.platformId, {
    roles: ['admin', 'seller'],
    permissions: ['isUserAdvancedOptionsAvailable'],
  });
  master = await openStaff(node.app, world.platformId, { roles: ['master'] });
  await waitFor('both remember', () => node.app.cache.isListening && seller.app.cache.isListening);
});
beforeEach(() => inspector.rows('DELETE FROM audit_event'));
afterAll(async () => {
  await inspector?.close();
  await seller?.close();
  await node?.close();
});

const get = async (name: string, headers: Record<string, string>, query: Record<string, string>) =>
  (await node.app.inject({ url: `/api/${name}?${new URLSearchParams(query)}`, headers })).json();
const agree = (terms: object, personId = world.sellerId) =>
  post(node.app, 'fees.setPersonTerms', admin.headers, { personId, ...NOTHING, ...terms });
const charge = (costs: object, id = connectionId, extra: object = {}) =>
  post(node.app, 'fees.setConnectionCosts', master.headers, { connectionId: id, costs, ...extra });

/** Makes a sale on the other node, and returns the terms by which it is shared out. */
async function sell(): Promise<Terms> {
  const { paymentId } = (await buy(seller.app, pixPurchase(world))).json();
  const [payment] = await inspector.rows<{ terms: Terms }>('SELECT terms FROM payment WHERE public_id = $1', [
    paymentId,
  ]);
  return payment?.terms as Terms;
}
const platformShare = ({ shares }: Terms) => shares.find(({ role }) => role === 'PLATFORM')?.amount;
const events = (platformId = world.platformId) =>
  inspector.rows<{ type: string; subject_id: string; actor_id: string; details: Record<string, unknown> }>(
    'SELECT type, subject_id, actor_id, details FROM audit_event WHERE platform_id = $1 ORDER BY created_at',
    [platformId],
  );

describe('terms of a person', () => {
  it('count for the next sale on another node, and are recorded with what stood before', async () => {
    expect(platformShare(await sell())).toBe(598);

    expect((await agree({ fees: FEES, release: { PIX: { days: 9, reserveBasisPoints: 300 } } })).statusCode).toBe(200);

    await waitFor('the other node has heard of it', async () => platformShare(await sell()) === 256);
    expect((await sell()).release).toEqual({
      days: 9,
      reserveBasisPoints: 300,
      reserveDays: 90,
      awaitsGuarantee: false,
    });
    expect(await get('fees.getPersonTerms', admin.headers, { personId: world.sellerId })).toEqual({
      person: { id: world.sellerId, name: 'Maria Vendedora', email: 'maria@example.com' },
      fees: FEES,
      release: { PIX: { days: 9, reserveBasisPoints: 300 } },
      managerBasisPoints: null,
      currency: 'BRL',
      currencies: ['BRL', 'EUR', 'USD'],
      version: 1,
    });
    expect(await events()).toEqual([
      {
        type: 'fees.termsChanged',
        subject_id: world.sellerId,
        actor_id: admin.id,
        details: {
          before: NOTHING,
          after: { ...NOTHING, fees: FEES, release: { PIX: { days: 9, reserveBasisPoints: 300 } } },
        },
      },
    ]);

    await agree(NOTHING);
    await waitFor('the platform’s own rule is back', async () => platformShare(await sell()) === 598);
  });

  it('leave sales that were made before as they were', async () => {
    const { paymentId } = (await buy(seller.app, pixPurchase(world))).json();
    const read = () => inspector.rows('SELECT terms FROM payment WHERE public_id = $1', [paymentId]);
    const before = await read();

    await agree({ fees: { PIX: { basisPoints: 1_000, fixed: 0 } } });
    await waitFor('the other node has heard of it', async () => platformShare(await sell()) === 999);

    expect(await read()).toEqual(before);
    await agree(NOTHING);
  });

  it('that change nothing are not recorded', async () => {
    await agree({ fees: FEES });
    await agree({ fees: FEES });

    expect(await events()).toHaveLength(1);
    await agree(NOTHING);
  });

  it('are nobody’s to agree with themselves, nor of who only runs the platform, nor of strangers', async () => {
    const functionary = await openStaff(node.app, world.platformId, { roles: ['admin'] });

    for (const [personId, code] of [
      [admin.id, 'OWN_TERMS_FIXED'],
      [functionary.id, 'PERSON_NOT_FOUND'],
      [foreign.sellerId, 'PERSON_NOT_FOUND'],
    ] as const) {
      const answer = await agree({ fees: FEES }, personId);
      expect(answer.json()).toMatchObject({ code, details: [{ field: 'personId' }] });
    }
    expect(await inspector.rows(`SELECT 1 FROM person_terms WHERE fees <> '{}'`)).toEqual([]);
  });

  it('name the field that is wrong', async () => {
    const wrong = async (terms: object) => (await agree(terms)).json();

    expect(
      await wrong({ fees: { CREDIT_CARD: { basisPoints: 9_000, fixed: 0, installmentBasisPoints: STEPS } } }),
    ).toMatchObject({
      code: 'FEE_TOO_LARGE',
      details: [{ field: 'fees.CREDIT_CARD.installmentBasisPoints' }],
    });
    expect(await wrong({ fees: { PIX: { basisPoints: 10_001, fixed: 0 } } })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'fees.PIX.basisPoints' }],
    });
    expect(await wrong({ fees: { PIX: { basisPoints: 1, fixed: 0, installmentBasisPoints: STEPS } } })).toMatchObject({
      details: [{ field: 'fees.PIX.installmentBasisPoints' }],
    });
    expect(await wrong({ release: { BILLET: { days: -1, reserveBasisPoints: 0 } } })).toMatchObject({
      details: [{ field: 'release.BILLET.days' }],
    });
  });
});

describe('costs of a connection', () => {
  it('count for the next sale on another node, and are recorded', async () => {
    expect((await sell()).cost).toBe(0);

    expect((await charge({ PIX: { basisPoints: 100, fixed: 2 } })).statusCode).toBe(200);

    await waitFor('the other node has heard of it', async () => (await sell()).cost === 101);
    expect(await get('fees.getConnectionCosts', master.headers, { connectionId })).toEqual({
      costs: { PIX: { basisPoints: 100, fixed: 2 } },
      currency: 'BRL',
      currencies: ['BRL', 'EUR', 'USD'],
      version: 1,
    });
    expect(await events()).toMatchObject([
      {
        type: 'fees.costsChanged',
        subject_id: connectionId,
        details: { before: {}, after: { PIX: { basisPoints: 100, fixed: 2 } } },
      },
    ]);
  });

  it('of an operated platform are recorded on both', async () => {
    const { id } = await connect(node.app, operated);

    const answer = await charge({ BILLET: { basisPoints: 0, fixed: 199 } }, id, { platformId: operated.platformId });

    expect(answer.statusCode).toBe(200);
    const query = { connectionId: id, platformId: operated.platformId };
    expect(await get('fees.getConnectionCosts', master.headers, query)).toMatchObject({ currency: 'EUR' });
    expect(await events(operated.platformId)).toMatchObject([{ type: 'fees.costsChanged', subject_id: id }]);
    expect(await events()).toMatchObject([{ details: { platformId: operated.platformId } }]);
  });

  it('of other platforms are out of reach', async () => {
    const { id } = await connect(node.app, foreign);

    expect((await charge({}, id)).json()).toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
    expect((await charge({}, id, { platformId: foreign.platformId })).json()).toMatchObject({
      code: 'PLATFORM_NOT_FOUND',
    });
  });

  it('name the field that is wrong', async () => {
    const card = { basisPoints: 9_500, fixed: 0, installmentBasisPoints: STEPS };

    expect((await charge({ CREDIT_CARD: card })).json()).toMatchObject({
      code: 'FEE_TOO_LARGE',
      details: [{ field: 'costs.CREDIT_CARD.installmentBasisPoints' }],
    });
  });
});
