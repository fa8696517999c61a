import * as declared from '@feira/schemas/procedures/coupons';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { OWN_COUPONS } from './model.ts';
import { createCoupon, deleteCoupon, updateCoupon } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listMyCoupons, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_COUPONS, { ...input, sellerId: person.id });
      const items = rows.map((row) => ({
        ...row,
        startsAt: row.startsAt?.toISOString() ?? null,
        endsAt: row.endsAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
      }));
      return { items, next };
    });

    app.procedure(declared.createCoupon, ({ input, ...asking }) => createCoupon(app, asking, input));

    app.procedure(declared.updateCoupon, ({ input: { couponId, version, ...terms }, ...asking }) =>
      updateCoupon(app, asking, couponId, version, terms),
    );

    app.procedure(declared.deleteCoupon, ({ input, ...asking }) => deleteCoupon(app, asking, input.couponId));
  },
  { name: 'coupons-procedures', dependencies: ['procedures', 'database'] },
);
