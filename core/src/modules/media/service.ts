/** Takes uploads: an address to send a file to, the check of what arrived, the pictures that pages show and the files that buyers get. */
import { randomBytes } from 'node:crypto';
import {
  BYTES_A_DAY,
  PICTURE_KINDS,
  PICTURE_TYPES,
  type PictureUploadKind,
  PRODUCT_FILE,
  UPLOADS_A_DAY,
} from '@feira/schemas/uploads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { SignedUpload, Storage } from '../../shared/storage.ts';
import { Turns } from '../../shared/turns.ts';
import { recordEvent } from '../audit/service.ts';
import {
  deleteOwn,
  insertUpload,
  lockUploads,
  selectDay,
  selectShown,
  selectUpload,
  setFinished,
  setPicture,
  type Upload,
} from './model.ts';
import { listFileNames, makePicture, type Picture } from './pictures.ts';

type App = Pick<FastifyInstance, 'database' | 'storage' | 'config'>;

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

/** Whatever a file says about itself stands in its first bytes. */
const TYPE_BYTES = 4_100;
const UNKNOWN_TYPE = 'application/octet-stream';
/** Tells the type of a file by its first bytes; undefined where no known type begins so. */
const readType = async (head: Buffer) => (await import('file-type')).fileTypeFromBuffer(head);

/** Each picture occupies a thread and up to 160 MB, and this node sells meanwhile. */
const turns = new Turns(2, 20);

export const incomingKey = (key: string): string => `incoming/${key}`;
/** Returns the key of a private file, which no signed upload can replace. */
export const fileKey = (key: string): string => `files/${key}`;
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

export async function createUpload(app: App, owner: Owner, upload: NewUpload): Promise<Begun> {
  if (!PICTURE_TYPES.includes(upload.contentType as never))
    throw new AppError('PICTURE_KIND', { fields: ['contentType'] });
  return beginUpload(app, owner, { ...upload, fileName: null });
}

/** Creates the upload of a private file. Browsers choose its media type freely, so its content tells it once it has arrived. */
export async function createFileUpload(
  app: App,
  owner: Owner,
  { fileName, bytes }: { fileName: string; bytes: number },
): Promise<Begun> {
  if (bytes > app.config.mostFileBytes) throw new AppError('UPLOAD_TOO_LARGE', { fields: ['bytes'] });
  return beginUpload(app, owner, { kind: PRODUCT_FILE, contentType: UNKNOWN_TYPE, bytes, fileName });
}

type Begun = SignedUpload & { uploadId: string };

async function beginUpload(
  app: App,
  { platformId, personId }: Owner,
  { kind, contentType, bytes, fileName }: Pick<Upload, 'kind' | 'contentType' | 'bytes' | 'fileName'>,
): Promise<Begun> {
  const key = randomBytes(16).toString('hex');
  const id = newId();
  // Signing asks no server, so an upload that the storage cannot take is never counted.
  const signed = await useStorage(app, (storage) =>
    storage.signUpload(incomingKey(key), { contentType, bytes, isPublic: kind !== PRODUCT_FILE }),
  );
  const { limitFactor } = app.config;
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockUploads(personId));
    const day = await transaction.find(selectDay(platformId, personId));
    if (day && (day.count >= UPLOADS_A_DAY * limitFactor || day.bytes + bytes > BYTES_A_DAY * limitFactor))
      throw new AppError('UPLOAD_LIMIT');
    await transaction.run(insertUpload(platformId, { id, personId, kind, key, contentType, bytes, fileName }));
  });
  return { uploadId: id, ...signed };
}

/** Returns the address of the picture. A call that is repeated returns the same one. */
export async function finishUpload(app: App, owner: Owner, uploadId: string, request: FastifyRequest): Promise<string> {
  const { platformId } = owner;
  const upload = await getUpload(app, owner, uploadId);
  const { id, key, kind } = upload;
  if (kind === PRODUCT_FILE) throw uploadNotFound();
  const addressOf = (name: string) => getStorage(app).publicUrl(pictureKey(key, name));
  if (upload.finishedAt && upload.pictureName) return addressOf(upload.pictureName);

  if (turns.isFull) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
  const { name, files } = await turns.run(() => useStorage(app, (storage) => openPicture(storage, upload, kind)));
  await app.database.run(platformId, setPicture(platformId, id, name));
  await useStorage(app, async (storage) => {
    for (const { name: part, contentType, body } of files)
      await storage.put(pictureKey(key, part), body, { contentType, isPublic: true });
    // The file as it was sent may name the place where it was taken.
    await storage.remove([incomingKey(key)]);
  });
  await noteFinished(app, owner, upload, { contentType: files[0]?.contentType ?? '', request });
  return addressOf(name);
}

/** Stores a private file that has arrived. A call that is repeated changes nothing. */
export async function finishFile(app: App, owner: Owner, uploadId: string, request: FastifyRequest): Promise<void> {
  const upload = await getUpload(app, owner, uploadId);
  const { kind, key, bytes } = upload;
  if (kind !== PRODUCT_FILE) throw uploadNotFound();
  if (upload.finishedAt) return;
  const contentType = await useStorage(app, async (storage) => {
    const sent = await storage.read(incomingKey(key), TYPE_BYTES);
    // A call that died has moved it already.
    const found = sent ?? (await storage.read(fileKey(key), TYPE_BYTES));
    if (found?.bytes !== bytes) throw new AppError('UPLOAD_MISSING', { fields: ['uploadId'] });
    const type = (await readType(found.head))?.mime ?? UNKNOWN_TYPE;
    if (sent) await storage.move(incomingKey(key), fileKey(key), type);
    return type;
  });
  await noteFinished(app, owner, upload, { contentType, request });
}

/** The keys of everything that is stored of an upload. */
export const listKeys = ({ key, kind, pictureName }: Pick<Upload, 'key' | 'kind' | 'pictureName'>): string[] => [
  incomingKey(key),
  ...(kind === PRODUCT_FILE ? [fileKey(key)] : []),
  ...(pictureName ? listFileNames(pictureName).map((name) => pictureKey(key, name)) : []),
];

export const addressOf = (
  app: Pick<App, 'storage'>,
  { key, pictureName, finishedAt }: Pick<Upload, 'key' | 'pictureName' | 'finishedAt'>,
): string | null => (finishedAt && pictureName ? (app.storage?.publicUrl(pictureKey(key, pictureName)) ?? null) : null);

/** Throws UPLOAD_IN_USE where something shows the file or sells it. The files go first: a row that stays is deleted by another call. */
export async function deleteUpload(app: App, owner: Owner, uploadId: string, request: FastifyRequest): Promise<void> {
  const { platformId } = owner;
  const upload = await getUpload(app, owner, uploadId);
  const { id, key, kind, bytes } = upload;
  const shown = await app.database.list(platformId, selectShown(platformId, [key]), true);
  if (upload.isKept || shown.length > 0) throw new AppError('UPLOAD_IN_USE', { fields: ['uploadId'] });
  await useStorage(app, (storage) => storage.remove(listKeys(upload)));
  await app.database.write(platformId, [
    deleteOwn(platformId, id),
    recordEvent(platformId, request, { type: 'media.deleted', details: { uploadId: id, kind, bytes } }),
  ]);
}

const uploadNotFound = () => new AppError('UPLOAD_NOT_FOUND', { fields: ['uploadId'] });

async function getUpload({ database }: App, { platformId, personId }: Owner, uploadId: string): Promise<Upload> {
  const upload = await database.find(platformId, selectUpload(platformId, personId, uploadId), true);
  if (!upload) throw uploadNotFound();
  return upload;
}

const noteFinished = (
  app: App,
  { platformId }: Owner,
  { id, kind, bytes }: Upload,
  { contentType, request }: { contentType: string; request: FastifyRequest },
): Promise<void> =>
  app.database.transaction(platformId, async (transaction) => {
    if ((await transaction.run(setFinished(platformId, id, contentType))) === 0) return;
    await transaction.run(
      recordEvent(platformId, request, { type: 'media.uploaded', details: { uploadId: id, kind, bytes } }),
    );
  });

/** Reads what arrived and decides by its content alone what it is. */
async function openPicture(storage: Storage, { key, bytes }: Upload, kind: PictureUploadKind): Promise<Picture> {
  const found = await storage.read(incomingKey(key), bytes);
  if (!found || found.bytes !== bytes) throw new AppError('UPLOAD_MISSING', { fields: ['uploadId'] });
  const type = await readType(found.head);
  const picture = PICTURE_TYPES.includes(type?.mime as never)
    ? await makePicture(found.head, PICTURE_KINDS[kind].mostWidth)
    : 'KIND';
  if (typeof picture !== 'string') return picture;
  await storage.remove([incomingKey(key)]);
  throw new AppError(`PICTURE_${picture}`, { fields: ['uploadId'] });
}
