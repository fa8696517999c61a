/** Selects the movements of a day, page by page in the order of ids, which grow with time, so that the primary keys suffice as indexes. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Memo } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import { unreturnedAmount } from '../payments/model.ts';
import type { WithdrawalMethod } from '../payouts/withdrawal-model.ts';
import { type ReceivedWebhook, receivedColumns } from '../webhooks/model.ts';

/** The number of rows that a statement reads, each of which leads to a call to a provider. */
export const PAGE = 100;
const ZONE = "'America/Sao_Paulo'";
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Ids begin with their milliseconds. One hour is left for clocks that differ; the row's time decides. */
const idOf = (time: string, margin: string) =>
  `rpad(lpad(to_hex((extract(epoch FROM ${time} ${margin} interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
const START = `(($2::date - $3::integer)::timestamp AT TIME ZONE ${ZONE})`;
const END = `(($2::date - $3::integer + 1)::timestamp AT TIME ZONE ${ZONE})`;
const inDay = (
  alias: string,
) => `${alias}.id > $4 AND ${alias}.id >= ${idOf(START, '-')} AND ${alias}.id < ${idOf(END, '+')}
  AND ${alias}.created_at >= ${START} AND ${alias}.created_at < ${END}`;

/** A call that is said to have charged nothing may have made a charge. It is looked for a last time after this number of days. */
const DOUBT_DAYS = 7;

/** Selects payments made `age` days before the day; older ones only where they have captured money, or are doubted. */
export const selectMade = (platformId: string, day: string, age: number, after: string): Statement<{ id: string }> => ({
  text: `SELECT p.id FROM payment p WHERE p.platform_id = $1 AND ${inDay('p')} AND p.terms IS NOT NULL AND ($3::integer = 0 OR p.paid_amount > 0
      OR $3::integer = ${DOUBT_DAYS} AND EXISTS (SELECT 1 FROM payment_attempt a
        WHERE a.payment_id = p.id AND a.platform_id = p.platform_id AND a.state IN ('NOT_SENT', 'REFUSED')))
    ORDER BY p.id LIMIT ${PAGE}`,
  values: [platformId, day, age, after],
});

/** Selects the last posting of the day of each older payment. The id tells for most payments how old they are. */
export const selectMoved = (
  platformId: string,
  day: string,
  after: string,
): Statement<{ id: string; paymentId: string }> => ({
  text: `SELECT t.id, t.payment_id FROM ledger_transaction t
    JOIN payment p ON p.platform_id = t.platform_id AND p.id = t.payment_id AND p.created_at < ${START}
    WHERE t.platform_id = $1 AND t.payment_id < ${idOf(START, '+')} AND ${inDay('t')} AND NOT EXISTS (
      SELECT 1 FROM ledger_transaction later WHERE later.platform_id = $1 AND later.payment_id = t.payment_id AND later.id > t.id
        AND later.created_at < ${END})
    ORDER BY t.id LIMIT ${PAGE}`,
  values: [platformId, day, 0, after],
});

/** Selects withdrawals that were sent to a provider. */
export const selectWithdrawn = (
  platformId: string,
  day: string,
  age: number,
  after: string,
): Statement<{ id: string }> => ({
  text: `SELECT w.id FROM withdrawal w WHERE w.platform_id = $1 AND ${inDay('w')} AND w.connection_id IS NOT NULL
    ORDER BY w.id LIMIT ${PAGE}`,
  values: [platformId, day, age, after],
});

export interface AttemptRow {
  id: string;
  connectionId: string;
  providerVersion: string;
  transactionId: string | null;
  memo: Memo | null;
  /** It is said to have charged nothing. */
  hasFailed: boolean;
  /** Cents that it asked for. */
  amount: number;
}

export interface PaymentRow {
  id: string;
  method: PaymentMethod;
  currency: Currency;
  amount: number;
  captured: number;
  returned: number;
  held: number;
  hasEntries: boolean;
  /** Cents that are held, neither kept as the price nor on their way back. */
  unreturned: number;
  /** Grows with every change. */
  version: number;
  attempts: AttemptRow[];
}

/** `held` is the sum of the ledger's entries for the provider, with its fees, because the provider holds that money too. */
export const selectPayments = (platformId: string, ids: readonly string[]): Statement<PaymentRow> => ({
  text: `
    SELECT p.id, p.method, p.currency, p.amount, p.paid_amount AS captured, p.version,
      CASE p.status WHEN 'CHARGEBACK' THEN p.paid_amount ELSE p.refunded_amount END AS returned, l.held, l.has_entries,
      ${unreturnedAmount()} AS unreturned,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'connectionId', a.connection_id, 'providerVersion', a.provider_version,
          'transactionId', a.transaction_id, 'memo', a.memo, 'amount', coalesce(a.amount, p.amount),
          'hasFailed', a.state IN ('NOT_SENT', 'REFUSED')) ORDER BY a.created_at, a.id), '[]')
        FROM payment_attempt a WHERE a.platform_id = p.platform_id AND a.payment_id = p.id) AS attempts
    FROM payment p CROSS JOIN LATERAL (
      SELECT coalesce(-sum(e.amount), 0)::bigint AS held, coalesce(bool_or(c.kind = 'PROVIDER'), false) AS has_entries
      FROM ledger_transaction t
      JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
      JOIN ledger_account c ON c.platform_id = e.platform_id AND c.id = e.account_id AND c.kind IN ('PROVIDER', 'PROVIDER_FEES')
      WHERE t.platform_id = p.platform_id AND t.payment_id = p.id
    ) l
    WHERE p.platform_id = $1 AND p.id = ANY($2::uuid[]) AND p.terms IS NOT NULL`,
  values: [platformId, ids],
});

export interface WithdrawalRow {
  id: string;
  currency: Currency;
  /** Cents that the provider was asked to send. */
  asked: number;
  connectionId: string;
  providerVersion: string | null;
  method: WithdrawalMethod;
  withdrawId: string | null;
  receiverId: string | null;
  receiverToken: string | null;
  memo: Memo | null;
  posted: number;
  version: number;
}

export const selectWithdrawals = (platformId: string, ids: readonly string[]): Statement<WithdrawalRow> => ({
  text: `
    SELECT w.id, w.currency, w.amount - w.fee AS asked, w.connection_id, w.provider_version, w.method,
      w.provider_withdraw_id AS withdraw_id, r.receiver_id, r.receiver_token, w.memo, w.version,
      (SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_transaction t
        JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
        JOIN ledger_account c ON c.platform_id = e.platform_id AND c.id = e.account_id AND c.kind = 'PROVIDER'
        WHERE t.platform_id = w.platform_id AND t.source = ANY('withdrawal:' || w.id || ':closed' ||
          ARRAY(SELECT 'withdrawal:' || w.id || ':corrected:' || n FROM generate_series(1, w.corrections) AS n))) AS posted
    FROM withdrawal w LEFT JOIN receiver r ON r.platform_id = w.platform_id AND r.id = w.receiver_id
    WHERE w.platform_id = $1 AND w.id = ANY($2::uuid[]) AND w.connection_id IS NOT NULL`,
  values: [platformId, ids],
});

/** Selects the day's events about a charge or a withdrawal that nobody here has. */
export const selectUnknownEvents = (platformId: string, day: string, after: string): Statement<ReceivedWebhook> => ({
  text: `SELECT w.platform_id, w.id, ${receivedColumns('w')}
    FROM webhook w WHERE w.platform_id = $1 AND ${inDay('w').replaceAll('created_at', 'received_at')}
      AND w.state IN ('PARKED', 'RECEIVED') AND w.reason IN ('UNKNOWN_PAYMENT', 'UNKNOWN_WITHDRAW')
    ORDER BY w.id LIMIT ${PAGE}`,
  values: [platformId, day, 0, after],
});
