import * as declared from '@feira/schemas/procedures/partners';
import fp from 'fastify-plugin';
import type { Statement } from '../../plugins/database.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import type { PageCursor } from '../../shared/page-cursor.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { type OwnRow, type SellersRow, selectOfSeller, selectOwn } from './affiliation-model.ts';
import { decideAffiliation, endAffiliation, requestAffiliation } from './affiliations.ts';
import { type OwnContractRow, type SellersContractRow, selectContracts } from './contract-model.ts';
import { changeContract, decideContract, endContract, offerContract } from './contracts.ts';
import { readEarned } from './earned.ts';
import {
  type MarketRow,
  type OwnProductRow,
  type ShownOffer,
  type ShownProduct,
  selectMarket,
  selectOwnProducts,
} from './product-model.ts';
import { setTerms } from './products.ts';

const DEFAULT_LIMIT = 25;

const toProduct = ({ id, name, image }: ShownProduct) => ({ id, name, image });
const toOffer = ({ title, price, coin }: ShownOffer) => ({ title, price, coin });

const toAffiliation = (row: Pick<OwnRow, 'id' | 'status' | 'basisPoints' | 'createdAt' | 'decidedAt' | 'product'>) => ({
  id: row.id,
  status: row.status,
  basisPoints: row.basisPoints,
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  product: toProduct(row.product),
});

const toContract = <Row extends OwnContractRow | SellersContractRow>({ microseconds: _, ...row }: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
});

const toMarketItem = ({ microseconds: _, id: __, offers, ...row }: MarketRow) => ({
  ...row,
  offers: offers.map(toOffer),
});

/** The address that counts as an affiliate's. */
const toLink = (platformUrl: string, affiliationId: string, offer: ShownOffer) => ({
  ...toOffer(offer),
  url: `${platformUrl}/checkout/${offer.id}?affiliateId=${affiliationId}`,
});

export default fp(
  async (app) => {
    /** From the writer: whoever has just changed something looks at the list next. */
    async function readPage<Row extends PageCursor>(platformId: string, limit: number, statement: Statement) {
      const [result] = await app.database.read(platformId, [statement], true);
      return cutPage((result?.rows ?? []) as Row[], limit);
    }

    app.procedure(declared.listProducts, async ({ input: { after, limit = DEFAULT_LIMIT }, platform, person }) => {
      const filter = after ? { after: parseAfter(after) } : {};
      const statement = selectOwnProducts(platform.id, person.id, filter, limit + 1);
      const { page, next } = await readPage<OwnProductRow>(platform.id, limit, statement);
      return { items: page.map(({ microseconds: _, id: __, ...item }) => item), next };
    });

    app.procedure(declared.setProductTerms, async ({ input: { productId, ...terms }, ...asking }) => {
      await setTerms(app, asking, productId, terms);
      return {};
    });

    app.procedure(declared.listAffiliations, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, from: _, to: __, ...filter } = input;
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const statement = selectOfSeller(platform.id, person.id, wanted, limit + 1);
      const { page, next } = await readPage<SellersRow>(platform.id, limit, statement);
      const toKey = (row: SellersRow) => ({ productId: row.product.id, personId: row.person.id });
      const earnedOf = await readEarned(app, platform, page.map(toKey), input);
      const items = page.map((row) => ({ ...toAffiliation(row), person: row.person, earned: earnedOf(toKey(row)) }));
      return { items, next };
    });

    app.procedure(declared.decideAffiliation, async ({ input, ...asking }) => {
      await decideAffiliation(app, asking, input.affiliationId, input.decision);
      return {};
    });

    app.procedure(declared.endAffiliation, async ({ input, ...asking }) => {
      await endAffiliation(app, asking, input.affiliationId);
      return {};
    });

    app.procedure(declared.listMarketplace, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, search } = input;
      const { currencies } = platform.settings;
      const wanted = { personId: person.id, currencies, search, ...(after && { after: parseAfter(after) }) };
      const { page, next } = await readPage<MarketRow>(
        platform.id,
        limit,
        selectMarket(platform.id, wanted, limit + 1),
      );
      return { items: page.map(toMarketItem), next };
    });

    app.procedure(declared.requestAffiliation, ({ input, ...asking }) =>
      requestAffiliation(app, asking, input.productId),
    );

    app.procedure(declared.listMyAffiliations, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, status } = input;
      const { currencies } = platform.settings;
      const wanted = { status, currencies, ...(after && { after: parseAfter(after) }) };
      const statement = selectOwn(platform.id, person.id, wanted, limit + 1);
      const { page, next } = await readPage<OwnRow>(platform.id, limit, statement);
      const toKey = (row: OwnRow) => ({ productId: row.product.id, personId: person.id });
      const earnedOf = await readEarned(app, platform, page.map(toKey), input);
      const platformUrl = await app.findPlatformUrl(platform.id);
      const items = page.map((row) => ({
        ...toAffiliation(row),
        earned: earnedOf(toKey(row)),
        sellerName: row.sellerName,
        windowDays: row.windowDays,
        links: row.offers.map((offer) => toLink(platformUrl, row.id, offer)),
      }));
      return { items, next };
    });

    app.procedure(declared.listContracts, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, ...filter } = input;
      const wanted = { ...filter, now: app.clock.now(), ...(after && { after: parseAfter(after) }) };
      const statement = selectContracts(platform.id, { sellerId: person.id }, wanted, limit + 1);
      const { page, next } = await readPage<SellersContractRow>(platform.id, limit, statement);
      return { items: page.map(toContract), next };
    });

    app.procedure(declared.listMyContracts, async ({ input, platform, person }) => {
      const { after, limit = DEFAULT_LIMIT, status } = input;
      const wanted = { status, now: app.clock.now(), ...(after && { after: parseAfter(after) }) };
      const statement = selectContracts(platform.id, { personId: person.id }, wanted, limit + 1);
      const { page, next } = await readPage<OwnContractRow>(platform.id, limit, statement);
      return { items: page.map(toContract), next };
    });

    app.procedure(declared.offerContract, async ({ input, ...asking }) => ({
      contractId: await offerContract(app, asking, input),
    }));

    app.procedure(declared.changeContract, async ({ input, ...asking }) => ({
      contractId: await changeContract(app, asking, input),
    }));

    app.procedure(declared.decideContract, async ({ input, ...asking }) => {
      await decideContract(app, asking, input.contractId, input.decision);
      return {};
    });

    app.procedure(declared.endContract, async ({ input, ...asking }) => {
      await endContract(app, asking, input.contractId);
      return {};
    });
  },
  { name: 'partners-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
