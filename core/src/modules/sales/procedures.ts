import * as declared from '@feira/schemas/procedures/sales';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { checkPeriod } from '../../plugins/procedures.ts';
import { listDays } from '../../shared/period.ts';
import { recordEvent } from '../audit/service.ts';
import { type SummaryRow, selectSales, selectSummary } from './model.ts';
import { selectSale } from './sale-model.ts';
import { getSale } from './sale-page.ts';
import { getSaleStory } from './sale-story.ts';
import { listSales } from './service.ts';

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
    app.procedure(declared.listSales, async ({ input, platform, person }) =>
      listSales(app, platform.id, { ...input, sellerId: person.id }),
    );

    app.expander('sale', async (platformId, sellerId, ids) =>
      (await app.database.list(platformId, selectSales(platformId, ids))).filter((sale) => sale.sellerId === sellerId),
    );

    app.procedure(declared.listPlatformSales, async ({ input, platform }) =>
      listSales(app, platform.id, { ...input, sellerId: input.sellerId ?? null }),
    );

    app.procedure(declared.getSummary, async ({ input, platform, person }) => {
      const { from, to, currency = platform.settings.currency } = input;
      checkPeriod({ from, to });
      const [result] = await app.database.read(platform.id, [
        selectSummary(platform.id, person.id, { from, to, currency }),
      ]);
      return { currency, ...toSummary(result.rows, from, to) };
    });

    app.procedure(declared.getSale, ({ input, platform, person, reply }) => {
      reply.header('cache-control', 'no-store');
      return getSale(app, platform.id, person, input.saleId);
    });

    app.procedure(declared.getSaleStory, ({ input, platform, reply }) => {
      reply.header('cache-control', 'no-store');
      return getSaleStory(app, platform.id, input.saleId);
    });

    app.procedure(declared.getBuyerDocument, async ({ input: { saleId }, platform, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const sale = await app.database.find(platform.id, selectSale(platform.id, saleId), true);
      if (!sale) throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
      // The audit event is written before the document is returned, so that no document is shown unrecorded.
      const subject = { type: 'sale', id: saleId, name: orderCodeOf(saleId) } as const;
      await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'sale.documentRead', subject }));
      return { document: sale.buyerDocument };
    });
  },
  { name: 'sales-procedures', dependencies: ['procedures', 'database'] },
);
