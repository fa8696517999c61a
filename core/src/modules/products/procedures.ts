import * as declared from '@feira/schemas/procedures/products';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { selectByIds } from '../../shared/list.ts';
import { selectBumps } from './bump-model.ts';
import { createBump, deleteBump, sortBumps, updateBump } from './bumps.ts';
import { ALL_PRODUCTS, OWN_PRODUCTS, selectProduct } from './model.ts';
import {
  approveProduct,
  archiveProduct,
  blockProduct,
  createProduct,
  deleteProduct,
  productNotFound,
  publishProduct,
  updateProduct,
} from './service.ts';

export default fp(
  async (app) => {
    const getProduct = async (platformId: string, id: string, sellerId?: string) => {
      const product = await app.database.find(platformId, selectProduct(platformId, id), true);
      if (!product || (sellerId && product.sellerId !== sellerId)) throw productNotFound();
      return product;
    };

    app.procedure(declared.listMyProducts, async ({ input, platform, person }) => {
      const { rows, next, count } = await readPage(app, platform.id, OWN_PRODUCTS, { ...input, sellerId: person.id });
      return { items: rows, next, count };
    });

    app.expander('product', (platformId, sellerId, ids) =>
      app.database.list(platformId, selectByIds(OWN_PRODUCTS, platformId, { sellerId }, ids)),
    );

    app.procedure(declared.getMyProduct, async ({ input, platform, person }) => ({
      ...(await getProduct(platform.id, input.productId, person.id)),
      isReviewed: platform.settings.hasProductReview,
    }));

    app.procedure(declared.createProduct, ({ input, ...call }) => createProduct(app, call, input));
    app.procedure(declared.updateProduct, ({ input, ...call }) => updateProduct(app, call, input));
    app.procedure(declared.publishProduct, ({ input, ...call }) => publishProduct(app, call, input));
    app.procedure(declared.archiveProduct, ({ input, ...call }) => archiveProduct(app, call, input));
    app.procedure(declared.deleteProduct, ({ input, ...call }) => deleteProduct(app, call, input));

    app.procedure(declared.listOrderBumps, async ({ input, platform, person }) => {
      const { version } = await getProduct(platform.id, input.productId, person.id);
      return { version, items: await app.database.list(platform.id, selectBumps(platform.id, input.productId), true) };
    });
    app.procedure(declared.createOrderBump, ({ input, ...call }) => createBump(app, call, input));
    app.procedure(declared.updateOrderBump, ({ input, ...call }) => updateBump(app, call, input));
    app.procedure(declared.sortOrderBumps, ({ input, ...call }) => sortBumps(app, call, input));
    app.procedure(declared.deleteOrderBump, ({ input, ...call }) => deleteBump(app, call, input));

    app.procedure(declared.listProducts, async ({ input, platform }) => {
      const { rows, next, count } = await readPage(app, platform.id, ALL_PRODUCTS, input);
      return { items: rows, next, count };
    });

    app.procedure(declared.getProduct, async ({ input, platform }) => {
      const product = await getProduct(platform.id, input.productId);
      const platformUrl = await app.findPlatformUrl(platform.id);
      const offers = product.offers.map((offer) => ({ ...offer, url: `${platformUrl}/checkout/${offer.id}` }));
      return { ...product, offers };
    });

    app.procedure(declared.approveProduct, ({ input, ...call }) => approveProduct(app, call, input));
    app.procedure(declared.blockProduct, ({ input, ...call }) => blockProduct(app, call, input));
  },
  { name: 'products-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
