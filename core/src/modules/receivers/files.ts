/** Checks the files that people send for their receivers. They are passed on within the request that brings them, and stored nowhere. */
import type { ManifestForm } from '@feira/schemas/manifest';
import { RECEIVER_FILES_BYTES, type ReceiverFile } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type FileType, findKind } from '../../shared/file-kind.ts';
import type { Connection } from '../connections/service.ts';
import { listVerified, readFiles } from '../verifications/service.ts';

const MOST_BYTES = 5_242_880;

export interface CheckedFile {
  name: string;
  mediaType: FileType;
  content: Buffer<ArrayBuffer>;
}

/** Throws FILE_TOO_LARGE or FILE_KIND, which name the field. */
export function checkFile(field: string, { name, base64 }: { name: string; base64: string }): CheckedFile {
  const content = Buffer.from(base64, 'base64');
  if (content.length > MOST_BYTES) throw new AppError('FILE_TOO_LARGE', { fields: [field] });
  const mediaType = findKind(name, content);
  if (!mediaType) throw new AppError('FILE_KIND', { fields: [field] });
  return { name, mediaType, content };
}

export type Attached = Record<string, { name: string; content: string }>;
const MISSING = { 'pt-BR': 'Escolha o arquivo.', en: 'Choose the file.' };

/** Checks the files of an application against the part of the provider's form that asks for them; others are left out. */
export function checkAttached({ properties, required }: ManifestForm, attached: Attached): Map<string, CheckedFile> {
  const absent = required.filter((name) => !Object.hasOwn(attached, name));
  if (absent.length > 0) {
    const reasons = Object.fromEntries(absent.map((name) => [`files.${name}`, properties[name]?.missing ?? MISSING]));
    throw new AppError('CREDENTIALS_INVALID', { reasons });
  }
  const files = new Map<string, CheckedFile>();
  let byteCount = 0;
  for (const [field, { name, content }] of Object.entries(attached)) {
    if (!Object.hasOwn(properties, field)) continue;
    const file = checkFile(`files.${field}`, { name, base64: content });
    byteCount += file.content.length;
    if (byteCount > RECEIVER_FILES_BYTES) throw new AppError('FILE_TOO_LARGE', { fields: [`files.${field}`] });
    files.set(field, file);
  }
  return files;
}

/**
 * Adds the documents that the team has verified for the fields that ask for them and were left empty: nobody sends a document again that the
 * platform has.
 */
export async function addVerified(
  app: Pick<FastifyInstance, 'database' | 'dataKeys'>,
  platformId: string,
  personId: string,
  { form, attached }: { form: ManifestForm; attached: Attached },
): Promise<Attached> {
  const empty = Object.entries(form.properties).filter(
    ([name, { document }]) => document !== undefined && !Object.hasOwn(attached, name),
  );
  if (empty.length === 0 || (await listVerified(app, platformId, personId)).length === 0) return attached;
  const stored = new Map((await readFiles(app, platformId, personId)).map((file) => [file.kind, file]));
  const added = empty.flatMap(([name, { document }]) => {
    const file = document && stored.get(document);
    return file ? [[name, { name: file.name, content: file.content.toString('base64') }] as const] : [];
  });
  return { ...attached, ...Object.fromEntries(added) };
}

/** Lends files to the adapter while the work runs: it gets references, which mean nothing afterwards. */
export async function lendFiles<T>(
  { files: shelf }: Connection,
  files: ReadonlyMap<string, CheckedFile>,
  work: (lent: Record<string, ReceiverFile>) => Promise<T>,
): Promise<T> {
  const lent = Object.fromEntries(
    [...files].map(([field, { name, mediaType, content }]) => [
      field,
      { reference: shelf.hold({ name, mediaType, content }), name, mediaType, byteCount: content.length },
    ]),
  );
  try {
    return await work(lent);
  } finally {
    for (const { reference } of Object.values(lent)) shelf.drop(reference);
  }
}
