/** Answers for pixels with tokens and their last reports, of a product or of the platform. */
import type { Output } from '@feira/schemas/procedure';
import * as pixels from '@feira/schemas/procedures/pixels';
import { type FakedServer, Refused } from './faked-screens.ts';

export type Reporting = Pick<Output<typeof pixels.getPlatformPixels>, 'pixels' | 'conversions'>;
type Conversion = Reporting['conversions'][number];

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-20T15:00:00.000Z';

const createConversion = (number: number, parts: Partial<Conversion> = {}): Conversion => ({
  id: id(number),
  event: 'Purchase',
  saleId: id(number + 100),
  network: 'facebook',
  pixelCode: '1234567890',
  value: 19_700,
  currency: 'BRL',
  state: 'SENT',
  attempts: 1,
  problem: null,
  answer: null,
  createdAt: AT,
  ...parts,
});

export const createReporting = (): Reporting => ({
  pixels: [
    { network: 'facebook', pixelCode: '1234567890', savedAt: AT },
    { network: 'googleAnalytics', pixelCode: 'G-ABC123', savedAt: null },
    { network: 'googleAds', pixelCode: 'AW-1/label', savedAt: null },
  ],
  conversions: [
    createConversion(3, { event: 'Test', saleId: null, value: 100, state: 'WAITING', attempts: 2 }),
    createConversion(2, {
      state: 'FAILED',
      problem: 'REFUSED',
      answer: '400 Invalid OAuth access token.',
      attempts: 1,
    }),
    createConversion(1),
  ],
});

/** Answers calls about the pixels of products, or of the platform where that is asked for. */
export function answerReporting(server: FakedServer, reporting: Reporting, isPlatform = false): void {
  const find = ({ network, pixelCode }: { network: string; pixelCode: string }) => {
    const found = reporting.pixels.find((pixel) => pixel.network === network && pixel.pixelCode === pixelCode);
    if (!found) throw new Refused(404, { code: 'PIXEL_NOT_FOUND', message: 'Sem pixel.' });
    return found;
  };
  const setToken = ({ secret, ...named }: { network: string; pixelCode: string; secret: string }) => {
    find(named).savedAt = secret ? AT : null;
    return {};
  };
  const sendTest = (input: { network: string; pixelCode: string; testCode: string }) => {
    const { network, pixelCode } = find(input);
    if (!input.testCode && !['googleAnalytics', 'googleAds'].includes(network))
      throw new Refused(422, {
        code: 'PIXEL_TEST_CODE_MISSING',
        message: 'Informe o código de teste que a rede mostra.',
      });
    const number = reporting.conversions.length + 10;
    reporting.conversions.unshift(createConversion(number, { event: 'Test', saleId: null, network, pixelCode }));
    return {};
  };
  const repeat = ({ conversionId }: { conversionId: string }) => {
    const conversion = reporting.conversions.find((one) => one.id === conversionId)!;
    Object.assign(conversion, { state: 'SENT', problem: null, answer: null });
    return {};
  };
  if (isPlatform) {
    let settings: Output<typeof pixels.getPlatformPixels>['settings'] = { facebook: ['1234567890'] };
    let version = 0;
    server.answer(pixels.getPlatformPixels, () => ({ settings, ...reporting, version }));
    server.answer(pixels.updatePlatformPixels, ({ version: _, ...changes }) => {
      settings = changes;
      version += 1;
      return {};
    });
    server.answer(pixels.setPlatformToken, setToken);
    server.answer(pixels.testPlatformPixel, sendTest);
    server.answer(pixels.repeatPlatformConversion, repeat);
    return;
  }
  server.answer(pixels.getProductPixels, () => ({ ...reporting, isListRestricted: false }));
  server.answer(pixels.setProductToken, setToken);
  server.answer(pixels.testProductPixel, sendTest);
  server.answer(pixels.repeatProductConversion, repeat);
}
