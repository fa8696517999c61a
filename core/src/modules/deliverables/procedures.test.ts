/** A seller uploads a private file and a buyer downloads it, in a folder and in a bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellPaid } from '../../../test/at-provider.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { post } from '../../../test/people.ts';
import { openS3Server, type S3Server } from '../../../test/s3-server.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { removeUnused } from '../media/clean-up.ts';
import { accessTokenOf } from './service.ts';

type Headers = Record<string, string>;
interface Signed {
  uploadId: string;
  url: string;
  headers: Headers;
}

const PDF = Buffer.from('%PDF-1.7\nreceitas\n');
let directory: string;
let s3: S3Server;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-files-'));
  s3 = await openS3Server();
});
afterAll(async () => {
  await s3?.close();
  await rm(directory, { recursive: true, force: true });
});

describe.each([
  ['a folder', () => ({ MEDIA_DIRECTORY: directory })],
  ['a bucket', () => ({ S3_URL: s3.url, S3_PUBLIC_URL: 'https://cdn.example.com/shop' })],
])('a private file in %s', (where, readEnv) => {
  const isBucket = where === 'a bucket';
  let market: Market;
  let seller: Headers;

  beforeAll(async () => {
    market = await openMarket({ isListening: false, env: { FILE_MEGABYTES: '1', ...readEnv() } });
    const { world, inspector, node } = market;
    await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
      world.platformId,
      world.sellerId,
    ]);
    seller = await openSessionOf(node.app, world.platformId, world.sellerId);
  });
  afterAll(() => market?.close());

  const call = async (name: string, payload: object, headers = seller) =>
    (await post(market.node.app, `deliverables.${name}`, headers, payload)).json();
  const begin = (bytes: number): Promise<Signed> => call('createUpload', { fileName: 'Receitas à mão.pdf', bytes });
  async function put({ url, headers }: Signed, body: Buffer): Promise<number> {
    if (isBucket) return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status;
    const sent = { method: 'PUT' as const, url, headers: { host: 'localhost', ...headers }, payload: body };
    return (await market.node.app.inject(sent)).statusCode;
  }
  async function load(url: string): Promise<{ status: number; headers: Headers; body: Buffer }> {
    if (isBucket) {
      const answer = await fetch(url);
      const body = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
    }
    const { statusCode, headers, rawPayload } = await market.node.app.inject({ url, headers: { host: 'localhost' } });
    return { status: statusCode, headers: headers as Headers, body: rawPayload };
  }
  const attach = (uploadId: string, headers = seller) =>
    call('createDeliverable', { productId: market.world.productId, kind: 'FILE', title: 'Livro', uploadId }, headers);

  it('reaches the buyer under its name and with the type of its content, and nobody without a signature', async () => {
    const signed = await begin(PDF.length);
    expect(signed.headers).toEqual({ 'content-type': 'application/octet-stream' });
    expect(await attach(signed.uploadId)).toMatchObject({ code: 'UPLOAD_MISSING' });
    expect(await put(signed, PDF)).toBe(200);
    const { deliverableId } = await attach(signed.uploadId);
    expect(await put(signed, Buffer.alloc(PDF.length))).toBe(200);

    const sold = await sellPaid(market, 9_990);
    const [sale] = await market.inspector.rows<{ id: string }>('SELECT sale_id AS id FROM payment WHERE id = $1', [
      sold.paymentId,
    ]);
    const token = accessTokenOf(market.node.app, sale?.id as string);
    const { products } = await call('openAccess', { token }, { host: 'localhost' });
    expect(products[0].items[0].file).toEqual({
      name: 'Receitas à mão.pdf',
      bytes: PDF.length,
      contentType: 'application/pdf',
    });
    const { url } = await call('createDownload', { token, deliverableId }, { host: 'localhost' });

    const { status, headers, body } = await load(url);
    expect([status, body]).toEqual([200, PDF]);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe('attachment; filename="Receitas a mao.pdf"');
    expect((await load(url.replace(/.{4}$/, '0000'))).status).not.toBe(200);
  });

  it('is refused where it is too large, or is not the seller’s own', async () => {
    const stranger = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    expect(await begin(1_048_577)).toMatchObject({ code: 'UPLOAD_TOO_LARGE', details: [{ field: 'bytes' }] });
    const foreign = await call('createUpload', { fileName: 'a.pdf', bytes: 9 }, stranger.headers);
    expect(await attach(foreign.uploadId)).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    const picture = await post(market.node.app, 'media.finishUpload', stranger.headers, { uploadId: foreign.uploadId });
    expect(picture.json()).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    for (const kind of ['FILE', 'ADDRESS', 'TEXT'])
      expect(
        await call('createDeliverable', { productId: market.world.productId, kind, title: 'Vazio' }),
      ).toMatchObject({ code: 'DELIVERABLE_INCOMPLETE' });
  });

  it('is kept as long as buyers get it, and removed a month after it was replaced', async () => {
    const first = await begin(PDF.length);
    await put(first, PDF);
    const { deliverableId } = await attach(first.uploadId);
    const [old] = await market.inspector.rows<{ key: string }>('SELECT key FROM upload WHERE id = $1', [
      first.uploadId,
    ]);
    const isThere = async () => (await market.node.app.storage?.read(`files/${old?.key}`, 1)) !== null;
    const age = async () => {
      await market.inspector.rows(`UPDATE upload SET created_at = created_at - interval '8 days'`);
      await removeUnused(market.node.app);
      await market.inspector.rows(`UPDATE upload SET unused_since = unused_since - interval '31 days'`);
      await removeUnused(market.node.app);
    };
    await age();
    expect(await isThere()).toBe(true);

    const second = await begin(PDF.length);
    await put(second, PDF);
    const replacement = { deliverableId, version: 1, uploadId: second.uploadId };
    expect(await call('updateDeliverable', replacement)).toEqual({ version: 2 });
    await age();

    expect(await isThere()).toBe(false);
  });
});
