/** Takes pictures: an address to send one to, the check of what arrived, and the files that pages show. */
import { randomBytes } from 'node:crypto';
import {
  BYTES_A_DAY,
  PICTURE_KINDS,
  PICTURE_TYPES,
  type PictureUploadKind,
  UPLOADS_A_DAY,
} from '@feira/schemas/uploads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { SignedUpload, Storage } from '../../shared/storage.ts';
import { Turns } from '../../shared/turns.ts';
import { recordEvent } from '../audit/service.ts';
import { insertUpload, lockUploads, selectDay, selectUpload, setFinished, setPicture, type Upload } from './model.ts';
import { makePicture, type Picture } from './pictures.ts';

type App = Pick<FastifyInstance, 'database' | 'storage' | 'config' | 'log'>;

/** The person who uploads, and the platform. */
export interface Owner {
  platformId: string;
  personId: string;
}

export interface NewUpload {
  kind: PictureUploadKind;
  contentType: string;
  bytes: number;
}

/** Each picture occupies a thread and up to 160 MB, and this node sells meanwhile. */
const turns = new Turns(2, 20);

export const incomingKey = (key: string): string => `incoming/${key}`;
export const pictureKey = (key: string, name: string): string => `images/${key}/${name}`;

export function getStorage({ storage }: Pick<App, 'storage'>): Storage {
  if (!storage) throw new AppError('STORAGE_UNAVAILABLE');
  return storage;
}

/** Runs what needs the storage. A storage that fails is logged, and the caller may repeat the call. */
export async function useStorage<T>(app: Pick<App, 'storage'>, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = getStorage(app);
  try {
    return await work(storage);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('STORAGE_UNAVAILABLE', { cause });
  }
}

export async function createUpload(
  app: App,
  { platformId, personId }: Owner,
  { kind, contentType, bytes }: NewUpload,
): Promise<SignedUpload & { uploadId: string }> {
  if (!PICTURE_TYPES.includes(contentType as never)) throw new AppError('PICTURE_KIND', { fields: ['contentType'] });
  const key = randomBytes(16).toString('hex');
  const id = newId();
  // Signing asks nobody, so an upload that the storage cannot take is never counted.
  const signed = await useStorage(app, (storage) =>
    storage.signUpload(incomingKey(key), { contentType, bytes, isPublic: true }),
  );
  const { limitFactor } = app.config;
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockUploads(personId));
    const day = await transaction.find(selectDay(platformId, personId));
    if (day && (day.count >= UPLOADS_A_DAY * limitFactor || day.bytes + bytes > BYTES_A_DAY * limitFactor))
      throw new AppError('UPLOAD_LIMIT');
    await transaction.run(insertUpload(platformId, { id, personId, kind, key, contentType, bytes, fileName: null }));
  });
  return { uploadId: id, ...signed };
}

/** Returns the address of the picture. A call that is repeated returns the same one. */
export async function finishUpload(
  app: App,
  { platformId, personId }: Owner,
  uploadId: string,
  request: FastifyRequest,
): Promise<string> {
  const upload = await app.database.find(platformId, selectUpload(platformId, personId, uploadId), true);
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND', { fields: ['uploadId'] });
  const { id, key, kind, bytes } = upload;
  const addressOf = (name: string) => getStorage(app).publicUrl(pictureKey(key, name));
  if (upload.finishedAt && upload.pictureName) return addressOf(upload.pictureName);

  if (turns.isFull) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
  const { name, files } = await turns.run(() => useStorage(app, (storage) => openPicture(storage, upload)));
  await app.database.run(platformId, setPicture(platformId, id, name));
  await useStorage(app, async (storage) => {
    for (const { name: part, contentType, body } of files)
      await storage.put(pictureKey(key, part), body, { contentType, isPublic: true });
    // The file as it was sent may name the place where it was taken.
    await storage.remove([incomingKey(key)]);
  });
  await app.database.transaction(platformId, async (transaction) => {
    if ((await transaction.run(setFinished(platformId, id, files[0]?.contentType ?? ''))) === 0) return;
    await transaction.run(
      recordEvent(platformId, request, { type: 'media.uploaded', details: { uploadId: id, kind, bytes } }),
    );
  });
  return addressOf(name);
}

/** Reads what arrived and decides by its content alone what it is. */
async function openPicture(storage: Storage, { key, kind, bytes }: Upload): Promise<Picture> {
  const found = await storage.read(incomingKey(key), bytes);
  if (!found || found.bytes !== bytes) throw new AppError('UPLOAD_MISSING', { fields: ['uploadId'] });
  const type = await fileTypeFromBuffer(found.head);
  const picture = PICTURE_TYPES.includes(type?.mime as never)
    ? await makePicture(found.head, PICTURE_KINDS[kind].mostWidth)
    : 'KIND';
  if (typeof picture !== 'string') return picture;
  await storage.remove([incomingKey(key)]);
  throw new AppError(`PICTURE_${picture}`, { fields: ['uploadId'] });
}
