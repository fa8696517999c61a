import * as declared from '@feira/schemas/procedures/coupons';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { OWN_COUPONS } from './model.ts';
import { createCoupon, deleteCoupon, updateCoupon } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listMyCoupons, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_COUPONS, { ...input, sellerId: person.id });
      return { items: rows, next };
    });

    app.procedure(declared.createCoupon, ({ input, ...call }) => createCoupon(app, call, input));

    app.procedure(declared.updateCoupon, ({ input: { couponId, version, ...terms }, ...call }) =>
      updateCoupon(app, call, { couponId, version }, terms),
    );

    app.procedure(declared.deleteCoupon, ({ input, ...call }) => deleteCoupon(app, call, input));
  },
  { name: 'coupons-procedures', dependencies: ['procedures', 'database'] },
);
