/** Cases of pixels: a seller sets up those of their own products, an administrator the platform's. */
import { newId } from '../../../src/shared/ids.ts';
import { type Context, type Outcome, type ProcedureCase, plain } from '../case.ts';
import { PIXELS as IDS } from './platforms.ts';

const PIXEL = { network: 'facebook', pixelCode: '123' };

/** `own`: the outcome for the seller of the product. */
const onProduct = (extra: Record<string, unknown>, own: Outcome, ids: string[] = []): ProcedureCase => {
  const none = 'PRODUCT_NOT_FOUND' as const;
  const input = (productId: string) => ({ productId, ...extra });
  return {
    ids: ['productId', ...ids],
    variants: {
      own: {
        input: ({ other }: Context) => input(other.openProductId),
        outcome: { rest: none, seller: own, impersonated: own },
      },
      foreign: { input: ({ foreign }) => input(foreign.productId), outcome: none },
      operated: { input: ({ operated }) => input(operated.productId), outcome: none },
    },
  };
};

const unknown = { input: () => ({ conversionId: newId() }), outcome: 'CONVERSION_NOT_FOUND' } as const;

export const PIXEL_SETTINGS: Record<string, ProcedureCase> = {
  'pixels.getProductPixels': onProduct({}, 'ok'),
  'pixels.listIntegrations': plain(),
  'pixels.getIntegration': plain(() => ({ network: 'facebook' })),
  'pixels.setProductToken': onProduct({ ...PIXEL, secret: 'secret' }, 'PIXEL_NOT_FOUND'),
  'pixels.testProductPixel': onProduct({ ...PIXEL, testCode: 'TEST1' }, 'PIXEL_NOT_FOUND'),
  'pixels.repeatProductConversion': onProduct({ conversionId: newId() }, 'CONVERSION_NOT_FOUND', ['conversionId']),
  'pixels.getPlatformPixels': plain(),
  'pixels.updatePlatformPixels': {
    ids: IDS.map((field) => field.replace('pixels.', '')),
    variants: {
      own: { input: () => ({ facebook: ['123'] }), outcome: 'ok' },
      foreign: { input: () => ({ googleAdsId: 'AW-1' }), outcome: 'ok' },
    },
  },
  'pixels.setPlatformToken': plain(() => ({ ...PIXEL, pixelCode: '999', secret: 'secret' }), 'PIXEL_NOT_FOUND'),
  'pixels.testPlatformPixel': plain(() => ({ ...PIXEL, pixelCode: '999', testCode: 'TEST1' }), 'PIXEL_NOT_FOUND'),
  'pixels.repeatPlatformConversion': { ids: ['conversionId'], variants: { own: unknown, foreign: unknown } },
};
