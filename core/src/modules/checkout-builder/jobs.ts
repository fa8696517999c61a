import fp from 'fastify-plugin';
import { CheckoutVisits } from './visits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The visitors of tests of two versions of a checkout. */
    checkoutVisits: CheckoutVisits;
  }
}

export default fp(
  async (app) => {
    const visits = new CheckoutVisits(app);
    app.decorate('checkoutVisits', visits);
    app.addHook('onClose', () => visits.close());
  },
  { name: 'checkout-builder-jobs', dependencies: ['database'] },
);
