import * as declared from '@feira/schemas/procedures/partners';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { OWN_AFFILIATIONS, SELLERS_AFFILIATIONS } from './affiliation-model.ts';
import { decideAffiliation, endAffiliation, requestAffiliation } from './affiliations.ts';
import { readCommissions } from './commissions.ts';
import { OWN_CONTRACTS, SELLERS_CONTRACTS } from './contract-model.ts';
import { changeContract, decideContract, endContract, offerContract } from './contracts.ts';
import { MARKET, OWN_PRODUCTS, type ShownOffer } from './product-model.ts';
import { setTerms } from './products.ts';

/** Returns the offer with the affiliate's link. */
const toLink = (platformUrl: string, affiliationId: string, offer: ShownOffer) => ({
  ...offer,
  url: `${platformUrl}/checkout/${offer.id}?affiliateId=${affiliationId}`,
});

export default fp(
  async (app) => {
    app.procedure(declared.listProducts, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_PRODUCTS, { ...input, sellerId: person.id });
      return { items: rows, next };
    });

    app.procedure(declared.setProductTerms, ({ input: { productId, version, ...terms }, ...call }) =>
      setTerms(app, call, { productId, version }, terms),
    );

    app.procedure(declared.listAffiliations, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, SELLERS_AFFILIATIONS, { ...input, sellerId: person.id });
      const keyed = rows.map((row) => ({ ...row, productId: row.product.id, personId: row.person.id }));
      const commissionOf = await readCommissions(app, platform, keyed, input);
      return { items: keyed.map((row) => ({ ...row, earned: commissionOf(row) })), next };
    });

    app.procedure(declared.decideAffiliation, ({ input, ...call }) =>
      decideAffiliation(app, call, input.affiliationId, input.decision),
    );

    app.procedure(declared.endAffiliation, ({ input, ...call }) => endAffiliation(app, call, input.affiliationId));

    app.procedure(declared.listMarketplace, async ({ input, platform, person }) => {
      const filter = { ...input, personId: person.id, currencies: platform.settings.currencies };
      const { rows, next } = await readPage(app, platform.id, MARKET, filter);
      return { items: rows, next };
    });

    app.procedure(declared.requestAffiliation, ({ input, ...call }) => requestAffiliation(app, call, input.productId));

    app.procedure(declared.listMyAffiliations, async ({ input, platform, person }) => {
      const filter = { ...input, personId: person.id, currencies: platform.settings.currencies };
      const { rows, next } = await readPage(app, platform.id, OWN_AFFILIATIONS, filter);
      const keyed = rows.map((row) => ({ ...row, productId: row.product.id, personId: person.id }));
      const commissionOf = await readCommissions(app, platform, keyed, input);
      const platformUrl = await app.findPlatformUrl(platform.id);
      const items = keyed.map((row) => ({
        ...row,
        earned: commissionOf(row),
        links: row.offers.map((offer) => toLink(platformUrl, row.id, offer)),
      }));
      return { items, next };
    });

    app.procedure(declared.listContracts, async ({ input, platform, person }) => {
      const filter = { ...input, sellerId: person.id, now: app.clock.now() };
      const { rows, next } = await readPage(app, platform.id, SELLERS_CONTRACTS, filter);
      return { items: rows, next };
    });

    app.procedure(declared.listMyContracts, async ({ input, platform, person }) => {
      const filter = { ...input, personId: person.id, now: app.clock.now() };
      const { rows, next } = await readPage(app, platform.id, OWN_CONTRACTS, filter);
      return { items: rows, next };
    });

    app.procedure(declared.offerContract, async ({ input, ...call }) => ({
      contractId: await offerContract(app, call, input),
    }));

    app.procedure(declared.changeContract, async ({ input, ...call }) => ({
      contractId: await changeContract(app, call, input),
    }));

    app.procedure(declared.decideContract, ({ input, ...call }) =>
      decideContract(app, call, input.contractId, input.decision),
    );

    app.procedure(declared.endContract, ({ input, ...call }) => endContract(app, call, input.contractId));
  },
  { name: 'partners-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
