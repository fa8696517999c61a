import * as declared from '@feira/schemas/procedures/deliverables';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { createFileUpload } from '../media/service.ts';
import { selectProduct } from '../products/model.ts';
import { productNotFound } from '../products/service.ts';
import { ACCESSES, selectBought, selectSaleAccess } from './access-model.ts';
import {
  addKeys,
  createDeliverable,
  deleteFreeKeys,
  removeDeliverable,
  sortDeliverables,
  updateDeliverable,
} from './editing.ts';
import { selectDeliverables } from './model.ts';
import { accessTokenOf, createDownload, openAccess } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listDeliverables, async ({ input, platform, person }) => {
      const product = await app.database.find(platform.id, selectProduct(platform.id, input.productId), true);
      if (product?.sellerId !== person.id) throw productNotFound();
      const items = await app.database.list(platform.id, selectDeliverables(platform.id, input.productId), true);
      return { version: product.version, mostFileBytes: app.config.mostFileBytes, items };
    });
    app.procedure(declared.createUpload, ({ input, platform, person }) =>
      createFileUpload(app, { platformId: platform.id, personId: person.id }, input),
    );
    app.procedure(declared.createDeliverable, ({ input, ...call }) => createDeliverable(app, call, input));
    app.procedure(declared.updateDeliverable, ({ input, ...call }) => updateDeliverable(app, call, input));
    app.procedure(declared.sortDeliverables, ({ input, ...call }) => sortDeliverables(app, call, input));
    app.procedure(declared.removeDeliverable, ({ input, ...call }) => removeDeliverable(app, call, input));
    app.procedure(declared.addKeys, ({ input, ...call }) => addKeys(app, call, input));
    app.procedure(declared.deleteFreeKeys, ({ input, ...call }) => deleteFreeKeys(app, call, input));

    app.procedure(declared.getSaleAccess, async ({ input, platform, person }) => {
      const isStaff = person.roles.includes('admin') && person.permissions.includes('isSalesAvailable');
      const [[access], items] = await Promise.all([
        app.database.list(platform.id, selectSaleAccess(platform.id, input.saleId), true),
        app.database.list(platform.id, selectBought(platform.id, input.saleId), true),
      ]);
      if (!access || (!isStaff && access.sellerId !== person.id))
        throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
      return {
        ...access,
        items: items.filter(({ id }) => id !== null).map((item) => ({ ...item, hasKey: item.key !== null })),
      };
    });

    app.procedure(declared.openAccess, ({ input, platform, request }) => {
      refuseCrossSite(request);
      return openAccess(app, platform.id, input.token);
    });
    app.procedure(declared.createDownload, ({ input, platform, request }) => {
      refuseCrossSite(request);
      return createDownload(app, platform.id, input);
    });
    app.procedure(declared.listAccesses, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, ACCESSES, { ...input, personId: person.id });
      return { items: rows.map((row) => ({ ...row, token: accessTokenOf(app, row.id) })), next };
    });
  },
  { name: 'deliverables-procedures', dependencies: ['procedures', 'database', 'storage', 'platforms'] },
);
