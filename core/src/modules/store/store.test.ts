/** Stores show what is on sale now, of their seller and platform alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { insertRows } from '../../../test/rows.ts';
import { newId } from '../../shared/ids.ts';

let market: Market;
let seller: Record<string, string>;
let rival: Record<string, string>;
let rivalId: string;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { platformId, sellerId } = market.world;
  const { app } = market.node;
  await createPerson(app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  seller = await openSession(app, 'maria@example.com');
  const created = await createPerson(app, platformId, {
    email: 'rival@example.com',

    roles: ['seller'],
  });
  rivalId = created.id;
  rival = await openSession(app, 'rival@example.com');
});
afterAll(() => market?.close());
beforeEach(async () => {
  await market.inspector.rows('DELETE FROM store');
});

async function call(name: string, input: object, headers = seller) {
  const isQuery = name.startsWith('get');
  const answer = await market.node.app.inject({
    method: isQuery ? 'GET' : 'POST',
    url: `/api/store.${name}`,
    headers,
    ...(!isQuery && { payload: input }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const FIELDS = { isPublished: true, title: '', about: '', colorPrimary: null, version: 0 };
async function publish(address: string, productIds: string[], more: object = {}, headers = seller) {
  const answer = await call('saveMyStore', { ...FIELDS, address, productIds, ...more }, headers);
  expect(answer.body).toEqual({ version: expect.any(Number), url: expect.stringMatching(`/loja/${address}$`) });
}

interface Sold {
  name: string;
  prices?: number[];
  offer?: object;
  product?: object;
  owner?: string;
}
async function createProduct({ name, prices = [5_000], offer = {}, product = {}, owner }: Sold): Promise<string> {
  const { platformId, sellerId } = market.world;
  const id = newId();
  await market.node.app.database.transaction(platformId, async (transaction) => {
    const row = {
      platform_id: platformId,
      id,
      seller_id: owner ?? sellerId,
      name,
      type_product: 'DIGITAL',
      ...product,
    };
    await transaction.run(insertRows('product', row));
    for (const price of prices)
      await transaction.run(
        insertRows('offer', { platform_id: platformId, id: newId(), product_id: id, title: name, price, ...offer }),
      );
  });
  return id;
}

async function set(settings: object): Promise<void> {
  await market.inspector.rows('UPDATE platform SET settings = settings || $2 WHERE platform_id = $1', [
    market.world.platformId,
    JSON.stringify(settings),
  ]);
  market.node.app.cache.forgetAll();
}

const open = (url: string) => market.node.app.inject({ url });
const cardsOf = (body: string) => [...body.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, name]) => name);

describe('a store', () => {
  it('begins with a free address that is made of the name of its seller', async () => {
    expect((await call('getMyStore', {}, rival)).body).toMatchObject({
      store: null,
      suggestedAddress: 'pessoa-rival-example-com',
    });
    await publish('pessoa-rival-example-com', []);
    expect((await call('getMyStore', {}, rival)).body.suggestedAddress).toBe('pessoa-rival-example-com-2');
  });

  it('shows its products in their order, each by the cheapest offer', async () => {
    const two = await createProduct({ name: 'Dois', prices: [9_900, 4_900] });
    const one = await createProduct({ name: 'Um', prices: [1_500] });
    await publish('pao', [two, one], { title: 'Padaria', about: 'Pão de verdade.' });

    const { statusCode, body } = await open('/loja/pao');

    expect(statusCode).toBe(200);
    expect(cardsOf(body)).toEqual(['Dois', 'Um']);
    expect(body).toContain('a partir de R$\u00a049,00');
    expect(body).toContain('Pão de verdade.');
    const [, listed = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    expect(
      JSON.parse(listed).itemListElement.map(({ item }: { item: { offers: object } }) => item.offers),
    ).toMatchObject([
      { price: '49.00', priceCurrency: 'BRL', seller: { name: 'Padaria' } },
      { price: '15.00', priceCurrency: 'BRL' },
    ]);
    expect(body).not.toContain('name="robots"');
    expect((await open('/loja/pao?lang=en')).body).toMatch(/from R\$\s?49\.00/);
  });

  it('leaves out what cannot be bought now', async () => {
    const past = new Date(Date.now() - 3_600_000);
    const soon = new Date(Date.now() + 3_600_000);
    const shown = await createProduct({ name: 'À venda' });
    const ids = [
      await createProduct({ name: 'Acabou', offer: { sale_ends_at: past } }),
      await createProduct({ name: 'Em breve', offer: { sale_starts_at: soon } }),
      await createProduct({ name: 'Esgotado', offer: { stock_limit: 0 } }),
      await createProduct({ name: 'Rascunho', offer: { status: 'DRAFT' } }),
      await createProduct({ name: 'De um link', offer: { is_hidden: true } }),
      await createProduct({ name: 'Bloqueado', product: { status: 'BLOCKED' } }),
      await createProduct({ name: 'Noutra moeda', offer: { coin: 'EUR', pix_enabled: false, billet_enabled: false } }),
    ];
    await set({ currencies: ['BRL'] });
    await publish('tudo', [...ids, shown]);

    expect(cardsOf((await open('/loja/tudo')).body)).toEqual(['À venda']);
    const { products } = (await call('getMyStore', {})).body;
    expect(products.filter(({ isSold }: { isSold: boolean }) => !isSold)).toHaveLength(ids.length);
  });

  it('is found by words and by category, and answers any query', async () => {
    const bread = await createProduct({ name: 'Pão de fermentação', product: { category: 'GASTRONOMY' } });
    const song = await createProduct({
      name: 'Violão',
      product: { category: 'MUSIC_AND_ART', description: 'Aulas <b>em</b> vídeo' },
    });
    await publish('busca', [bread, song]);

    expect(cardsOf((await open('/loja/busca?q=FERMENTACAO')).body)).toEqual(['Pão de fermentação']);
    expect(cardsOf((await open('/loja/busca?q=v%C3%ADdeo')).body)).toEqual(['Violão']);
    expect(cardsOf((await open('/loja/busca?categoria=MUSIC_AND_ART')).body)).toEqual(['Violão']);
    const nothing = (await open('/loja/busca?q=%3Cscript%3Ealert(1)%3C/script%3E')).body;
    expect(nothing).toContain('Nenhum produto encontrado.');
    expect(nothing).not.toContain('<script>alert');
    expect(nothing).toContain('name="robots" content="noindex"');
    for (const query of ['p=-1', 'p=99999', 'p=abc', 'categoria=toString', 'q=%00', 'q[]=1&q=2', 'p=1&p=2'])
      expect([query, (await open(`/loja/busca?${query}`)).statusCode]).toEqual([query, 200]);
  });

  it('is not there before it is published, of a blocked seller, and on another platform', async () => {
    const id = await createProduct({ name: 'Segredo' });
    await publish('segredo', [id], { isPublished: false });
    expect((await open('/loja/segredo')).statusCode).toBe(404);
    await publish('segredo', [id], { version: 1 });
    expect((await open('/loja/segredo')).statusCode).toBe(200);

    const { sellerId } = market.world;
    await market.inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [sellerId]);
    expect((await open('/loja/segredo')).statusCode).toBe(404);
    await market.inspector.rows(`UPDATE person SET status = 'ACTIVE' WHERE id = $1`, [sellerId]);
    for (const address of ['SEGREDO', 'seg--redo', 'x', '..%2f', '%00'])
      expect([address, (await open(`/loja/${address}`)).statusCode]).toEqual([address, 404]);
  });

  it('refuses products of others, a taken address and an old version', async () => {
    const id = await createProduct({ name: 'Meu' });
    const foreign = await createProduct({ name: 'Dele', owner: rivalId });
    await publish('minha', [id]);

    expect((await call('saveMyStore', { ...FIELDS, address: 'outra', productIds: [], version: 0 })).body).toMatchObject(
      {
        code: 'EDIT_CONFLICT',
      },
    );
    expect(
      (await call('saveMyStore', { ...FIELDS, address: 'minha', productIds: [foreign], version: 1 })).body,
    ).toMatchObject({ code: 'PRODUCT_NOT_FOUND', details: [{ field: 'productIds' }] });
    expect((await call('saveMyStore', { ...FIELDS, address: 'minha', productIds: [] }, rival)).body).toMatchObject({
      code: 'STORE_ADDRESS_TAKEN',
      details: [{ field: 'address' }],
    });
    const first = [1, 2].map(() => call('saveMyStore', { ...FIELDS, address: 'corrida', productIds: [] }, rival));
    const codes = (await Promise.all(first)).map(({ body }) => body.code ?? 'SAVED').sort();
    expect(codes).toEqual(['EDIT_CONFLICT', 'SAVED']);
  });
});

describe('the page of all stores', () => {
  it('shows the products of published stores where the platform wants it, page by page', async () => {
    const mine = await Promise.all(Array.from({ length: 50 }, (_, index) => createProduct({ name: `Livro ${index}` })));
    await publish('livros', mine);
    await publish('queijos', [await createProduct({ name: 'Queijo', owner: rivalId })], { title: 'Queijaria' }, rival);
    expect((await open('/loja')).statusCode).toBe(404);

    await set({ showsAllStores: true });
    const first = await open('/loja');
    const second = await open('/loja?p=2');
    await set({ showsAllStores: false });

    expect(first.body).toContain('Queijaria');
    expect(first.body).toContain('href="/loja/queijos"');
    const names = [...cardsOf(first.body), ...cardsOf(second.body)];
    expect([cardsOf(first.body).length, names.length, new Set(names).size]).toEqual([48, 51, 51]);
    expect(first.body).toContain('p=2');
    expect(second.body).not.toContain('p=3');
  });
});
