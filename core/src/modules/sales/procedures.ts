import * as declared from '@feira/schemas/procedures/sales';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { checkPeriod, parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { countDays, listDays } from '../../shared/period.ts';
import { type SaleRow, type SummaryRow, selectSales, selectSummary } from './model.ts';

const DEFAULT_LIMIT = 25;

const toSale = ({ microseconds: _, createdAt, approvedAt, ...sale }: SaleRow) => ({
  ...sale,
  createdAt: createdAt.toISOString(),
  approvedAt: approvedAt?.toISOString() ?? null,
});

function toSummary(rows: SummaryRow[], from: string, to: string) {
  const total = rows.find(({ day, method }) => day === null && method === null) as SummaryRow;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const { approvedAmount, approvedCount, pendingAmount, pendingCount, createdCount } = total;
  const days = listDays(from, to).map((day) => {
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
      checkPeriod({ from, to });
      const [result] = await app.database.read(platform.id, [
        selectSummary(platform.id, person.id, { from, to, currency }),
      ]);
      return { currency, ...toSummary((result?.rows ?? []) as SummaryRow[], from, to) };
    });
  },
  { name: 'sales-procedures', dependencies: ['procedures', 'database'] },
);
