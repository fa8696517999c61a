/** The state of the money decides, each time anew, who may open a purchase. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Charged, pollPayment, sellPaid } from '../../../test/at-provider.ts';
import {
  callDisputes,
  deliverEvents,
  disputesOf,
  openPeople,
  type People,
  sell,
} from '../../../test/disputed-sales.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { post } from '../../../test/people.ts';
import { openStaff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createWorld } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { accessTokenOf, findAccessUrl } from './service.ts';

let directory: string;
let market: Market;
let people: People;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-deliverables-'));
  market = await openMarket({ env: { MEDIA_DIRECTORY: directory } });
  people = await openPeople(market);
});
afterAll(async () => {
  await market?.close();
  await rm(directory, { recursive: true, force: true });
});

const call = (name: string, payload: object, headers: Record<string, string> = people.seller) =>
  post(market.node.app, `deliverables.${name}`, headers, payload);
const buyer = { host: 'localhost', 'sec-fetch-site': 'same-origin' };
const open = async (token: string, headers = buyer) => {
  const answer = await call('openAccess', { token }, headers);
  return { status: answer.statusCode, body: answer.json() };
};
const download = async (token: string, deliverableId: string) =>
  (await call('createDownload', { token, deliverableId }, buyer)).json();
const ask = async (name: string, query: Record<string, string>, headers: Record<string, string> = people.seller) => {
  const url = `/api/deliverables.${name}?${new URLSearchParams(query)}`;
  const answer = await market.node.app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const read = <Row>(sql: string, ...values: unknown[]) => market.inspector.rows<Row & object>(sql, values);
const saleOf = async ({ paymentId }: Pick<Charged, 'paymentId'>) =>
  (await read<{ id: string }>('SELECT sale_id AS id FROM payment WHERE id = $1', paymentId))[0]?.id as string;
const tokenOf = async (sold: Pick<Charged, 'paymentId'>) => accessTokenOf(market.node.app, await saleOf(sold));
/** A product of its own, so that tests do not meet in its items. */
async function createProduct(): Promise<{ productId: string; offerId: string }> {
  const [productId, offerId] = [newId(), newId()];
  const { platformId, sellerId } = market.world;
  await read(
    `INSERT INTO product (platform_id, id, seller_id, name, type_product) VALUES ($1, $2, $3, 'Curso', 'DIGITAL')`,
    platformId,
    productId,
    sellerId,
  );
  await read(
    `INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $3, 'Curso', 9990)`,
    platformId,
    offerId,
    productId,
  );
  return { productId, offerId };
}
const add = async (productId: string, item: object): Promise<string> => {
  const answer = await call('createDeliverable', { productId, title: 'Item', ...item });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().deliverableId;
};
async function addFile(productId: string, mostDownloads = 10): Promise<string> {
  const signed = (await call('createUpload', { fileName: 'livro.pdf', bytes: 9 })).json();
  const sent = { method: 'PUT' as const, url: signed.url, payload: Buffer.from('%PDF-1.7\n') };
  await market.node.app.inject({ ...sent, headers: { host: 'localhost', ...signed.headers } });
  return add(productId, { kind: 'FILE', uploadId: signed.uploadId, mostDownloads });
}
const titlesOf = ({ body }: { body: { products: { items: { title: string }[] }[] } }) =>
  body.products.flatMap(({ items }) => items.map(({ title }) => title));

describe('the state of the money', () => {
  let fileId: string;
  beforeAll(async () => {
    await add(market.world.productId, { kind: 'TEXT', title: 'Bem-vinda', text: 'Leia primeiro.' });
    fileId = await addFile(market.world.productId);
  });
  const see = async (token: string) => {
    const { state, products } = (await open(token)).body;
    const code = (await download(token, fileId)).code ?? 'OK';
    return [state, products.length > 0, code];
  };
  const OPEN = ['OPEN', true, 'OK'];
  const ENDED = ['ENDED', false, 'ACCESS_ENDED'];

  it('opens nothing before the payment, and everything at once with it', async () => {
    const bought = await market.buyPix();
    const token = await tokenOf(bought);
    expect(await see(token)).toEqual(['PENDING', false, 'ACCESS_ENDED']);
    expect(await findAccessUrl(market.node.app, market.world.platformId, await saleOf(bought))).toBeNull();

    await (await market.host()).simulator.pay(bought.transactionId as string, { amount: 9_990 });
    await pollPayment(market, bought);

    expect(await see(token)).toEqual(OPEN);
    const url = await findAccessUrl(market.node.app, market.world.platformId, await saleOf(bought));
    expect(new URL(url as string)).toMatchObject({ pathname: '/access', search: '', hash: `#${token}` });
  });

  it.each([
    ['too little is paid', 100, 'PENDING'],
    ['too much is paid', 99_990, 'OPEN'],
  ])('where %s', async (_, paid, state) => {
    expect((await open(await tokenOf(await sellPaid(market, paid)))).body.state).toBe(state);
  });

  it('stays through a partial refund, and ends as soon as the rest is granted', async () => {
    const sold = await sell(market);
    const token = await tokenOf(sold);
    const refund = (amount: number) =>
      market.node.app.inject({
        method: 'POST',
        url: '/api/refunds.refundSale',
        headers: { ...people.seller, 'idempotency-key': newId() },
        payload: { paymentId: sold.publicId, amount },
      });

    expect((await refund(4_000)).statusCode).toBe(200);
    expect(await see(token)).toEqual(OPEN);
    await waitFor(
      'the refund is done',
      async () => (await market.readPayment(sold.paymentId)).refunded_amount === 4_000,
    );
    expect(await see(token)).toEqual(OPEN);
    expect((await refund(5_990)).statusCode).toBe(200);
    expect(await see(token)).toEqual(ENDED);
  });

  it('ends when the bank gives everything back', async () => {
    const sold = await sell(market);
    await sold.refund(9_990);
    expect(await see(await tokenOf(sold))).toEqual(ENDED);
  });

  it('ends with a chargeback, and comes back when the case is won', async () => {
    const sold = await sell(market);
    const token = await tokenOf(sold);
    await sold.chargeBack();
    expect(await see(token)).toEqual(ENDED);

    await deliverEvents(market, sold.paymentId);
    const [dispute] = await disputesOf(market, sold.paymentId);
    await callDisputes(market, 'closeDispute', people.admin.headers, {
      disputeId: dispute?.id,
      outcome: 'WON',
      note: 'Banco decidiu',
    });

    await waitFor('the case is won', async () => (await market.readPayment(sold.paymentId)).status === 'APPROVED');
    expect(await see(token)).toEqual(OPEN);
  });
});

describe('the secret link', () => {
  it('is of no use where it is changed, or on another platform', async () => {
    const token = await tokenOf(await sell(market));
    const host = await openOther();
    const [subject, signature] = token.split('.') as [string, string];
    const swapped = `${subject.slice(0, -2)}${subject.endsWith('AA') ? 'QQ' : 'AA'}.${signature}`;

    expect((await open(token)).status).toBe(200);
    expect((await open(token, { ...buyer, host })).body.code).toBe('ACCESS_NOT_FOUND');
    expect((await open(swapped)).status).toBe(404);
    expect((await open(`${subject}.${signature.split('').reverse().join('')}`)).status).toBe(404);
    expect((await open(token, { ...buyer, 'sec-fetch-site': 'cross-site' })).body.code).toBe('CROSS_SITE_REQUEST');
  });

  it('opens no file of another sale’s product', async () => {
    const { productId } = await createProduct();
    const foreign = await addFile(productId);

    expect(await download(await tokenOf(await sell(market)), foreign)).toMatchObject({ code: 'DELIVERABLE_NOT_FOUND' });
  });

  async function openOther() {
    const host = 'alheia.example.com';
    await createWorld(market.node.app, { host });
    return host;
  }
});

describe('what a sale opens', () => {
  it('has the items of each digital product in their order, the order bump’s own after them', async () => {
    const { productId, offerId } = await createProduct();
    const [bumpProduct] = await read<{ productId: string }>(
      'SELECT o.product_id AS "productId" FROM order_bump b JOIN offer o ON o.id = b.offer_id WHERE b.id = $1',
      market.world.bumpId,
    );
    await add(bumpProduct?.productId as string, { kind: 'TEXT', title: 'Bump', text: 'Extra' });
    const first = await add(productId, { kind: 'ADDRESS', title: 'Área', address: 'https://membros.example.com/a' });
    const second = await add(productId, { kind: 'TEXT', title: 'Texto', text: 'Oi' });
    const sort = async (...deliverableIds: string[]) =>
      (await call('sortDeliverables', { productId, version: 1, deliverableIds })).json();
    expect(await sort(second, first)).toEqual({ version: 2 });
    expect(await sort(first, second)).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'deliverableIds' }] });
    const { platformId } = market.world;
    const bumpId = newId();
    await read(
      `INSERT INTO order_bump (platform_id, id, product_id, offer_id, title)
       SELECT $1, $2, $3, offer_id, 'Leve' FROM order_bump WHERE id = $4`,
      platformId,
      bumpId,
      productId,
      market.world.bumpId,
    );

    const sold = await sellPaid(market, 11_980, { offerId, orderBumpsIds: [bumpId] });

    expect(titlesOf(await open(await tokenOf(sold)))).toEqual(['Texto', 'Área', 'Bump']);
  });

  it('keeps what was removed for those who bought before, and shows them what was added', async () => {
    const { productId, offerId } = await createProduct();
    const old = await add(productId, { kind: 'TEXT', title: 'Antigo', text: 'x' });
    const before = await tokenOf(await sellPaid(market, 9_990, { offerId }));
    expect((await call('removeDeliverable', { deliverableId: old, version: 1 })).statusCode).toBe(200);
    await add(productId, { kind: 'TEXT', title: 'Novo', text: 'x' });
    market.clock.forward(1_000);
    const after = await tokenOf(await sellPaid(market, 9_990, { offerId }));

    expect(titlesOf(await open(before))).toEqual(['Antigo', 'Novo']);
    expect(titlesOf(await open(after))).toEqual(['Novo']);
  });

  it('shows its seller when it was opened and what was downloaded, and strangers nothing', async () => {
    const { productId, offerId } = await createProduct();
    const fileId = await addFile(productId);
    const sold = await sellPaid(market, 9_990, { offerId });
    const saleId = await saleOf(sold);
    const stranger = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    expect((await ask('getSaleAccess', { saleId })).body).toMatchObject({
      state: 'OPEN',
      opens: 0,
      firstOpenedAt: null,
    });

    const token = await tokenOf(sold);
    await open(token);
    await open(token);
    await download(token, fileId);

    expect((await ask('getSaleAccess', { saleId })).body).toMatchObject({
      opens: 2,
      firstOpenedAt: expect.any(String),
      items: [{ title: 'Item', productName: 'Curso', kind: 'FILE', downloads: 1, mostDownloads: 10 }],
    });
    expect((await ask('getSaleAccess', { saleId }, stranger.headers)).body.code).toBe('SALE_NOT_FOUND');
    expect((await ask('getSaleAccess', { saleId }, people.admin.headers)).status).toBe(200);
  });
});

describe('downloads', () => {
  it('are counted, and never more than the sale may have, however many ask at once', async () => {
    const { productId, offerId } = await createProduct();
    const fileId = await addFile(productId, 3);
    const token = await tokenOf(await sellPaid(market, 9_990, { offerId }));

    const answers = await Promise.all(Array.from({ length: 12 }, () => download(token, fileId)));

    expect(answers.filter(({ url }) => url)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 'DOWNLOADS_USED_UP')).toHaveLength(9);
    await call('updateDeliverable', { deliverableId: fileId, version: 1, mostDownloads: 4 });
    expect((await download(token, fileId)).downloads).toBe(4);
    expect((await open(token)).body.products[0].items[0]).toMatchObject({ downloads: 4, mostDownloads: 4 });
  });

  it('end with the minute of their address and with the money, also for who kept the link', async () => {
    const { productId, offerId } = await createProduct();
    const fileId = await addFile(productId);
    const sold = await sellPaid(market, 9_990, { offerId });
    const token = await tokenOf(sold);
    const { url } = await download(token, fileId);
    const load = () => market.node.app.inject({ url, headers: { host: 'localhost' } });
    expect((await load()).body).toBe('%PDF-1.7\n');

    market.clock.forward(61_000);

    expect((await load()).statusCode).toBe(410);
    await read('UPDATE payment SET returning_amount = amount WHERE id = $1', sold.paymentId);
    expect(await download(token, fileId)).toMatchObject({ code: 'ACCESS_ENDED' });
  });
});

describe('licence keys', () => {
  const addKeys = async (deliverableId: string, ...keys: string[]) =>
    (await call('addKeys', { deliverableId, keys })).json();
  const notes = (productId: string) =>
    read<{ type: string }>(
      `SELECT type FROM notification WHERE type LIKE 'product.keys%' AND href LIKE '%' || $1 || '%' ORDER BY created_at, id`,
      productId,
    );
  const keyOf = async (token: string) => (await open(token)).body.products[0].items[0].key as string | null;

  it('go to one sale each in a race of twenty, and the sales without one wait in their order and get the next', async () => {
    const { productId, offerId } = await createProduct();
    const keyId = await add(productId, { kind: 'KEY', title: 'Chave' });
    const names = Array.from({ length: 15 }, (_, index) => `KEY-${index}`);
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => tokenOf(await sellPaid(market, 9_990, { offerId }))),
    );
    await waitFor('the seller is told', async () => (await notes(productId)).length > 0);
    // Every sale waits, and only those who open it look for keys: twenty at once.
    await read(
      `INSERT INTO licence_key (platform_id, id, deliverable_id, value) SELECT $1, gen_random_uuid(), $2, unnest($3::text[])`,
      market.world.platformId,
      keyId,
      names,
    );

    const seen = await Promise.all([...tokens, ...tokens].map(keyOf));

    const given = seen.slice(0, 20).filter((key) => key !== null);
    expect(new Set(given)).toEqual(new Set(names));
    expect(given).toHaveLength(15);
    expect(seen.slice(20)).toEqual(seen.slice(0, 20));
    expect((await ask('listDeliverables', { productId })).body.items[0]).toMatchObject({
      freeKeys: 0,
      usedKeys: 15,
      waitingSales: 5,
    });
    await waitFor('the seller is told', async () =>
      (await notes(productId)).some(({ type }) => type === 'product.keysOut'),
    );
    expect(
      await call('removeDeliverable', { deliverableId: keyId, version: 1 }).then((answer) => answer.json()),
    ).toMatchObject({
      code: 'DELIVERABLE_AWAITED',
    });

    const more = Array.from({ length: 6 }, (_, index) => `MORE-${index}`);
    expect(await addKeys(keyId, ...more, 'MORE-3', ' MORE-4 ')).toMatchObject({ added: 6, handedOut: 5 });
    const all = await Promise.all(tokens.map(keyOf));
    expect(new Set(all).size).toBe(20);
    expect(all.includes('MORE-5')).toBe(false);
  });

  it('are handed out without anybody opening the sale, never twice when the money comes back, and none without money', async () => {
    const { productId, offerId } = await createProduct();
    const keyId = await add(productId, { kind: 'KEY', title: 'Chave' });
    await addKeys(keyId, 'A', 'B');
    const sold = await sellPaid(market, 9_990, { offerId });
    const used = () =>
      read<{ value: string }>('SELECT value FROM licence_key WHERE sale_id IS NOT NULL AND deliverable_id = $1', keyId);
    await waitFor('a key is handed out', async () => (await used()).length === 1);

    await read(`UPDATE payment SET status = 'CHARGEBACK' WHERE id = $1`, sold.paymentId);
    await read(`UPDATE payment SET status = 'APPROVED' WHERE id = $1`, sold.paymentId);
    expect(await keyOf(await tokenOf(sold))).toBe('A');
    expect(await used()).toEqual([{ value: 'A' }]);
    const deleteFree = async (version: number) =>
      (await call('deleteFreeKeys', { deliverableId: keyId, version })).json();
    expect(await deleteFree(1)).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'keys' }] });
    expect(await deleteFree(2)).toEqual({ deleted: 1 });

    const late = await sellPaid(market, 9_990, { offerId });
    await waitFor('the seller is told', async () =>
      (await notes(productId)).some(({ type }) => type === 'product.keysOut'),
    );
    await read('UPDATE payment SET returning_amount = amount WHERE id = $1', late.paymentId);
    expect(await addKeys(keyId, 'C')).toEqual({ added: 1, handedOut: 0 });
  });

  it('are given once to a sale that two opened at once, and go on to the sales behind it', async () => {
    const { productId, offerId } = await createProduct();
    const keyId = await add(productId, { kind: 'KEY', title: 'Chave' });
    await addKeys(keyId, 'A');
    const sold = await sellPaid(market, 9_990, { offerId });
    expect(await keyOf(await tokenOf(sold))).toBe('A');
    const behind = await sellPaid(market, 9_990, { offerId });
    // The wait that the second of them noted while the first got the key.
    await read(
      `INSERT INTO licence_wait (platform_id, sale_id, deliverable_id, created_at, told_at) VALUES ($1, $2, $3, '2020-01-01', now())`,
      market.world.platformId,
      await saleOf(sold),
      keyId,
    );

    expect(await addKeys(keyId, 'B')).toMatchObject({ added: 1, handedOut: 1 });
    expect(await keyOf(await tokenOf(behind))).toBe('B');
    expect(await read('SELECT 1 FROM licence_wait WHERE deliverable_id = $1', keyId)).toEqual([]);
  });

  it('waits for no key where an offer is bought that has none', async () => {
    const sold = await sell(market);
    expect(await read('SELECT 1 FROM licence_wait WHERE sale_id = $1', await saleOf(sold))).toEqual([]);
  });
});
