import { withDefaultSettings } from '@feira/schemas/platform';
import * as declared from '@feira/schemas/procedures/fees';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { agreeTerms, setCosts } from './agreements.ts';
import { type ShownCostsRow, selectShownCosts, selectTerms, type TermsRow } from './model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getPersonTerms, async ({ input, platform }) => {
      const [result] = await app.database.read(platform.id, [selectTerms(platform.id, input.personId)], true);
      const row = result?.rows[0] as TermsRow | undefined;
      if (!row) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
      const { id, name, email, ...agreed } = row;
      return { person: { id, name, email }, ...agreed, currency: platform.settings.currency };
    });

    app.procedure(declared.setPersonTerms, async ({ input: { personId, ...agreed }, request }) => {
      await agreeTerms(app, request, personId, agreed);
      return {};
    });

    app.procedure(declared.getConnectionCosts, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      const [result] = await app.database.read(platformId, [selectShownCosts(platformId, input.connectionId)], true);
      const row = result?.rows[0] as ShownCostsRow | undefined;
      if (!row) throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
      return { costs: row.costs, currency: withDefaultSettings(row.settings).currency };
    });

    app.procedure(declared.setConnectionCosts, async ({ input: { platformId: named, ...input }, request }) => {
      const platformId = await resolveOperated(app, request, named);
      await setCosts(app, request, { platformId, ...input });
      return {};
    });
  },
  { name: 'fees-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
