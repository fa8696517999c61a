import * as declared from '@feira/schemas/procedures/checkout-builder';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { compareConversions, conversionOf, judgeTest } from './conversion.ts';
import { type CountedVersion, selectVersion, TESTS, VERSIONS } from './model.ts';
import { endTest, findDraft, getLook, publishDraft, saveDraft, startTest } from './service.ts';

const withConversion = (counted: CountedVersion) => ({ ...counted, conversion: conversionOf(counted) });

export default fp(
  async (app) => {
    app.procedure(declared.getBuilder, async ({ input, ...call }) => {
      const { platform } = call;
      const [look, draft, platformUrl] = await Promise.all([
        getLook(app, call, input.offerId),
        findDraft(app, platform.id, input.offerId),
        app.findPlatformUrl(platform.id),
      ]);
      const { offerId, title, status, typeProduct, config, versionId, number, publishedAt, runningTestId } = look;
      return {
        offer: { id: offerId, title, status, typeProduct, url: `${platformUrl}/checkout/${offerId}` },
        draft: draft ?? { config, version: 0, savedAt: null, savedBy: null },
        published: { versionId, number, config, publishedAt },
        runningTestId,
        platformColour: platform.settings.customization.visuals?.colorPrimary ?? null,
      };
    });

    app.procedure(declared.saveDraft, ({ input, ...call }) => saveDraft(app, call, input));
    app.procedure(declared.publishDraft, ({ input, ...call }) => publishDraft(app, call, input));

    app.procedure(declared.listVersions, async ({ input, ...call }) => {
      await getLook(app, call, input.offerId);
      const { rows, next } = await readPage(app, call.platform.id, VERSIONS, input);
      return { items: rows, next };
    });

    app.procedure(declared.getVersion, async ({ input, ...call }) => {
      await getLook(app, call, input.offerId);
      const { id } = call.platform;
      const version = await app.database.find(id, selectVersion(id, input.offerId, input.versionId), true);
      if (!version) throw new AppError('CHECKOUT_VERSION_NOT_FOUND', { fields: ['versionId'] });
      return version;
    });

    app.procedure(declared.listTests, async ({ input, ...call }) => {
      await getLook(app, call, input.offerId);
      const { rows, next } = await readPage(app, call.platform.id, TESTS, input);
      const items = rows.map(({ a, b, lastedMs, ...test }) => ({
        ...test,
        a: withConversion(a),
        b: withConversion(b),
        difference: compareConversions(a, b),
        verdict: judgeTest(a, b, lastedMs),
      }));
      return { items, next };
    });

    app.procedure(declared.startTest, ({ input, ...call }) => startTest(app, call, input));
    app.procedure(declared.endTest, ({ input, ...call }) => endTest(app, call, input));
  },
  { name: 'checkout-builder-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
