import * as declared from '@feira/schemas/procedures/figures';
import fp from 'fastify-plugin';
import { resolveOperated } from '../../plugins/platforms.ts';
import { checkPeriod } from '../../plugins/procedures.ts';
import { selectPlatforms } from '../platforms/model.ts';
import { listCharges } from './charges.ts';
import { getManaged, getManagedSeller, getPlatforms } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getPlatforms, ({ platform }) => getPlatforms(app, platform.id));

    app.procedure(declared.listCharges, async ({ input, platform, request }) => {
      checkPeriod(input);
      const only = input.platformId && (await resolveOperated(app, request, input.platformId));
      const all = await app.database.list(platform.id, selectPlatforms(platform.id), true);
      return listCharges(
        app,
        all.filter(({ id }) => !only || id === only),
        input,
      );
    });

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
