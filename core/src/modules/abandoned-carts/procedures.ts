import * as declared from '@feira/schemas/procedures/abandoned-carts';
import fp from 'fastify-plugin';
import { getRecovery, getUplift, listCarts, markContacted, previewStep, stopCart, updateRecovery } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listCarts, ({ input, ...call }) => listCarts(app, call, input));
    app.procedure(declared.markContacted, ({ input, ...call }) => markContacted(app, call, input.cartId));
    app.procedure(declared.stopCart, ({ input, ...call }) => stopCart(app, call, input.cartId));
    app.procedure(declared.getRecovery, ({ input, ...call }) => getRecovery(app, call, input));
    app.procedure(declared.updateRecovery, ({ input, ...call }) => updateRecovery(app, call, input));
    app.procedure(declared.previewStep, ({ input, ...call }) => previewStep(app, call, input));
    app.procedure(declared.getUplift, ({ input, ...call }) => getUplift(app, call, input));
  },
  { name: 'abandoned-carts-procedures', dependencies: ['procedures', 'database', 'platforms', 'clock'] },
);
