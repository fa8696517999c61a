/** Uploads of pictures: what arrives, what is refused and what is served, in a folder and in a bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, openSession, post } from '../../../test/people.ts';
import { openS3Server, type S3Server } from '../../../test/s3-server.ts';
import { openStaff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { removeUnused } from './clean-up.ts';

type Headers = Record<string, string>;
interface Signed {
  uploadId: string;
  url: string;
  headers: Headers;
}

const JPEG = 'image/jpeg';
const PLACE = 'EXIF of a kitchen in Recife';
const drawPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6e4f' } });
const photo = () =>
  drawPicture(900, 600)
    .withExif({ IFD0: { ImageDescription: PLACE } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

let directory: string;
let s3: S3Server;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-uploads-'));
  s3 = await openS3Server();
});
afterAll(async () => {
  await s3?.close();
  await rm(directory, { recursive: true, force: true });
});

describe.each([
  ['a folder', () => ({ MEDIA_DIRECTORY: directory })],
  ['a bucket', () => ({ S3_URL: s3.url, S3_PUBLIC_URL: 'https://cdn.example.com/shop' })],
])('uploads to %s', (where, readEnv) => {
  const isBucket = where === 'a bucket';
  let node: TestNode;
  let world: World;
  let inspector: Inspector;
  let seller: Headers;

  beforeAll(async () => {
    node = await buildNode({ env: readEnv() });
    world = await createWorld(node.app);
    inspector = await openInspector(node.databaseUrl);
    await createPerson(node.app, world.platformId, {
      id: world.sellerId,
      email: 'maria@example.com',
      roles: ['seller'],
    });
    seller = await openSession(node.app, 'maria@example.com');
  });
  afterAll(async () => {
    await inspector?.close();
    await node?.close();
  });

  const create = (bytes: number, contentType = JPEG, headers = seller, kind = 'PRODUCT_COVER') =>
    post(node.app, 'media.createUpload', headers, { kind, contentType, bytes });
  const finish = (uploadId: string, headers = seller) => post(node.app, 'media.finishUpload', headers, { uploadId });

  /** Sends a body as a browser would. Returns the status. */
  async function put({ url, headers }: Pick<Signed, 'url' | 'headers'>, body: Buffer): Promise<number> {
    if (isBucket) return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status;
    return (await node.app.inject({ method: 'PUT', url, headers: { host: 'localhost', ...headers }, payload: body }))
      .statusCode;
  }
  async function load(address: string): Promise<{ status: number; headers: Headers; body: Buffer }> {
    if (isBucket) {
      const answer = await fetch(address.replace('https://cdn.example.com/shop', s3.bucketUrl));
      const body = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
    }
    const { statusCode, headers, rawPayload } = await node.app.inject({ url: address, headers: { host: 'localhost' } });
    return { status: statusCode, headers: headers as Headers, body: rawPayload };
  }
  async function upload(
    body: Buffer,
    contentType = JPEG,
  ): Promise<{ status: number; body: { address: string; code?: string } }> {
    const signed: Signed = (await create(body.length, contentType)).json();
    expect(await put(signed, body)).toBe(200);
    const answer = await finish(signed.uploadId);
    return { status: answer.statusCode, body: answer.json() };
  }

  it('signs exactly the headers of a public picture that never changes, and takes no other ones', async () => {
    const body = await photo();
    const signed: Signed = (await create(body.length)).json();

    if (isBucket) {
      expect(signed.headers).toEqual({
        'content-type': JPEG,
        'x-amz-acl': 'public-read',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(new URL(signed.url).searchParams.get('X-Amz-Expires')).toBe('60');
      const { 'x-amz-acl': _, ...fewer } = signed.headers;
      expect(await put({ url: signed.url, headers: fewer }, body)).toBe(403);
    } else expect(signed.headers).toEqual({ 'content-type': JPEG });
    const others = { ...signed.headers, 'content-type': 'text/html' };
    expect(await put({ url: signed.url, headers: others }, body)).toBe(isBucket ? 403 : 422);
    expect(await put(signed, body.subarray(1))).toBe(isBucket ? 403 : 422);
    expect((await finish(signed.uploadId)).json().code).toBe('UPLOAD_MISSING');
    expect(await put(signed, body)).toBe(200);
    expect((await finish(signed.uploadId)).statusCode).toBe(200);
  });

  it('serves the sizes that pages need, upright and without EXIF, for a year, and keeps nothing of what was sent', async () => {
    const body = await photo();
    const signed: Signed = (await create(body.length)).json();
    await put(signed, body);

    const { address } = (await finish(signed.uploadId)).json();

    expect((await finish(signed.uploadId)).json()).toEqual({ address });
    expect(address).toMatch(
      isBucket
        ? /^https:\/\/cdn\.example\.com\/shop\/images\/[0-9a-f]{32}\/600x900\.jpg$/
        : /^\/media\/[0-9a-f]{32}\/600x900\.jpg$/,
    );
    for (const [name, type, width] of [
      ['600x900.jpg', 'image/jpeg', 600],
      ['600.webp', 'image/webp', 600],
      ['320.webp', 'image/webp', 320],
      ['160.webp', 'image/webp', 160],
    ] as const) {
      const file = await load(address.replace('600x900.jpg', name));
      expect(file.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(file.body.includes(PLACE)).toBe(false);
      expect((await sharp(file.body).metadata()).width).toBe(width);
    }
    expect(body.includes(PLACE)).toBe(true);
    const sent = await node.app.storage?.read(`incoming/${address.split('/').at(-2)}`, 1);
    expect(sent).toBeNull();
    const events = await inspector.rows(
      `SELECT details FROM audit_event WHERE type = 'media.uploaded' AND details ->> 'uploadId' = $1`,
      [signed.uploadId],
    );
    expect(events).toEqual([{ details: { uploadId: signed.uploadId, kind: 'PRODUCT_COVER', bytes: body.length } }]);
  });

  it('keeps transparency in a PNG beside the WebP files', async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#0b6e4f00' } })
      .png()
      .toBuffer();

    const { body } = await upload(png, 'image/png');

    expect(body.address).toMatch(/30x20\.png$/);
    expect((await sharp((await load(body.address)).body).metadata()).hasAlpha).toBe(true);
  });

  it.each([
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'PICTURE_KIND'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'PICTURE_KIND'],
    [
      'an SVG with a declaration',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'PICTURE_KIND',
    ],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'PICTURE_KIND'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'PICTURE_KIND'],
    ['the head of a PNG alone', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'PICTURE_BROKEN'],
  ])('refuses %s that is announced as a JPEG, and removes it', async (_, sent, code) => {
    const { status, body } = await upload(sent);

    expect({ status, code: body.code }).toEqual({ status: 422, code });
  });

  it('refuses a picture that unpacks to too many pixels, and one that is cut off', async () => {
    const bomb = await drawPicture(8_001, 5_000).png().toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const whole = await drawPicture(900, 600).jpeg().toBuffer();

    expect((await upload(bomb, 'image/png')).body.code).toBe('PICTURE_PIXELS');
    expect((await upload(whole.subarray(0, whole.length - 200))).body.code).toBe('PICTURE_BROKEN');
  });

  it('refuses other types and larger files before anything is sent, with the name of the field', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'image/gif', ''])
      expect((await create(100, type)).json()).toMatchObject({
        code: 'PICTURE_KIND',
        details: [{ field: 'contentType' }],
      });
    expect((await create(10_485_761)).json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'bytes' }],
    });
    expect((await create(0)).statusCode).toBe(400);
  });

  it("finishes nobody else's upload", async () => {
    await createPerson(node.app, world.platformId, { email: 'rival@example.com', roles: ['seller'] });
    const other = await createWorld(node.app, { host: 'other.example.com' });
    await createPerson(node.app, other.platformId, { email: 'far@example.com', roles: ['seller'] });
    const body = await photo();
    const signed: Signed = (await create(body.length)).json();
    await put(signed, body);

    const rival = await finish(signed.uploadId, await openSession(node.app, 'rival@example.com'));
    const far = await finish(
      signed.uploadId,
      await openSession(node.app, 'far@example.com', { host: 'other.example.com' }),
    );

    expect([rival.json().code, far.json().code]).toEqual(['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_FOUND']);
    expect((await finish(signed.uploadId)).statusCode).toBe(200);
  });

  it('lets administrators upload what their permission is about, and sellers nothing of the platform', async () => {
    const { headers: config } = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isConfigAvailable'],
    });
    const { headers: products } = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isProductsAvailable'],
    });
    const ask = async (headers: Headers, kind: string) => (await create(100, JPEG, headers, kind)).statusCode;

    expect(await ask(seller, 'PLATFORM_LOGO')).toBe(403);
    expect(await ask(config, 'PLATFORM_LOGO')).toBe(200);
    expect(await ask(config, 'PRODUCT_COVER')).toBe(403);
    expect(await ask(products, 'PRODUCT_COVER')).toBe(200);
    expect(await ask(products, 'PLATFORM_BANNER')).toBe(403);
  });

  it('lists what its person uploaded, and deletes what nothing shows', async () => {
    const [shown, unused] = [await upload(await photo()), await upload(await photo())].map(
      ({ body }) => body.address,
    ) as [string, string];
    const rival = await createPerson(node.app, world.platformId, { email: 'lists@example.com', roles: ['seller'] });
    expect(rival).toBeTruthy();
    const other = await openSession(node.app, 'lists@example.com');
    const list = async (headers: Headers) =>
      (await node.app.inject({ url: '/api/media.listUploads?kind=PRODUCT_COVER&limit=100', headers })).json().items;
    const idOf = async (address: string) =>
      (await list(seller)).find((one: { address: string | null }) => one.address === address).id as string;
    const remove = async (address: string, headers = seller) =>
      (await post(node.app, 'media.deleteUpload', headers, { uploadId: await idOf(address) })).json().code;
    await inspector.rows('UPDATE product SET image = $1 WHERE id = $2', [shown, world.productId]);

    expect(await list(other)).toEqual([]);
    expect(await remove(unused, other)).toBe('UPLOAD_NOT_FOUND');
    expect(await remove(shown)).toBe('UPLOAD_IN_USE');
    expect((await load(shown)).status).toBe(200);
    expect(await remove(unused)).toBeUndefined();
    expect((await load(unused)).status).toBe(404);
    expect((await list(seller)).map(({ address }: { address: string }) => address)).not.toContain(unused);
    await inspector.rows('UPDATE product SET image = NULL WHERE id = $1', [world.productId]);
    await inspector.rows('DELETE FROM upload');
  });

  it('removes what was never finished after a day, and what nothing shows after 30 days', async () => {
    const [shown, unused] = [await upload(await photo()), await upload(await photo())].map(
      ({ body }) => body.address,
    ) as [string, string];
    const sent: Signed = (await create(100)).json();
    await put(sent, Buffer.alloc(100));
    const [{ key } = { key: '' }] = await inspector.rows<{ key: string }>('SELECT key FROM upload WHERE id = $1', [
      sent.uploadId,
    ]);
    await inspector.rows('UPDATE product SET image = $1 WHERE id = $2', [shown, world.productId]);
    await inspector.rows(`UPDATE upload SET created_at = created_at - interval '8 days'`);

    await removeUnused(node.app);

    expect(await node.app.storage?.read(`incoming/${key}`, 1)).toBeNull();
    expect((await load(unused)).status).toBe(200);
    await inspector.rows(`UPDATE upload SET unused_since = unused_since - interval '31 days'`);
    await removeUnused(node.app);
    expect((await load(unused)).status).toBe(404);
    expect((await load(unused.replace('600x900.jpg', '320.webp'))).status).toBe(404);
    await inspector.rows('UPDATE product SET image = NULL WHERE id = $1', [world.productId]);
    await removeUnused(node.app);
    expect((await load(shown)).status).toBe(200);
    const left = await inspector.rows<{ name: string }>('SELECT picture_name AS name FROM upload');
    expect(left).toHaveLength(1);
  });
});

describe('a node', () => {
  let node: TestNode;
  let seller: Headers;
  let world: World;

  beforeAll(async () => {
    node = await buildNode({
      env: { LIMIT_FACTOR: '1', S3_URL: s3.url.replace('S3RVER@', 'wrong@'), S3_PUBLIC_URL: 'https://cdn.example.com' },
    });
    world = await createWorld(node.app);
    await createPerson(node.app, world.platformId, {
      id: world.sellerId,
      email: 'maria@example.com',
      roles: ['seller'],
    });
    seller = await openSession(node.app, 'maria@example.com');
  });
  afterAll(() => node?.close());

  const create = () =>
    post(node.app, 'media.createUpload', seller, { kind: 'FEEDBACK', contentType: JPEG, bytes: 100 });

  it('answers 503 where the storage refuses it, in the words that a seller can pass on', async () => {
    const { uploadId } = (await create()).json();

    const answer = await post(node.app, 'media.finishUpload', seller, { uploadId });

    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      message: 'Houve um erro ao tentar realizar o upload, contate o suporte',
    });
  });

  it('takes 200 uploads of a person in a day, and 5 GiB', async () => {
    const inspector = await openInspector(node.databaseUrl);
    const fill = (count: number, bytes: number) =>
      inspector.rows(
        `INSERT INTO upload (platform_id, id, person_id, kind, key, content_type, bytes)
         SELECT $1, gen_random_uuid(), $2, 'FEEDBACK', repeat('a', 32), 'image/jpeg', $4 FROM generate_series(1, $3)`,
        [world.platformId, world.sellerId, count, bytes],
      );
    await inspector.rows('DELETE FROM upload');
    await fill(195, 100);
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);

    await inspector.rows('DELETE FROM upload');
    await fill(1, 5_368_709_120 - 99);
    expect((await create()).json().code).toBe('UPLOAD_LIMIT');
    await inspector.rows(`UPDATE upload SET created_at = created_at - interval '25 hours'`);
    expect((await create()).statusCode).toBe(200);
    await inspector.close();
  });

  it('says 503 where no storage is configured', async () => {
    const bare = await buildNode({ databaseUrl: node.databaseUrl });

    const answer = await post(bare.app, 'media.createUpload', seller, {
      kind: 'FEEDBACK',
      contentType: JPEG,
      bytes: 100,
    });

    expect(answer.json().code).toBe('STORAGE_UNAVAILABLE');
    await bare.close();
  });
});
