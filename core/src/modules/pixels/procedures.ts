import * as declared from '@feira/schemas/procedures/pixels';
import { withoutEmptyIds } from '@feira/schemas/rules/pixels';
import fp from 'fastify-plugin';
import { recordEvent } from '../audit/service.ts';
import { changePlatform, readSettings } from '../settings/service.ts';
import { readVersion } from '../versions/service.ts';
import { getIntegration, listIntegrations } from './integrations.ts';
import { getOwnProduct, ofPlatform, readReporting, repeatReport, sendTest, setToken } from './settings.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getProductPixels, async ({ input, ...call }) => ({
      ...(await readReporting(app, call, await getOwnProduct(app, call, input.productId))),
      isListRestricted: call.platform.settings.pixels.isSellerListRestricted ?? false,
    }));

    app.procedure(declared.setProductToken, async ({ input: { productId, ...set }, ...call }) =>
      setToken(app, call, await getOwnProduct(app, call, productId), set),
    );

    app.procedure(declared.listIntegrations, (call) => listIntegrations(app, call));

    app.procedure(declared.getIntegration, ({ input, ...call }) => getIntegration(app, call, input.network));

    app.procedure(declared.testProductPixel, async ({ input: { productId, ...test }, ...call }) =>
      sendTest(app, call, await getOwnProduct(app, call, productId), test),
    );

    app.procedure(declared.repeatProductConversion, async ({ input, ...call }) =>
      repeatReport(app, call, await getOwnProduct(app, call, input.productId), input.conversionId),
    );

    app.procedure(declared.getPlatformPixels, async (call) => {
      // Read first: values that are newer than their version are only compared once more.
      const version = await readVersion(app, call.platform.id, { name: 'PIXELS', subject: call.platform.id });
      const { settings } = await readSettings(app, call.platform.id);
      const owner = { ...ofPlatform(call), pixels: settings.pixels };
      return { settings: settings.pixels, ...(await readReporting(app, call, owner)), version };
    });

    app.procedure(declared.updatePlatformPixels, ({ input: { version, ...pixels }, platform, person, request }) =>
      changePlatform(
        app,
        platform.id,
        { settings: { pixels: withoutEmptyIds(pixels) } },
        {
          type: 'platform.pixelsChanged',
          record: (entry) => [recordEvent(platform.id, request, entry)],
          by: person.name,
          read: { PIXELS: version },
        },
      ),
    );

    app.procedure(declared.setPlatformToken, ({ input, ...call }) => setToken(app, call, ofPlatform(call), input));

    app.procedure(declared.testPlatformPixel, ({ input, ...call }) => sendTest(app, call, ofPlatform(call), input));

    app.procedure(declared.repeatPlatformConversion, ({ input, ...call }) =>
      repeatReport(app, call, ofPlatform(call), input.conversionId),
    );
  },
  { name: 'pixels-procedures', dependencies: ['procedures', 'database', 'data-keys', 'clock'] },
);
