import type { PaymentMethod } from '@feira/schemas/common';
import * as declared from '@feira/schemas/procedures/reports';
import fp from 'fastify-plugin';
import { checkPeriod, readPage } from '../../plugins/procedures.ts';
import { listDays } from '../../shared/period.ts';
import {
  BY_PROFIT,
  BY_REVENUE,
  type GroupRow,
  type ReportPeriod,
  selectEarnings,
  selectHeld,
  selectOverview,
} from './figures-model.ts';
import type { Measures } from './model.ts';
import { DEBTORS, RELEASED } from './people-model.ts';
import { readThrough, writeOff } from './service.ts';

const toEarnings = ({ sales, gross, refunded, charged, net }: Measures) => ({
  sales,
  gross,
  refunded: refunded + charged,
  net,
});
const toRevenue = ({ sales, gross, refunded, charged, net }: Measures) => ({ sales, gross, refunded, charged, net });
const profitOf = ({ fees, interest, anticipations, costs, commissions, losses }: Measures) =>
  fees + interest + anticipations - costs - commissions - losses;
const toProfit = (measures: Measures) => {
  const { sales, gross, fees, interest, anticipations, costs, commissions, losses } = measures;
  const profit = profitOf(measures);
  return { sales, gross, fees, interest, anticipations, providerCosts: costs, commissions, losses, profit };
};
const NOTHING: Measures = {
  sales: 0,
  gross: 0,
  refunded: 0,
  charged: 0,
  net: 0,
  fees: 0,
  interest: 0,
  costs: 0,
  commissions: 0,
  anticipations: 0,
  losses: 0,
};

function toOwnEarnings(rows: GroupRow[], { from, to, currency }: ReportPeriod) {
  const of = (kind: GroupRow['kind']) => rows.filter((row) => row.kind === kind);
  const days = new Map(of('day').map((row) => [row.day, row]));
  // The distribution of a sale is known to its seller alone.
  const own = of('role').find(({ role }) => role === 'seller') ?? NOTHING;
  const fees = own.fees + own.interest;
  return {
    currency,
    ...toEarnings(of('total')[0] ?? NOTHING),
    fees,
    commissions: own.gross - own.refunded - own.charged - own.net - fees,
    days: listDays(from, to).map((day) => ({ day, ...toEarnings(days.get(day) ?? NOTHING) })),
    methods: of('method').map((row) => ({ method: row.method as PaymentMethod, ...toEarnings(row) })),
    products: of('product').map((row) => ({
      productId: row.productId as string,
      name: row.name ?? '',
      ...toEarnings(row),
    })),
    roles: of('role').map((row) => ({ role: row.role as NonNullable<GroupRow['role']>, ...toEarnings(row) })),
  };
}

function toOverview(rows: GroupRow[], held: { kind: string; balance: number }[], period: ReportPeriod) {
  const total = rows.find(({ kind }) => kind === 'total') ?? NOTHING;
  const days = new Map(rows.filter(({ kind }) => kind === 'day').map((row) => [row.day, row]));
  const toPoint = (row: Measures) => ({ sales: row.sales, gross: row.gross, profit: profitOf(row) });
  const heldOf = (wanted: string) => Math.abs(held.find(({ kind }) => kind === wanted)?.balance ?? 0);
  return {
    currency: period.currency,
    ...toProfit(total),
    refunded: total.refunded,
    charged: total.charged,
    days: listDays(period.from, period.to).map((day) => ({ day, ...toPoint(days.get(day) ?? NOTHING) })),
    methods: rows
      .filter(({ kind, method }) => kind === 'method' && method !== null)
      .map((row) => ({ method: row.method as PaymentMethod, ...toPoint(row) })),
    products: rows
      .filter(({ kind }) => kind === 'product')
      .map((row) => ({ productId: row.productId as string, name: row.name ?? '', ...toPoint(row) })),
    pending: heldOf('PENDING'),
    available: heldOf('AVAILABLE'),
    reserved: heldOf('RESERVED'),
    owed: heldOf('OWED'),
  };
}

export default fp(
  async (app) => {
    app.procedure(declared.getEarnings, async ({ input, platform, person }) => {
      const period = { currency: platform.settings.currency, ...input };
      checkPeriod(period);
      const through = await readThrough(app, platform.id);
      const [result] = await app.database.read(platform.id, [selectEarnings(platform.id, person.id, period, through)]);
      return toOwnEarnings(result.rows, period);
    });

    app.procedure(declared.getOverview, async ({ input, platform }) => {
      const period = { currency: platform.settings.currency, ...input };
      checkPeriod(period);
      const through = await readThrough(app, platform.id);
      const [figures, held] = await app.database.read(platform.id, [
        selectOverview(platform.id, period, through),
        selectHeld(platform.id, period.currency),
      ]);
      return toOverview(figures.rows, held.rows, period);
    });

    app.procedure(declared.listSellerRevenue, async ({ input, platform }) => {
      const through = await readThrough(app, platform.id);
      const filter = { currency: platform.settings.currency, ...input, through };
      const { rows, next } = await readPage(app, platform.id, BY_REVENUE, filter);
      const items = rows.map((row) => ({ person: row.person, ...toRevenue(row) }));
      return { items, next, currency: filter.currency, totals: toRevenue(rows[0]?.totals ?? NOTHING) };
    });

    app.procedure(declared.listSellerProfit, async ({ input, platform }) => {
      const through = await readThrough(app, platform.id);
      const filter = { currency: platform.settings.currency, ...input, through };
      const { rows, next } = await readPage(app, platform.id, BY_PROFIT, filter);
      const items = rows.map((row) => ({ person: row.person, ...toProfit(row) }));
      return { items, next, currency: filter.currency, totals: toProfit(rows[0]?.totals ?? NOTHING) };
    });

    app.procedure(declared.listNegativeSellers, async ({ input, platform }) => {
      const filter = { currency: platform.settings.currency, ...input };
      const { rows, next, totals } = await readPage(app, platform.id, DEBTORS, filter);
      return { items: rows, next, currency: filter.currency, ...totals };
    });

    app.procedure(declared.listReleased, async ({ input, platform }) => {
      const filter = { currency: platform.settings.currency, ...input };
      const { rows, next, totals } = await readPage(app, platform.id, RELEASED, filter);
      return { items: rows, next, currency: filter.currency, ...totals };
    });

    app.procedure(declared.writeOffDebt, async (call) => {
      const debt = { currency: call.platform.settings.currency, ...call.input };
      return app.doOnce({ procedure: declared.writeOffDebt.name, ...call }, async (transaction) => {
        await writeOff(app, transaction, call.request, debt);
        return {};
      });
    });
  },
  { name: 'reports-procedures', dependencies: ['procedures', 'database', 'clock', 'idempotency'] },
);
