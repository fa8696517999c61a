/** Makes full exports, and signs the addresses of their files for one session and one minute. */
import type { Locale } from '@feira/schemas/common';
import { EXPORT_ADDRESS_SECONDS, EXPORTS_A_DAY } from '@feira/schemas/procedures/full-exports';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import { recordEvent } from '../audit/service.ts';
import { type ArchiveApp, writeArchive } from './archive.ts';
import {
  beginAttempt,
  countExports,
  deleteParts,
  type FullExport,
  finishExport,
  insertExport,
  insertPart,
  lockExports,
  selectExport,
} from './model.ts';

export const MAKE = 'full-exports.make';
type App = Pick<FastifyInstance, 'database' | 'clock' | 'jobs' | 'config' | 'findPlatform'> & ArchiveApp;

const exportNotFound = () => new AppError('FULL_EXPORT_NOT_FOUND', { fields: ['exportId'] });

export async function createExport(app: App, { platform, person, request }: PersonCall): Promise<{ exportId: string }> {
  const id = newId();
  const locale: Locale = request.locale;
  await app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockExports(person.id));
    const counts = await transaction.find(countExports(platform.id, person.id));
    if ((counts?.today ?? 0) >= EXPORTS_A_DAY) throw new AppError('FULL_EXPORT_LIMIT');
    await transaction.runAll([
      insertExport(platform.id, { id, sellerId: person.id, locale }),
      recordEvent(platform.id, request, { type: 'fullExport.asked' }),
    ]);
  });
  await app.jobs.sendShared(MAKE, { platformId: platform.id, exportId: id }, app.clock.now());
  return { exportId: id };
}

const PART_BYTES = 1024 * 1024;

/** Writes the file part by part. An attempt that a dead node began is written anew; one that another node has taken over stops. */
export async function makeExport(app: App, platformId: string, exportId: string): Promise<void> {
  const platform = await app.findPlatform(platformId);
  const record = await app.database.transaction(platformId, async (transaction) => {
    const begun = await transaction.find(beginAttempt(platformId, exportId));
    if (begun) await transaction.run(deleteParts(platformId, exportId));
    return begun;
  });
  if (!platform || !record) return;
  const { sellerId, locale } = record;
  let [number, bytes, held] = [0, 0, [] as Uint8Array[]];
  const put = async (): Promise<boolean> => {
    const content = Buffer.concat(held);
    held = [];
    const isWritten = await app.database.run(platformId, insertPart(platformId, record, { number, content }));
    number += 1;
    bytes += content.length;
    return isWritten > 0;
  };
  let size = 0;
  for await (const chunk of writeArchive(app, { platform, sellerId, locale })) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    size = 0;
    if (!(await put())) return;
  }
  if (held.length > 0 && !(await put())) return;
  await app.database.run(platformId, finishExport(platformId, record, bytes, app.clock.now()));
}

export const EXPORT_PATH = '/exports/everything';
const PURPOSE = 'full-export';

/** Returns an export of the caller that can be downloaded. */
export async function getReady(
  app: Pick<App, 'database' | 'clock'>,
  platformId: string,
  sellerId: string,
  id: string,
): Promise<FullExport> {
  const found = await app.database.find(platformId, selectExport(platformId, sellerId, id), true);
  if (found?.state !== 'READY' || !found.expiresAt || found.expiresAt <= app.clock.now()) throw exportNotFound();
  return found;
}

export async function openExport(
  app: App,
  { platform, person }: PersonCall,
  exportId: string,
): Promise<{ url: string }> {
  const { id } = await getReady(app, platform.id, person.id, exportId);
  const until = app.clock.now().getTime() + EXPORT_ADDRESS_SECONDS * 1_000;
  return {
    url: `${EXPORT_PATH}?token=${signToken(app.config.encryptionKey, PURPOSE, `${id}_${person.sessionId}_${until}`)}`,
  };
}

/** Returns the export that the address names, or null where it is over or of another session. */
export function readAddress(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { sessionId }: Person,
  token: string,
): string | null {
  const keys = [config.encryptionKey, ...config.previousEncryptionKeys];
  const [id, of, until] = (readToken(keys, PURPOSE, token) ?? '').split('_');
  return id && of === sessionId && Number(until) > clock.now().getTime() ? id : null;
}
