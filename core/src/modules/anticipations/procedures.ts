import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/anticipations';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { type ListedRow, type RequestedRow, selectOwn, selectRequested, sumRequested } from './lists.ts';
import type { AnticipationRow } from './model.ts';
import {
  cancelAnticipation,
  decideAnticipation,
  isOffered,
  quoteAnticipation,
  requestAnticipation,
} from './service.ts';

const DEFAULT_LIMIT = 25;
const DAY_MS = 86_400_000;

function checkPeriod({ from, to }: { from?: string; to?: string }): void {
  if (!from || !to) return;
  // Both included; 0 and less where the period ends before it begins.
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_PERIOD_DAYS) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

const toAnticipation = (row: AnticipationRow) => ({
  id: row.id,
  amount: row.amount,
  fee: row.fee,
  currency: row.currency,
  feeBasisPointsPerDay: row.feeBasisPointsPerDay,
  holds: row.parts.length,
  state: row.state,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
});

const toRequested = (row: RequestedRow) => ({
  ...toAnticipation(row),
  person: { id: row.personId, name: row.personName, email: row.personEmail },
});

export default fp(
  async (app) => {
    app.procedure(declared.quoteAnticipation, async ({ input, platform, person }) => {
      const { parts, currency, most, amount, fee } = await quoteAnticipation(app, { platform, person }, input);
      const { basisPointsPerDay } = platform.settings.anticipation;
      const numbers = { most, amount, fee, net: amount - fee, holds: parts.length };
      return { currency, isOffered: isOffered(platform), ...numbers, feeBasisPointsPerDay: basisPointsPerDay };
    });

    app.procedure(declared.requestAnticipation, ({ input, ...asking }) => {
      const call = { procedure: declared.requestAnticipation.name, input, ...asking };
      return app.doOnce(call, async (transaction) => ({
        anticipation: toAnticipation(await requestAnticipation(app, transaction, asking, input)),
      }));
    });

    app.procedure(declared.cancelAnticipation, async ({ input, ...asking }) => {
      await cancelAnticipation(app, asking, input.anticipationId);
      return {};
    });

    app.procedure(declared.listAnticipations, async ({ input, platform, person }) => {
      const { limit = DEFAULT_LIMIT, after, currency = platform.settings.currency } = input;
      const owner = { personId: person.id, currency };
      const cursor = after ? parseAfter(after) : null;
      const [result] = await app.database.read(platform.id, [selectOwn(platform.id, owner, cursor, limit + 1)], true);
      const { page, next } = cutPage((result?.rows ?? []) as ListedRow[], limit);
      return { items: page.map(toAnticipation), next };
    });

    app.procedure(declared.listRequested, async ({ input, platform }) => {
      const { limit = DEFAULT_LIMIT, after, currency = platform.settings.currency, ...filter } = input;
      checkPeriod(filter);
      const wanted = { ...filter, currency };
      const cursor = after ? parseAfter(after) : null;
      const statements = [selectRequested(platform.id, wanted, cursor, limit + 1), sumRequested(platform.id, wanted)];
      const [found, sums] = await app.database.read(platform.id, statements, true);
      const { page, next } = cutPage((found?.rows ?? []) as RequestedRow[], limit);
      const { count, total } = (sums?.rows[0] ?? { count: 0, total: 0 }) as { count: number; total: number };
      return { items: page.map(toRequested), next, currency, count, total };
    });

    app.procedure(declared.decideAnticipation, async ({ input, ...asking }) => {
      await decideAnticipation(app, asking, input);
      return {};
    });
  },
  { name: 'anticipations-procedures', dependencies: ['procedures', 'database', 'clock', 'idempotency'] },
);
