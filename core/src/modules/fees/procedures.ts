import { type PlatformSettings, withDefaultSettings } from '@feira/schemas/platform';
import * as declared from '@feira/schemas/procedures/fees';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readVersion } from '../versions/service.ts';
import { selectShownCosts, selectTerms } from './model.ts';

const currenciesOf = ({ currency, currencies }: PlatformSettings) => ({ currency, currencies });

export default fp(
  async (app) => {
    app.procedure(declared.getPersonTerms, async ({ input, platform }) => {
      // Read first: values that are newer than their version are only compared once more.
      const version = await readVersion(app, platform.id, { name: 'TERMS', subject: input.personId });
      const row = await app.database.find(platform.id, selectTerms(platform.id, input.personId), true);
      if (!row) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
      const { id, name, email, ...agreed } = row;
      return { person: { id, name, email }, ...agreed, ...currenciesOf(platform.settings), version };
    });

    app.procedure(declared.getConnectionCosts, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      const version = await readVersion(app, platformId, { name: 'COSTS', subject: input.connectionId });
      const row = await app.database.find(platformId, selectShownCosts(platformId, input.connectionId), true);
      if (!row) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
      return { costs: row.costs, ...currenciesOf(withDefaultSettings(row.settings)), version };
    });
  },
  { name: 'fees-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
