import * as declared from '@feira/schemas/procedures/anticipations';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import type { AnticipationRow } from './model.ts';
import {
  cancelAnticipation,
  decideAnticipation,
  isOffered,
  quoteAnticipation,
  requestAnticipation,
} from './service.ts';
import { OWN_ANTICIPATIONS, REQUESTED_ANTICIPATIONS } from './views.ts';

const toAnticipation = ({ parts, ...row }: AnticipationRow) => ({ ...row, holds: parts.length });

export default fp(
  async (app) => {
    app.procedure(declared.quoteAnticipation, async ({ input, platform, person }) => {
      const { parts, currency, most, amount, fee } = await quoteAnticipation(app, { platform, person }, input);
      const { basisPointsPerDay } = platform.settings.anticipation;
      const numbers = { most, amount, fee, net: amount - fee, holds: parts.length };
      return { currency, isOffered: isOffered(platform), ...numbers, feeBasisPointsPerDay: basisPointsPerDay };
    });

    app.procedure(declared.requestAnticipation, ({ input, ...call }) => {
      const repeatable = { procedure: declared.requestAnticipation.name, input, ...call };
      return app.doOnce(repeatable, async (transaction) => ({
        anticipation: toAnticipation(await requestAnticipation(app, transaction, call, input)),
      }));
    });

    app.procedure(declared.cancelAnticipation, ({ input, ...call }) =>
      cancelAnticipation(app, call, input.anticipationId),
    );

    app.procedure(declared.listAnticipations, async ({ input, platform, person }) => {
      const filter = { currency: platform.settings.currency, ...input, personId: person.id };
      const { rows, next } = await readPage(app, platform.id, OWN_ANTICIPATIONS, filter);
      return { items: rows.map(toAnticipation), next };
    });

    app.procedure(declared.listRequested, async ({ input, platform }) => {
      const filter = { currency: platform.settings.currency, ...input };
      const { rows, next, totals } = await readPage(app, platform.id, REQUESTED_ANTICIPATIONS, filter);
      const items = rows.map((row) => ({ ...toAnticipation(row), person: row.person }));
      return { items, next, currency: filter.currency, ...totals };
    });

    app.procedure(declared.decideAnticipation, ({ input, ...call }) => decideAnticipation(app, call, input));
  },
  { name: 'anticipations-procedures', dependencies: ['procedures', 'database', 'clock', 'idempotency'] },
);
