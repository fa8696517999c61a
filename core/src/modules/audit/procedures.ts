import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/audit';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { resolveOperated } from '../platforms/service.ts';
import { type EventRow, selectEvents } from './model.ts';

const DEFAULT_LIMIT = 25;
const DAY_MS = 86_400_000;

/** Days of a period, both included; 0 and less where it ends before it begins. */
const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

function checkPeriod(from: string | undefined, to: string | undefined): void {
  if (!from || !to) return;
  const days = countDays(from, to);
  if (days < 1 || days > MAX_PERIOD_DAYS) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

export default fp(
  async (app) => {
    app.procedure(declared.listEvents, async ({ input, request }) => {
      const { platformId, after, limit = DEFAULT_LIMIT, ...filter } = input;
      checkPeriod(filter.from, filter.to);
      const target = await resolveOperated(app, request, platformId);
      const wanted = { ...filter, ...(after && { after: parseAfter(after) }) };
      const [result] = await app.database.read(target, [selectEvents(target, wanted, limit + 1)]);
      const { page, next } = cutPage((result?.rows ?? []) as EventRow[], limit);
      const events = page.map(({ microseconds: _, createdAt, ...event }) => ({
        ...event,
        createdAt: createdAt.toISOString(),
      }));
      return { events, next };
    });
  },
  { name: 'audit-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);
