/** Serves the frame in which the pixels of a checkout run. */
import type { TokenNetwork } from '@feira/schemas/pixels';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { findOffer } from '../offers/model.ts';
import { findPixelIds } from './ids.ts';
import { listSources } from './sources.ts';
import { selectAllTokens } from './tokens.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Networks that do not say how they tell two reports of one purchase, or only do so for one browser. */
const BY_SERVER_ALONE: readonly TokenNetwork[] = ['kwai', 'googleAnalytics'];

export default fp(
  async (app) => {
    app.route({
      method: 'GET',
      url: '/pixel-frame/:id',
      config: { access: { kind: 'public' } },
      schema: { hide: true },
      handler: async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
        const { platform, params, locale, protocol, host } = request;
        const offer = UUID.test(params.id) ? await findOffer(app, platform, params.id) : null;
        const ids = offer ? findPixelIds(platform.settings.pixels, offer.pixels) : {};
        if (Object.keys(ids).length === 0) throw new AppError('OFFER_NOT_FOUND');
        const tokens = offer ? await app.database.list(platform.id, selectAllTokens(platform.id, offer.productId)) : [];
        const purchasesByServer = tokens
          .filter(({ network, pixelId }) => BY_SERVER_ALONE.includes(network) && ids[network]?.includes(pixelId))
          .map(({ pixelId }) => pixelId);
        const config = { parentOrigin: `${protocol}://${host}`, ids, purchasesByServer };
        return app.documents.sendPixelFrame(reply, { locale, config, sources: listSources(ids) });
      },
    });
  },
  { name: 'pixels-routes', dependencies: ['documents', 'procedures'] },
);
