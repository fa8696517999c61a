/** Opens what was bought, for the holder of the secret link of a sale. */
import { HOST_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import { fileKey, useStorage } from '../media/service.ts';
import { type Bought, countDownload, noteOpening, selectAccess, selectBought, selectOpens } from './access-model.ts';
import { fetchKeys } from './keys.ts';

type App = Pick<FastifyInstance, 'database' | 'config' | 'storage'>;
type Keys = Pick<FastifyInstance, 'config'>;

const PURPOSE = 'access';

/** Returns the secret of a sale's link: its id and a signature, 132 bits of it. */
export const accessTokenOf = ({ config }: Keys, saleId: string): string =>
  signToken(config.encryptionKey, PURPOSE, Buffer.from(saleId.replaceAll('-', ''), 'hex').toString('base64url'));

function readSaleId({ config }: Keys, token: string): string {
  const subject = readToken([config.encryptionKey, ...config.previousEncryptionKeys], PURPOSE, token);
  if (subject === null) throw accessNotFound();
  return Buffer.from(subject, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const accessNotFound = () => new AppError('ACCESS_NOT_FOUND', { fields: ['token'] });

/**
 * Returns the address at which the buyer of a sale opens what they bought, without signing in. Null while its payment is not approved, once
 * the money went back, and where the seller delivers elsewhere. The secret is in the fragment, which browsers send to no server.
 */
export async function findAccessUrl(
  app: Pick<FastifyInstance, 'database' | 'config' | 'findPlatformUrl'>,
  platformId: string,
  saleId: string,
): Promise<string | null> {
  const { rows } = await app.database.readShared(platformId, selectOpens(platformId, { saleId }));
  if (!rows[0]?.isOpen) return null;
  return `${await app.findPlatformUrl(platformId)}${HOST_PATHS.access}#${accessTokenOf(app, saleId)}`;
}

/** Returns what a sale opens: its state, and its products where the state is OPEN. */
export async function openAccess(app: App, platformId: string, token: string) {
  const saleId = readSaleId(app, token);
  const access = await app.database.find(platformId, selectAccess(platformId, saleId), true);
  if (!access) throw accessNotFound();
  const { state, title, sellerName, supportEmail } = access;
  const shown = { state, title, sellerName, supportEmail };
  if (state !== 'OPEN') return { ...shown, products: [] };
  await fetchKeys(app, platformId, saleId);
  const [bought] = await app.database.write(platformId, [
    selectBought(platformId, saleId),
    noteOpening(platformId, saleId),
  ]);
  return { ...shown, products: toProducts(bought.rows) };
}

const toProducts = (rows: readonly Bought[]) =>
  [...Map.groupBy(rows, ({ productId }) => productId)].map(([id, items]) => ({
    id,
    name: items[0]?.productName ?? '',
    image: items[0]?.image ?? null,
    items: items.flatMap(({ id: deliverableId, kind, title, file, downloads, mostDownloads, address, text, key }) =>
      deliverableId ? [{ id: deliverableId, kind, title, file, downloads, mostDownloads, address, text, key }] : [],
    ),
  }));

/** Counts a download and returns an address that answers with the file for a minute. */
export async function createDownload(
  app: App,
  platformId: string,
  { token, deliverableId }: { token: string; deliverableId: string },
): Promise<{ url: string; downloads: number }> {
  const saleId = readSaleId(app, token);
  const [[access], bought] = await Promise.all([
    app.database.list(platformId, selectAccess(platformId, saleId), true),
    app.database.list(platformId, selectBought(platformId, saleId), true),
  ]);
  if (!access) throw accessNotFound();
  if (access.state !== 'OPEN') throw new AppError('ACCESS_ENDED');
  const item = bought.find(({ id }) => id === deliverableId);
  if (!item?.file || !item.uploadKey) throw new AppError('DELIVERABLE_NOT_FOUND', { fields: ['deliverableId'] });
  const { uploadKey, mostDownloads, file } = item;
  // Signing asks no server, so a download that cannot begin is never counted.
  const url = await useStorage(app, (storage) => storage.signDownload(fileKey(uploadKey), file));
  const counted = { id: deliverableId, mostDownloads };
  const [{ rows }] = await app.database.write(platformId, [countDownload(platformId, saleId, counted)]);
  if (!rows[0]) throw new AppError('DOWNLOADS_USED_UP');
  return { url, downloads: rows[0].downloads };
}
