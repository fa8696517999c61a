/** Lists of anticipations, newest first. */
import type { Currency } from '@feira/schemas/common';
import type { listRequested } from '@feira/schemas/procedures/anticipations';
import type { FilterOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { contains } from '../../shared/statement.ts';
import { type AnticipationRow, COLUMNS } from './model.ts';

/** Lists the anticipations of one person. */
export const OWN_ANTICIPATIONS: List<AnticipationRow, { personId: string; currency: Currency }> = {
  isFresh: true,
  sql: ({ personId, currency }, bind) => ({
    columns: COLUMNS,
    from: 'anticipation x',
    where: ['x.platform_id = $1', `x.person_id = ${bind(personId)}`, `x.currency = ${bind(currency)}`],
    order: newestFirst('x'),
  }),
};

interface RequestedFilter extends FilterOf<typeof listRequested> {}

const STATE = { OPEN: 'WAITING', PAID: 'PAID', ALL: null } as const;

/** Lists everybody's anticipations, with the person. The period of paid ones is about the day of payment. */
export const REQUESTED_ANTICIPATIONS: List<
  AnticipationRow & { person: { id: string; name: string; email: string } },
  RequestedFilter,
  { count: number; total: number }
> = {
  sorts: { amount: 'x.amount', person: 'p.search_text', createdAt: 'x.created_at', closedAt: 'x.closed_at' },
  isFresh: true,
  totals: 'count(*)::int AS count, coalesce(sum(x.amount), 0)::bigint AS total',
  sql: ({ view, currency, search, from, to }, bind) => {
    const time = view === 'PAID' ? 'x.closed_at' : 'x.created_at';
    const state = STATE[view];
    return {
      columns: `${COLUMNS}, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person`,
      from: 'anticipation x JOIN person p ON p.platform_id = x.platform_id AND p.id = x.person_id',
      where: [
        'x.platform_id = $1',
        `x.currency = ${bind(currency)}`,
        // The state is no parameter, so that the planner can use the partial index of that state.
        state && `x.state = '${state}'`,
        ...isWithin(time, { from, to }, bind),
        contains('p.search_text', search, bind),
      ],
      order: newestFirst('x', time),
    };
  },
};
