/** Serves the settings of a product's or the platform's pixels: tokens, tests, and the last reports. */
import type { Pixels } from '@feira/schemas/catalogue';
import { TOKEN_NETWORKS, type TokenNetwork } from '@feira/schemas/pixels';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { selectProduct } from '../products/model.ts';
import { insertConversion, type PixelKey, repeatConversion, selectLast, wakeSenders } from './conversion-model.ts';
import { type AdsDestination, sealableToken } from './google-ads.ts';
import { listIds } from './ids.ts';
import { deleteToken, prepareToken, selectTokens } from './tokens.ts';

type App = Pick<FastifyInstance, 'database' | 'dataKeys' | 'clock'>;
type Call = Pick<PersonCall, 'platform' | 'person' | 'request'>;

/** The pixels that are set up: those of a product, or the platform's own where `productId` is null. */
export interface Owner {
  productId: string | null;
  name: string;
  pixels: Pixels;
}

/** The networks whose tests need no code. */
const CODELESS: readonly TokenNetwork[] = ['googleAnalytics', 'googleAds'];

const LAST = 20;
/** The value of a test, in cents. */
const TEST_VALUE = 100;

export const ofPlatform = ({ platform }: Pick<Call, 'platform'>): Owner => ({
  productId: null,
  name: platform.name,
  pixels: platform.settings.pixels,
});

/** Throws PRODUCT_NOT_FOUND where the product is not the caller's. */
export async function getOwnProduct(app: App, { platform, person }: Call, productId: string): Promise<Owner> {
  const product = await app.database.find(platform.id, selectProduct(platform.id, productId), true);
  if (product?.seller.id !== person.id) throw new AppError('PRODUCT_NOT_FOUND', { fields: ['productId'] });
  return { productId, name: product.name, pixels: product.pixels };
}

export async function readReporting(app: App, { platform }: Pick<Call, 'platform'>, { productId, pixels }: Owner) {
  const [tokens, conversions] = await Promise.all([
    app.database.list(platform.id, selectTokens(platform.id, productId), true),
    app.database.list(platform.id, selectLast(platform.id, productId, LAST), true),
  ]);
  const ids = listIds(pixels);
  const savedAt = new Map(tokens.map((token) => [`${token.network}|${token.pixelId}`, token.savedAt.toISOString()]));
  return {
    pixels: TOKEN_NETWORKS.flatMap((network) =>
      ids[network]
        .filter((id) => id !== '')
        .map((pixelCode) => ({ network, pixelCode, savedAt: savedAt.get(`${network}|${pixelCode}`) ?? null })),
    ),
    conversions: conversions.map(({ pixelId, createdAt, ...row }) => ({
      ...row,
      pixelCode: pixelId,
      createdAt: createdAt.toISOString(),
    })),
  };
}

interface Named {
  network: TokenNetwork;
  pixelCode: string;
}

/** Throws PIXEL_NOT_FOUND where the owner has no such pixel. */
function toKey({ productId, pixels }: Owner, { network, pixelCode }: Named): PixelKey {
  if (!listIds(pixels)[network].includes(pixelCode)) throw new AppError('PIXEL_NOT_FOUND', { fields: ['pixelCode'] });
  return { productId, network, pixelId: pixelCode };
}

interface NewToken extends Named {
  secret: string;
  destination?: AdsDestination | undefined;
}

/** Returns what is stored. Throws where it is no token of the network. */
function toToken({ network, secret, destination }: NewToken): string {
  if (network === 'googleAds') return sealableToken(secret, destination);
  // A header or an address could not hold it.
  if (/\s/.test(secret)) throw new AppError('PIXEL_TOKEN_INVALID', { fields: ['secret'] });
  return secret;
}

/** An empty secret removes the stored one. */
export async function setToken(app: App, { platform, request }: Call, owner: Owner, set: NewToken): Promise<void> {
  const { secret } = set;
  const key = toKey(owner, set);
  const change = secret ? await prepareToken(app, platform.id, key, toToken(set)) : [deleteToken(platform.id, key)];
  const { productId: id, name } = owner;
  const event = recordEvent(platform.id, request, {
    type: 'pixels.tokenChanged',
    subject: id ? { type: 'product', id, name } : { type: 'platform', id: platform.id, name },
    details: { network: key.network, pixel: key.pixelId, isSet: secret !== '' },
  });
  await app.database.write(platform.id, [...change, event]);
}

/** A test without a code would count as a purchase, save at Google, which checks it and counts nothing. */
export async function sendTest(
  app: App,
  { platform }: Pick<Call, 'platform'>,
  owner: Owner,
  { testCode, ...named }: Named & { testCode: string },
): Promise<void> {
  const key = toKey(owner, named);
  const tokens = await app.database.list(platform.id, selectTokens(platform.id, owner.productId), true);
  if (!tokens.some(({ network, pixelId }) => network === key.network && pixelId === key.pixelId))
    throw new AppError('PIXEL_NOT_FOUND', { fields: ['pixelCode'] });
  if (!testCode && !CODELESS.includes(key.network))
    throw new AppError('PIXEL_TEST_CODE_MISSING', { fields: ['testCode'] });
  const test = {
    ...key,
    saleId: null,
    event: 'Test',
    refunded: 0,
    value: TEST_VALUE,
    currency: 'BRL',
    testCode: testCode || null,
    happenedAt: app.clock.now(),
  } as const;
  await app.database.write(platform.id, [insertConversion(platform.id, test), wakeSenders()]);
}

/** Throws CONVERSION_NOT_FOUND where the owner has no such report, or it was not given up. */
export async function repeatReport(
  app: App,
  { platform }: Pick<Call, 'platform'>,
  { productId }: Pick<Owner, 'productId'>,
  conversionId: string,
): Promise<void> {
  const [repeated] = await app.database.write(platform.id, [
    repeatConversion(platform.id, conversionId, productId),
    wakeSenders(),
  ]);
  if (repeated?.rowCount !== 1) throw new AppError('CONVERSION_NOT_FOUND', { fields: ['conversionId'] });
}
