import * as declared from '@feira/schemas/procedures/offers';
import { cardCurrencies } from '@feira/schemas/rules/charge-currency';
import { findLeastAmounts } from '@feira/schemas/rules/charge-limits';
import fp from 'fastify-plugin';
import type { Transaction } from '../../plugins/database.ts';
import { readPage } from '../../plugins/procedures.ts';
import { drawQr } from '../../shared/draw-qr.ts';
import { selectByIds } from '../../shared/list.ts';
import { listConnections } from '../connections/service.ts';
import { EditedOffer, OWN_OFFERS, selectChoices } from './edit-model.ts';
import { selectSellerOffers } from './model.ts';
import { archiveOffer, copyOffer, createOffer, offerNotFound, updateOffer } from './service.ts';

const DEFAULT_LIMIT = 25;

export default fp(
  async (app) => {
    const findAddress = async (platformId: string) => {
      const platformUrl = await app.findPlatformUrl(platformId);
      return (offerId: string) => `${platformUrl}/checkout/${offerId}`;
    };

    app.procedure(declared.listOffers, async ({ input, platform, person }) => {
      const statement = selectSellerOffers(platform, person.id, input.limit ?? DEFAULT_LIMIT);
      return { offers: await app.database.list(platform.id, statement) };
    });

    app.procedure(declared.listMyOffers, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_OFFERS, { ...input, sellerId: person.id });
      const addressOf = await findAddress(platform.id);
      return { items: rows.map((row) => ({ ...row, url: addressOf(row.id) })), next };
    });

    app.expander('offer', async (platformId, sellerId, ids) => {
      const rows = await app.database.list(platformId, selectByIds(OWN_OFFERS, platformId, { sellerId }, ids));
      const addressOf = await findAddress(platformId);
      return rows.map((row) => ({ ...row, url: addressOf(row.id) }));
    });

    app.procedure(declared.getMyOffer, async ({ input, platform, person }) => {
      const find = async (transaction: Transaction) => EditedOffer.findOwn(transaction, input.offerId, person.id);
      const offer = await app.database.readTransaction(platform.id, find, true);
      if (!offer) throw offerNotFound();
      const url = (await findAddress(platform.id))(offer.id);
      const qr = drawQr(url);
      return { ...offer, ...offer.toState(), url, qrPath: qr.path, qrSize: qr.size };
    });

    app.procedure(declared.listConnections, async ({ platform }) => {
      const [choices, opened] = await Promise.all([
        app.database.list(platform.id, selectChoices(platform.id), true),
        listConnections(app, platform.id),
      ]);
      const items = choices.map(({ limits, ...choice }) => {
        const capabilities = opened.get(choice.id)?.manifest.capabilities.methods;
        const charging = choice.methods.map(
          (method) => [method, [{ capability: capabilities?.[method], limits }]] as const,
        );
        const currencies = [...cardCurrencies(capabilities?.CREDIT_CARD)];
        return { ...choice, currencies, leastAmounts: findLeastAmounts(charging) };
      });
      return { items };
    });

    app.procedure(declared.createOffer, ({ input, ...call }) => createOffer(app, call, input));
    app.procedure(declared.updateOffer, ({ input, ...call }) => updateOffer(app, call, input));
    app.procedure(declared.copyOffer, ({ input, ...call }) => copyOffer(app, call, input.offerId));
    app.procedure(declared.archiveOffer, ({ input, ...call }) => archiveOffer(app, call, input));
  },
  { name: 'offers-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
