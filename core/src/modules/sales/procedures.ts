import * as declared from '@feira/schemas/procedures/sales';
import fp from 'fastify-plugin';
import { checkPeriod, readPage } from '../../plugins/procedures.ts';
import { listDays } from '../../shared/period.ts';
import { SALES, type SummaryRow, selectSummary } from './model.ts';

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
      const { rows, next } = await readPage(app, platform.id, SALES, { ...input, sellerId: person.id });
      return { sales: rows, next };
    });

    app.procedure(declared.getSummary, async ({ input, platform, person }) => {
      const { from, to, currency = platform.settings.currency } = input;
      checkPeriod({ from, to });
      const [result] = await app.database.read(platform.id, [
        selectSummary(platform.id, person.id, { from, to, currency }),
      ]);
      return { currency, ...toSummary(result.rows, from, to) };
    });
  },
  { name: 'sales-procedures', dependencies: ['procedures', 'database'] },
);
