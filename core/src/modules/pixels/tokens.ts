/** Keeps the tokens of pixels sealed with the platform's data key. Nobody reads one again. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { SealedColumn } from '../../plugins/resealing.ts';
import { newId } from '../../shared/ids.ts';
import type { Conversion, PixelKey } from './conversion-model.ts';

const placeOf = (platformId: string, tokenId: string): string => `pixel-token|${platformId}|${tokenId}`;

export const TOKEN: SealedColumn = {
  table: 'pixel_token',
  id: 'id',
  sealed: 'sealed',
  version: 'key_version',
  condition: 'true',
  place: placeOf,
};

/** Returns the statements that put a token in the place of the pixel's former one. */
export async function prepareToken(
  { dataKeys }: Pick<FastifyInstance, 'dataKeys'>,
  platformId: string,
  key: PixelKey,
  token: string,
): Promise<[Statement, Statement]> {
  const id = newId();
  const { keyVersion, sealed } = await dataKeys.seal(platformId, Buffer.from(token), placeOf(platformId, id));
  const { productId, network, pixelId } = key;
  return [
    deleteToken(platformId, key),
    {
      text: `INSERT INTO pixel_token (platform_id, id, product_id, network, pixel_id, key_version, sealed) VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT DO NOTHING`,
      values: [platformId, id, productId, network, pixelId, keyVersion, sealed],
    },
  ];
}

export const deleteToken = (platformId: string, { productId, network, pixelId }: PixelKey): Statement => ({
  text: `DELETE FROM pixel_token WHERE platform_id = $1 AND product_id IS NOT DISTINCT FROM $2 AND network = $3 AND pixel_id = $4`,
  values: [platformId, productId, network, pixelId],
});

export interface SavedToken extends PixelKey {
  savedAt: Date;
}

/** Returns those of the product, or of the platform where `productId` is null. */
export const selectTokens = (platformId: string, productId: string | null): Statement<SavedToken> => ({
  text: `SELECT product_id, network, pixel_id, saved_at FROM pixel_token
    WHERE platform_id = $1 AND product_id IS NOT DISTINCT FROM $2 ORDER BY network, pixel_id`,
  values: [platformId, productId],
});

/** Returns the pixels of a product and of its platform that have a token. */
export const selectAllTokens = (platformId: string, productId: string): Statement<PixelKey> => ({
  text: `SELECT product_id, network, pixel_id FROM pixel_token
    WHERE platform_id = $1 AND (product_id = $2 OR product_id IS NULL)`,
  values: [platformId, productId],
});

/** Returns null where the token was removed. */
export async function openToken(
  { dataKeys }: Pick<FastifyInstance, 'dataKeys'>,
  platformId: string,
  { tokenId, keyVersion, sealed }: Pick<Conversion, 'tokenId' | 'keyVersion' | 'sealed'>,
): Promise<string | null> {
  if (tokenId === null || keyVersion === null || sealed === null) return null;
  return (await dataKeys.open(platformId, keyVersion, sealed, placeOf(platformId, tokenId))).toString();
}
