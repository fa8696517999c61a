import type { listNegativeSellers, listReleased } from '@feira/schemas/procedures/reports';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst, type Order } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { contains, ofWholePlatform } from '../../shared/statement.ts';

interface Totals {
  count: number;
  total: number;
}

/** Balances of debt are negative, so the largest debt comes first in ascending order. */
const MOST_OWED: Order = { by: 'a.balance', kind: 'number', id: 'p.id', isAscending: true };

/** Lists people who owe the platform, the largest debt first. `since` is the time at which the balance last went below zero. */
export const DEBTORS: List<RowOf<typeof listNegativeSellers>, FilterOf<typeof listNegativeSellers>, Totals> = {
  totals: 'count(*) AS count, coalesce(-sum(a.balance), 0)::bigint AS total',
  sql: ({ currency: wanted, search }, bind) => {
    const currency = bind(wanted);
    return {
      columns: `-page.place AS owed, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person,
      coalesce((SELECT balance FROM ledger_account b WHERE b.platform_id = $1 AND b.kind = 'PENDING' AND b.owner_id = p.id
        AND b.currency = a.currency), 0) AS pending,
      (SELECT t.created_at FROM (
          SELECT e.transaction_id, sum(e.amount) OVER (ORDER BY e.transaction_id) - e.amount AS before
          FROM ledger_entry e WHERE e.platform_id = $1 AND e.account_id = a.id
        ) steps JOIN ledger_transaction t ON t.platform_id = $1 AND t.id = steps.transaction_id
        WHERE steps.before = 0 ORDER BY steps.transaction_id DESC LIMIT 1) AS since`,
      from: 'ledger_account a JOIN person p ON p.platform_id = a.platform_id AND p.id = a.owner_id',
      where: [
        'a.platform_id = $1',
        ofWholePlatform('a.created_at'),
        `a.currency = ${currency}`,
        "a.kind = 'OWED'",
        'a.balance < 0',
        contains('p.search_text', search, bind),
      ],
      order: MOST_OWED,
      details: `
      JOIN person p ON p.platform_id = $1 AND p.id = page.id
      JOIN ledger_account a ON a.platform_id = $1 AND a.owner_id = page.id AND a.kind = 'OWED' AND a.currency = ${currency}`,
    };
  },
};

/** Lists released holds, the latest first. */
export const RELEASED: List<RowOf<typeof listReleased>, FilterOf<typeof listReleased>, Totals> = {
  totals: 'count(*) AS count, coalesce(sum(h.amount), 0)::bigint AS total',
  sql: ({ from, to, currency, search }, bind) => {
    const found = contains('p.search_text', search, bind);
    return {
      columns: `h.id, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person, y.public_id AS payment_id, y.sale_id,
        coalesce((SELECT i.title FROM sale_item i WHERE i.platform_id = $1 AND i.sale_id = y.sale_id AND i.position = 0), '') AS title,
        h.amount, h.created_at AS held_since, h.closed_at AS released_at, h.reason, h.rule`,
      from: `ledger_hold h ${found ? 'JOIN person p ON p.platform_id = h.platform_id AND p.id = h.person_id' : ''}`,
      where: [
        'h.platform_id = $1',
        `h.currency = ${bind(currency)}`,
        "h.state = 'RELEASED'",
        ...isWithin('h.closed_at', { from, to }, bind),
        found,
      ],
      order: newestFirst('h', 'h.closed_at'),
      details: `
        JOIN ledger_hold h ON h.platform_id = $1 AND h.id = page.id
        JOIN person p ON p.platform_id = $1 AND p.id = h.person_id
        JOIN payment y ON y.platform_id = $1 AND y.id = h.payment_id`,
    };
  },
};
