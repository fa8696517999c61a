/** Lists of withdrawals: people's own, and those of others on the platform. */
import type { Currency } from '@feira/schemas/common';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { contains } from '../../shared/statement.ts';
import {
  WITHDRAWAL_COLUMNS,
  WITHDRAWAL_JOINS,
  type WithdrawalRole,
  type WithdrawalRow,
  type WithdrawalState,
} from './withdrawal-model.ts';

interface OwnFilter {
  personId: string;
  currency: Currency;
  state?: WithdrawalState | undefined;
}

export const OWN_WITHDRAWALS: List<WithdrawalRow, OwnFilter> = {
  sorts: { amount: 'w.amount', createdAt: 'w.created_at' },
  isCounted: true,
  isFresh: true,
  sql: ({ personId, currency, state }, bind) => ({
    columns: WITHDRAWAL_COLUMNS,
    from: WITHDRAWAL_JOINS,
    where: [
      'w.platform_id = $1',
      `w.person_id = ${bind(personId)}`,
      `w.currency = ${bind(currency)}`,
      state && `w.state = ${bind(state)}`,
    ],
    order: newestFirst('w'),
  }),
};

interface PayoutFilter {
  withdrawalId?: string | undefined;
  role: WithdrawalRole;
  view: 'OPEN' | 'PAID' | 'ALL';
  currency: Currency;
  state?: WithdrawalState | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const VIEWS: Record<PayoutFilter['view'], string> = {
  OPEN: `(w.state IN ('WAITING', 'APPROVED', 'SENDING', 'SENT', 'UNKNOWN') OR w.contradicted_as IS NOT NULL)`,
  PAID: `w.state = 'PAID'`,
  ALL: 'true',
};

/** Those that wait for people come first. Withdrawals that were paid are found by the day they were paid. */
export const PAYOUTS: List<WithdrawalRow, PayoutFilter, { count: number; total: number }> = {
  sorts: { amount: 'w.amount', person: 'p.search_text', createdAt: 'w.created_at', closedAt: 'w.closed_at' },
  isFresh: true,
  totals: 'count(*)::int AS count, coalesce(sum(w.amount), 0)::bigint AS total',
  sql: ({ role, view, currency, withdrawalId, state, search, from, to }, bind) => {
    const time = view === 'PAID' ? 'w.closed_at' : 'w.created_at';
    return {
      columns: WITHDRAWAL_COLUMNS,
      from: WITHDRAWAL_JOINS,
      where: [
        'w.platform_id = $1',
        `w.role = ${bind(role)}`,
        withdrawalId ? `w.id = ${bind(withdrawalId)}` : `w.currency = ${bind(currency)}`,
        VIEWS[view],
        state && `w.state = ${bind(state)}`,
        ...isWithin(time, { from, to }, bind),
        contains('p.search_text', search, bind),
      ],
      // A paid withdrawal never waits: without that column the index holds the order.
      order: {
        ...newestFirst('w', time),
        ...(view !== 'PAID' && { first: `w.state = 'WAITING' OR w.contradicted_as IS NOT NULL` }),
      },
    };
  },
};
