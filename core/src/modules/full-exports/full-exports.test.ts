/** The file with everything that a seller has: what stands in it, who gets it, and that an import takes it back. */
import { EXPORTS_A_DAY } from '@feira/schemas/procedures/full-exports';
import { strFromU8, unzipSync } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { makeExport } from './service.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: Pick<Staff, 'headers' | 'id'>;
let rival: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  seller = { id: world.sellerId, headers: await openSessionOf(node.app, world.platformId, world.sellerId) };
  rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  await buy(node.app, pixPurchase(world, { orderBumpsIds: [world.bumpId] }));
  const table = {
    max: 3,
    interestFree: 1,
    feeBasisPoints: [0, 2_050, 3_000, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    minimumInstallment: 500,
  };
  await inspector.rows('UPDATE offer SET installments = $2 WHERE id = $1', [world.offerId, JSON.stringify(table)]);
  await inspector.rows(
    `INSERT INTO seller_webhook (platform_id, id, seller_id, name, url, events, key_version, sealed)
     VALUES ($1, gen_random_uuid(), $2, 'CRM', 'https://crm.example/feira', '{onBuyApproved}', 1, 'whsec-of-crm')`,
    [world.platformId, world.sellerId],
  );
  await inspector.rows(
    `INSERT INTO deliverable (platform_id, id, product_id, kind, title, text) VALUES ($1, gen_random_uuid(), $2, 'TEXT', 'Senha', 'abra-te')`,
    [world.platformId, world.productId],
  );
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const post = async (name: string, input: object, { headers } = seller) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/${name}`, headers, payload: input });
  return { status: answer.statusCode, body: answer.json() };
};

async function make(by = seller): Promise<string> {
  const { body } = await post('fullExports.createExport', {}, by);
  await makeExport(node.app, world.platformId, body.exportId);
  return body.exportId;
}

async function download(exportId: string, by = seller) {
  const { body } = await post('fullExports.openExport', { exportId }, by);
  return node.app.inject({ url: body.url, headers: by.headers });
}

describe('the full export', () => {
  it('has every table twice, explains them, and holds no secret', async () => {
    const answer = await download(await make());

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const files = unzipSync(answer.rawPayload);
    const tables = [
      ...[
        'products',
        'offers',
        'archived-offers',
        'customers',
        'coupons',
        'order-bumps',
        'deliverables',
        'sales',
        'sale-items',
      ],
      ...[
        'refunds',
        'subscriptions',
        'payouts',
        'statement-BRL',
        'webhooks',
        'imported-sales',
        'imported-subscriptions',
      ],
    ];
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['LEIA-ME.txt', ...tables.flatMap((name) => [`${name}.csv`, `${name}.json`])]),
    );
    const read = (name: string) => strFromU8(files[name] as Uint8Array);
    expect(JSON.parse(read('webhooks.json'))).toMatchObject([{ name: 'CRM', url: 'https://crm.example/feira' }]);
    expect(JSON.parse(read('deliverables.json'))).toMatchObject([{ title: 'Senha', text: 'abra-te' }]);
    expect(JSON.parse(read('sale-items.json'))).toHaveLength(2);
    expect(JSON.parse(read('sales.json'))).toHaveLength(1);
    expect(Object.values(files).some((file) => strFromU8(file).includes('whsec-of-crm'))).toBe(false);
    const [header, line] = parseCsv(read('offers.csv').replace(/^\ufeff/, ''), { delimiter: ';' });
    const at = (name: string) => line?.[header?.indexOf(name) ?? -1];
    expect([at('installmentOne'), at('installmentTwo'), at('installmentThree'), at('installmentFour')]).toEqual([
      '0',
      '20,5',
      '30',
      '',
    ]);
    for (const name of tables) expect(read('LEIA-ME.txt')).toContain(name);
  });

  it('is taken back by an import without a change: products, offers and customers', async () => {
    const files = unzipSync((await download(await make())).rawPayload);
    for (const [file, kind] of [
      ['products.csv', 'PRODUCTS'],
      ['offers.csv', 'OFFERS'],
      ['customers.csv', 'CUSTOMERS'],
    ] as const) {
      const content = Buffer.from(files[file] as Uint8Array);
      const { importId } = (await post('imports.createImport', { fileName: file, bytes: content.length })).body;
      await post('imports.addPart', { importId, number: 0, content: content.toString('base64') });
      await post('imports.finishUpload', { importId });
      await node.app.imports.run();
      const read = async () =>
        (await node.app.inject({ url: `/api/imports.getImport?importId=${importId}`, headers: seller.headers })).json();
      const { mapping, ...found } = await read();
      expect([file, found.source, found.kind]).toEqual([file, 'FEIRA', kind]);
      await post('imports.checkImport', { importId, kind, source: 'FEIRA', mapping, isLenient: false });
      await node.app.imports.run();
      const checked = await read();
      const problems = (
        await node.app.inject({
          url: `/api/imports.listProblems?importId=${importId}&of=REFUSED`,
          headers: seller.headers,
        })
      ).json();
      expect([file, problems.items]).toEqual([file, []]);
      expect([file, checked.changedRows, checked.rowCount > 0]).toEqual([file, 0, true]);
      // Buyers become customers once; products and offers are here already.
      expect([file, checked.newRows]).toEqual([file, kind === 'CUSTOMERS' ? checked.rowCount : 0]);
    }
  });

  it('names the platform from which a sale came, so that it comes back once', async () => {
    const bring = async (content: Buffer) => {
      const { importId } = (await post('imports.createImport', { fileName: 'v.csv', bytes: content.length })).body;
      await post('imports.addPart', { importId, number: 0, content: content.toString('base64') });
      await post('imports.finishUpload', { importId });
      await node.app.imports.run();
      const read = async () =>
        (await node.app.inject({ url: `/api/imports.getImport?importId=${importId}`, headers: seller.headers })).json();
      const { mapping, kind, source } = await read();
      await post('imports.checkImport', { importId, kind, source, mapping, isLenient: false });
      await node.app.imports.run();
      await post('imports.runImport', { importId });
      await node.app.imports.run();
      return read();
    };
    const header =
      'Código da transação;Status da transação;Data da transação;Produto;Valor de compra com impostos;Email do(a) Comprador(a)';
    await bring(Buffer.from(`${header}\nHP1;Aprovado;05/01/2026 10:00:00;Curso;1.234,56;ana@example.com\n`));
    const files = unzipSync((await download(await make())).rawPayload);
    const again = await bring(Buffer.from(files['imported-sales.csv'] as Uint8Array));
    expect(again).toMatchObject({
      source: 'FEIRA',
      kind: 'SALES',
      sameRows: 1,
      newRows: 0,
      changedRows: 0,
      refusedRows: 0,
    });
  });

  it('is its seller’s alone, for a minute, in the session that asked', async () => {
    const exportId = await make();
    expect((await post('fullExports.openExport', { exportId }, rival)).body.code).toBe('FULL_EXPORT_NOT_FOUND');
    const { url } = (await post('fullExports.openExport', { exportId })).body;
    const other = await openSessionOf(node.app, world.platformId, world.sellerId);
    const open = async (headers: Record<string, string>) =>
      (await node.app.inject({ url, headers: { ...headers, accept: 'application/json' } })).statusCode;
    expect([await open(rival.headers), await open(other), await open(seller.headers)]).toEqual([410, 410, 200]);
    const stale = await openSessionOf(node.app, world.platformId, world.sellerId, { confirmedMinutesAgo: 600 });
    const asked = await post('fullExports.openExport', { exportId }, { ...seller, headers: stale });
    expect(asked.body.code).toBe('REAUTHENTICATION_REQUIRED');
    const events = await inspector.rows(
      `SELECT type FROM audit_event WHERE actor_id = $1 AND type LIKE 'fullExport.%' ORDER BY created_at DESC LIMIT 1`,
      [world.sellerId],
    );
    expect(events).toEqual([{ type: 'fullExport.downloaded' }]);
  });

  it('is whole where two nodes write it, and after one of them died', async () => {
    const { body } = await post('fullExports.createExport', {});
    await Promise.all([
      makeExport(node.app, world.platformId, body.exportId),
      makeExport(node.app, world.platformId, body.exportId),
    ]);
    await makeExport(node.app, world.platformId, body.exportId);
    const answer = await download(body.exportId);
    expect(Object.keys(unzipSync(answer.rawPayload))).toContain('products.csv');
    const [asked] = await inspector.rows('SELECT count(*)::int AS count FROM full_export');
    for (let count = asked?.count as number; count < EXPORTS_A_DAY; count += 1)
      await post('fullExports.createExport', {});
    expect((await post('fullExports.createExport', {})).body.code).toBe('FULL_EXPORT_LIMIT');
  });
});
