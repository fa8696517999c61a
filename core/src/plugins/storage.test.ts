/** Both storages promise addresses that expire, sizes that are kept, and keys that lead nowhere else. */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Server, type S3Server } from '../../test/s3-server.ts';
import { createFolderStorage, type FolderStorage } from '../shared/folder-storage.ts';
import { createS3Storage } from '../shared/s3-storage.ts';
import type { Storage } from '../shared/storage.ts';
import { readConfig } from './config.ts';

const HEX = 'ab'.repeat(16);
const INCOMING = `incoming/${HEX}`;
const ENVIRONMENT = { DATABASE_URL: 'postgres://localhost/x', ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
const clock = { now: () => new Date() };
const before = (seconds: number) => ({ now: () => new Date(Date.now() - seconds * 1_000) });

let directory: string;
let s3: S3Server;
let folder: FolderStorage;
let bucket: Storage;

const openFolder = (time = clock) =>
  createFolderStorage(readConfig({ ...ENVIRONMENT, MEDIA_DIRECTORY: directory }), time);
const openBucket = (time = clock) => {
  const { s3: settings } = readConfig({ ...ENVIRONMENT, S3_URL: s3.url, S3_PUBLIC_URL: 'https://cdn.example.com' });
  if (!settings) throw new Error('S3_URL was not read.');
  return createS3Storage(settings, time);
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-storage-'));
  s3 = await openS3Server();
  folder = openFolder();
  bucket = openBucket();
});
afterAll(async () => {
  await s3?.close();
  await rm(directory, { recursive: true, force: true });
});

const tokenOf = (url: string) => url.split('/').at(-1) as string;
const UPLOAD = { contentType: 'image/png', bytes: 4, isPublic: false };

describe.each([
  ['a folder', () => folder],
  ['a bucket', () => bucket],
])('%s', (_, open) => {
  it('reads the size and the first bytes of what it keeps, moves it, and forgets it', async () => {
    const storage = open();
    await storage.put(INCOMING, Buffer.from('0123456789'), { contentType: 'application/pdf', isPublic: false });

    expect(await storage.read(INCOMING, 4)).toEqual({ bytes: 10, head: Buffer.from('0123') });
    await storage.move(INCOMING, `files/${HEX}`, 'application/pdf');
    expect(await storage.read(INCOMING, 4)).toBeNull();
    expect(await storage.read(`files/${HEX}`, 100)).toEqual({ bytes: 10, head: Buffer.from('0123456789') });
    await storage.remove([`files/${HEX}`, INCOMING]);
    expect(await storage.read(`files/${HEX}`, 100)).toBeNull();
  });

  it.each([
    `../${HEX}`,
    'incoming/../../etc/passwd',
    `incoming/${HEX}/../../x`,
    `files/${HEX.toUpperCase()}`,
    `images/${HEX}/../${HEX}`,
    `images/${HEX}/1.svg`,
    `incoming/${HEX}\n`,
  ])('refuses the key %j', async (key) => {
    const storage = open();

    await expect(storage.read(key, 1)).rejects.toThrow('no key');
    await expect(storage.put(key, Buffer.alloc(1), UPLOAD)).rejects.toThrow('no key');
    await expect(storage.move(INCOMING, key, 'image/png')).rejects.toThrow('no key');
    await expect(storage.remove([key])).rejects.toThrow('no key');
  });
});

describe('a folder', () => {
  it('permits an upload and a download until their time is over, and nothing that it has not signed', async () => {
    const { url } = await folder.signUpload(INCOMING, UPLOAD);
    const old = await openFolder(before(61)).signUpload(INCOMING, UPLOAD);
    const file = { contentType: 'application/pdf', name: 'a.pdf' };
    const download = await folder.signDownload(`files/${HEX}`, file);
    const oldDownload = await openFolder(before(61)).signDownload(`files/${HEX}`, file);

    expect(folder.readUpload(tokenOf(url))).toMatchObject({ key: INCOMING, bytes: 4, contentType: 'image/png' });
    expect(folder.readUpload(tokenOf(old.url))).toBeNull();
    expect(folder.readUpload(tokenOf(download))).toBeNull();
    expect(folder.readDownload(tokenOf(url))).toBeNull();
    expect(folder.readDownload(tokenOf(download))).toMatchObject({ key: `files/${HEX}`, name: 'a.pdf' });
    expect(folder.readDownload(tokenOf(oldDownload))).toBeNull();
    const [subject, signature] = tokenOf(url).split('.') as [string, string];
    const forged = Buffer.from(Buffer.from(subject, 'base64url').toString().replace('"bytes":4', '"bytes":9')).toString(
      'base64url',
    );
    expect(folder.readUpload(`${forged}.${signature}`)).toBeNull();
    expect(folder.readUpload('')).toBeNull();
  });

  it('takes exactly the permitted size, once, and keeps nothing of a file that broke off', async () => {
    const permit = { key: INCOMING, contentType: 'image/png', bytes: 4, until: 0 };
    const send = (...chunks: string[]) =>
      folder.receive(permit, Readable.from(chunks.map((text) => Buffer.from(text))));

    expect(await send('123')).toBe(false);
    expect(await send('123', '45')).toBe(false);
    const broken = new Readable({ read: () => undefined });
    const receiving = folder.receive(permit, broken);
    broken.push('12');
    broken.destroy();
    expect(await receiving).toBe(false);
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    expect(await send('12', '34')).toBe(true);
    expect(await send('zzzz')).toBe(false);
    expect((await folder.read(INCOMING, 4))?.head.toString()).toBe('1234');
  });

  it('removes what was sent and never finished', async () => {
    await folder.put(INCOMING, Buffer.from('old'), UPLOAD);
    await folder.put(`incoming/${'cd'.repeat(16)}`, Buffer.from('new'), UPLOAD);
    await utimes(join(directory, INCOMING), 1, 1);

    await folder.removeAbandoned(before(60).now());

    expect(await readdir(join(directory, 'incoming'))).toEqual(['cd'.repeat(16)]);
  });
});

describe('a bucket', () => {
  const put = async (storage: Storage, body: string) => {
    const { url, headers } = await storage.signUpload(INCOMING, UPLOAD);
    return (await fetch(url, { method: 'PUT', headers, body })).status;
  };

  it('takes a signed upload of the permitted size until its time is over', async () => {
    expect(await put(openBucket(before(61)), '1234')).toBe(403);
    expect(await put(bucket, '12345')).toBe(403);
    expect(await put(bucket, '1234')).toBe(200);
  });

  it('hands out a private file under its name until its time is over', async () => {
    await bucket.put(`files/${HEX}`, Buffer.from('livro'), { contentType: 'application/pdf', isPublic: false });
    const file = { contentType: 'application/pdf', name: 'Pão & "café".pdf' };

    const answer = await fetch(await bucket.signDownload(`files/${HEX}`, file));

    expect(await answer.text()).toBe('livro');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Pao _ _cafe_.pdf"');
    expect((await fetch(await openBucket(before(61)).signDownload(`files/${HEX}`, file))).status).toBe(403);
  });

  it('says what the storage refused, without an address or a key', async () => {
    const { s3: settings } = readConfig({ ...ENVIRONMENT, S3_URL: s3.url, S3_PUBLIC_URL: 'https://cdn.example.com' });
    const stranger = createS3Storage({ ...settings!, secretAccessKey: 'wrong' }, clock);

    await expect(stranger.put(INCOMING, Buffer.from('x'), UPLOAD)).rejects.toThrow(
      'The storage refused to store a file: status 403.',
    );
  });
});

describe('the settings of a bucket', () => {
  const read = (environment: Record<string, string>) => readConfig({ ...ENVIRONMENT, ...environment }).s3;

  it('take keys with any sign, and load pictures from the bucket unless told otherwise', () => {
    expect(read({ S3_URL: 'https://AK:a%2Fb%2Bc@s3.example.com/shop/?region=sa-east-1', S3_ACL: 'off' })).toEqual({
      url: 'https://s3.example.com/shop',
      accessKeyId: 'AK',
      secretAccessKey: 'a/b+c',
      region: 'sa-east-1',
      publicUrl: 'https://s3.example.com/shop',
      isAclSent: false,
    });
    expect(read({})).toBeNull();
  });

  it.each([
    ['S3_URL', { S3_URL: 'https://s3.example.com/shop' }],
    ['S3_URL', { S3_URL: 'https://AK:secret@shop.s3.example.com/' }],
    ['S3_URL', { S3_URL: 'ftp://AK:secret@s3.example.com/shop' }],
    ['S3_PUBLIC_URL', { S3_URL: 'http://AK:secret@s3.internal/shop' }],
    ['S3_ACL', { S3_URL: 'https://AK:secret@s3.example.com/shop', S3_ACL: 'yes' }],
  ])('stop the boot with the name of the variable and never the secret: %s %o', (name, environment) => {
    expect(() => read(environment)).toThrow(new RegExp(`^${name} is wrong: (?!.*secret)`));
  });
});
