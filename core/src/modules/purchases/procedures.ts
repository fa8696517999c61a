import * as declared from '@feira/schemas/procedures/purchases';
import fp from 'fastify-plugin';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { type PurchaseRow, selectPurchases } from './model.ts';

const DEFAULT_LIMIT = 25;

export default fp(
  async (app) => {
    app.procedure(declared.listPurchases, async ({ input, platform, person }) => {
      const { limit = DEFAULT_LIMIT, after } = input;
      const cursor = after ? parseAfter(after) : null;
      const [result] = await app.database.read(platform.id, [
        selectPurchases(platform.id, person.id, cursor, limit + 1),
      ]);
      const { page, next } = cutPage((result?.rows ?? []) as PurchaseRow[], limit);
      const purchases = page.map(({ microseconds: _, createdAt, ...purchase }) => ({
        ...purchase,
        createdAt: createdAt.toISOString(),
      }));
      return { purchases, next };
    });
  },
  { name: 'purchases-procedures', dependencies: ['procedures', 'database'] },
);
