import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { insertRows } from '../../../test/rows.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let node: TestNode;
let world: World;
let draftId: string;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app, { offer: { title: 'Curso de Pão', price: 19_700 } });
  await createPerson(node.app, world.platformId, { id: world.sellerId, email: 'maria@example.com', roles: ['seller'] });
  draftId = newId();
  await node.app.database.transaction(world.platformId, (transaction) =>
    transaction.run(
      insertRows('offer', {
        platform_id: world.platformId,
        id: draftId,
        product_id: world.productId,
        title: 'Rascunho',
        price: 100,
        status: 'DRAFT',
      }),
    ),
  );
});
afterAll(() => node?.close());

const list = async (headers: Record<string, string>, search = '') => {
  const answer = await node.app.inject({ url: `/api/offers.listOffers${search}`, headers });
  return { status: answer.statusCode, body: answer.json() };
};

describe('GET /api/offers.listOffers', () => {
  it('lists what the seller has published, newest first', async () => {
    const { status, body } = await list(await openSession(node.app, 'maria@example.com'));

    expect(status).toBe(200);
    const ids = body.offers.map(({ id }: { id: string }) => id);
    expect(ids).toContain(world.offerId);
    expect(ids).not.toContain(draftId);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(body.offers.find(({ id }: { id: string }) => id === world.offerId)).toEqual({
      id: world.offerId,
      title: 'Curso de Pão',
      price: 19_700,
      coin: 'BRL',
    });
  });

  it('lists no more than asked for', async () => {
    const { body } = await list(await openSession(node.app, 'maria@example.com'), '?limit=1');

    expect(body.offers).toHaveLength(1);
  });

  it("lists nothing of another seller's", async () => {
    await createPerson(node.app, world.platformId, { email: 'rival@example.com', roles: ['seller'] });

    const { body } = await list(await openSession(node.app, 'rival@example.com'));

    expect(body).toEqual({ offers: [] });
  });

  it('answers 401 to nobody and 403 to who is no seller', async () => {
    await createPerson(node.app, world.platformId, { email: 'cliente@example.com', roles: ['customer'] });

    expect((await list({ host: 'localhost' })).status).toBe(401);
    expect((await list(await openSession(node.app, 'cliente@example.com'))).status).toBe(403);
  });
});
