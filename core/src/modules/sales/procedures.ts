import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/sales';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { type SaleRow, type SummaryRow, selectSales, selectSummary } from './model.ts';

const DEFAULT_LIMIT = 25;
const DAY_MS = 86_400_000;

/** Both included; 0 and less where the period ends before it begins. */
const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const toSale = ({ microseconds: _, createdAt, approvedAt, ...sale }: SaleRow) => ({
  ...sale,
  createdAt: createdAt.toISOString(),
  approvedAt: approvedAt?.toISOString() ?? null,
});

function toSummary(rows: SummaryRow[], from: string, to: string) {
  const total = rows.find(({ day, method }) => day === null && method === null) as SummaryRow;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const { approvedAmount, approvedCount, pendingAmount, pendingCount, createdCount } = total;
  const days = Array.from({ length: countDays(from, to) }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    const found = byDay.get(day);
    return { day, approvedAmount: found?.approvedAmount ?? 0, approvedCount: found?.approvedCount ?? 0 };
  });
  const methods = rows.flatMap(({ method, ...row }) => (method === null ? [] : [{ ...row, method }]));
  return { approvedAmount, approvedCount, pendingAmount, pendingCount, createdCount, days, methods };
}

export default fp(
  async (app) => {
    app.procedure(declared.listSales, async ({ input, platform, person }) => {
      const { limit = DEFAULT_LIMIT, after, status, ...filter } = input;
      if (filter.from && filter.to && countDays(filter.from, filter.to) < 1)
        throw new AppError('PERIOD_INVALID', { fields: ['to'] });
      const wanted = {
        ...filter,
        ...(status && status !== 'ALL' && { status }),
        ...(after && { after: parseAfter(after) }),
      };
      const [result] = await app.database.read(platform.id, [selectSales(platform.id, person.id, wanted, limit + 1)]);
      const { page, next } = cutPage((result?.rows ?? []) as SaleRow[], limit);
      return { sales: page.map(toSale), next };
    });

    app.procedure(declared.getSummary, async ({ input, platform, person }) => {
      const { from, to, currency = platform.settings.currency } = input;
      const dayCount = countDays(from, to);
      if (dayCount < 1 || dayCount > MAX_PERIOD_DAYS) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
      const [result] = await app.database.read(platform.id, [
        selectSummary(platform.id, person.id, { from, to, currency }),
      ]);
      return { currency, ...toSummary((result?.rows ?? []) as SummaryRow[], from, to) };
    });
  },
  { name: 'sales-procedures', dependencies: ['procedures', 'database'] },
);
