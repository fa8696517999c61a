import { type PlatformSettings, withDefaultSettings } from '@feira/schemas/platform';
import * as declared from '@feira/schemas/procedures/fees';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { agreeTerms, setCosts } from './agreements.ts';
import { selectShownCosts, selectTerms } from './model.ts';

const currenciesOf = ({ currency, currencies }: PlatformSettings) => ({ currency, currencies });

export default fp(
  async (app) => {
    app.procedure(declared.getPersonTerms, async ({ input, platform }) => {
      const row = await app.database.find(platform.id, selectTerms(platform.id, input.personId), true);
      if (!row) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
      const { id, name, email, ...agreed } = row;
      return { person: { id, name, email }, ...agreed, ...currenciesOf(platform.settings) };
    });

    app.procedure(declared.setPersonTerms, ({ input: { personId, ...agreed }, request }) =>
      agreeTerms(app, request, personId, agreed),
    );

    app.procedure(declared.getConnectionCosts, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      const row = await app.database.find(platformId, selectShownCosts(platformId, input.connectionId), true);
      if (!row) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
      return { costs: row.costs, ...currenciesOf(withDefaultSettings(row.settings)) };
    });

    app.procedure(declared.setConnectionCosts, async ({ input: { platformId: named, ...input }, request }) => {
      const platformId = await resolveOperated(app, request, named);
      await setCosts(app, request, { platformId, ...input });
    });
  },
  { name: 'fees-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
