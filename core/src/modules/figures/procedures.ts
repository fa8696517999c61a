import * as declared from '@feira/schemas/procedures/figures';
import fp from 'fastify-plugin';
import { checkPeriod } from '../../plugins/procedures.ts';
import { getManaged, getManagedSeller, getPlatforms } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getPlatforms, ({ platform }) => getPlatforms(app, platform.id));

    app.procedure(declared.getManaged, async ({ input, platform, person }) => {
      checkPeriod(input);
      return getManaged(app, platform.id, person.id, { currency: platform.settings.currency, ...input });
    });

    app.procedure(declared.getManagedSeller, async ({ input: { personId, ...asked }, platform, person }) => {
      checkPeriod(asked);
      const period = { currency: platform.settings.currency, ...asked };
      return getManagedSeller(app, platform.id, person.id, personId, period);
    });
  },
  { name: 'figures-procedures', dependencies: ['procedures', 'database', 'clock'] },
);
