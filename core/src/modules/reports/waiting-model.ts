/** Counts what waits for an administrator, each by the condition of the list that it leads to. */
import { SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { WaitingKind } from '@feira/schemas/procedures/reports';
import type { Statement } from '../../plugins/database.ts';

export interface WaitingRow {
  kind: WaitingKind;
  count: number;
  half: number;
  dueAt: Date | null;
}

const withdrawalsOf = (role: 'seller' | 'manager') => `
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE settlement IS NOT NULL OR jsonb_array_length(approvals) > 0))::int AS half,
    NULL::timestamptz AS due_at
  FROM (
    SELECT id, approvals, settlement FROM withdrawal WHERE platform_id = $1 AND role = '${role}' AND state = 'WAITING'
    UNION SELECT id, approvals, settlement FROM withdrawal WHERE platform_id = $1 AND role = '${role}' AND contradicted_as IS NOT NULL
    UNION SELECT id, approvals, settlement FROM withdrawal
      WHERE platform_id = $1 AND role = '${role}' AND state IN ('SENT', 'UNKNOWN') AND settlement IS NOT NULL) waiting`;
const countOf = (table: string, condition: string, dueAt = 'NULL::timestamptz') =>
  `SELECT count(*)::int AS count, 0 AS half, ${dueAt} AS due_at FROM ${table} WHERE platform_id = $1 AND ${condition}`;

const COUNTS: Record<WaitingKind, string> = {
  DISPUTES: countOf('dispute', `state = 'OPEN'`, 'min(due_at)'),
  WITHDRAWALS: withdrawalsOf('seller'),
  MANAGER_WITHDRAWALS: withdrawalsOf('manager'),
  ANTICIPATIONS: countOf('anticipation', `state = 'WAITING'`),
  BANK_ACCOUNTS: countOf('payout_destination', `status = 'WAITING'`),
  RECEIVERS: countOf('receiver', `state = 'UNKNOWN'`),
  PARKED: countOf('payment_attempt', `state = 'PARKED'`),
  REFUNDS: countOf(
    'refund',
    `state IN ('PENDING', 'UNKNOWN') AND created_at < now() - interval '${SETTLE_AFTER_HOURS} hours'`,
  ),
  REQUESTS: countOf('refund_request', `state = 'WAITING'`, 'min(decide_by)'),
  CASES: countOf('reconciliation_case', `state = 'OPEN'`),
};

/** In the order of the kinds. */
export const selectWaiting = (platformId: string, kinds: readonly WaitingKind[]): Statement<WaitingRow> => ({
  text: kinds
    .map(
      (kind, place) =>
        `SELECT ${place} AS place, '${kind}' AS kind, count, half, due_at AS "dueAt" FROM (${COUNTS[kind]}) ${kind.toLowerCase()}`,
    )
    .join(' UNION ALL ')
    .concat(' ORDER BY place'),
  values: [platformId],
});
