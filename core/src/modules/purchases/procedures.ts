import * as declared from '@feira/schemas/procedures/purchases';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { formatAddress } from '../receipts/order-model.ts';
import { PURCHASES } from './model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listPurchases, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, PURCHASES, {
        ...input,
        personId: person.id,
        now: app.clock.now(),
      });
      const purchases = rows.map((row) => ({ ...row, address: row.address && formatAddress(row.address) }));
      return { purchases, next };
    });
  },
  { name: 'purchases-procedures', dependencies: ['procedures', 'database'] },
);
