/** Sums and lists attempts and calls for the masters who manage connections. */

import { type Currency, PAYMENT_METHODS, type PaymentMethod, type PaymentStatus } from '@feira/schemas/common';
import type { listDecisions } from '@feira/schemas/procedures/routing';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { comesAfter, cursorOf, type List, newestFirst, orderBy } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { allOf } from '../../shared/statement.ts';
import { RENEWED } from '../payments/model.ts';

const IS_LATEST = `a.reason IS DISTINCT FROM '${RENEWED}'`;
/**
 * An attempt that expired unpaid counts only in `attempts`, because it neither succeeded nor failed; so does one that another code
 * replaced.
 */
const COUNTS = `count(*)::int AS attempts,
  count(*) FILTER (WHERE a.state NOT IN ('NOT_SENT', 'REFUSED') AND p.status IN ('APPROVED', 'REFUNDED', 'CHARGEBACK') AND ${IS_LATEST})::int AS approved,
  count(*) FILTER (WHERE a.state IN ('CREATED', 'ANSWERED') AND p.status = 'PENDING' AND ${IS_LATEST})::int AS waiting,
  count(*) FILTER (WHERE a.state = 'ANSWERED' AND p.status = 'REJECTED' AND ${IS_LATEST})::int AS refused,
  count(*) FILTER (WHERE a.state IN ('NOT_SENT', 'REFUSED'))::int AS failed,
  count(*) FILTER (WHERE a.state IN ('UNKNOWN', 'PARKED') AND p.status NOT IN ('APPROVED', 'REFUNDED', 'CHARGEBACK'))::int AS unknown`;
const METHODS = PAYMENT_METHODS.map((method) => `'${method}'`).join(', ');

export const selectConnectionIds = (platformId: string): Statement<{ id: string }> => ({
  text: 'SELECT id FROM provider_connection WHERE platform_id = $1 ORDER BY name, id',
  values: [platformId],
});

export const selectProviders = (platformId: string): Statement<{ id: string; provider: string }> => ({
  text: 'SELECT id, provider FROM provider_connection WHERE platform_id = $1 ORDER BY provider, id',
  values: [platformId],
});

/** Selects the time up to which the platform's attempts are counted in connection_hour. */
export const selectCountedUntil = (platformId: string): Statement<{ until: Date | null }> => ({
  text: `SELECT max(hour) + interval '1 hour' AS until FROM connection_hour WHERE platform_id = $1`,
  values: [platformId],
});

export interface OutcomeRow {
  connectionId: string;
  method: PaymentMethod;
  step: number;
  attempts: number;
  approved: number;
  waiting: number;
  refused: number;
  failed: number;
  unknown: number;
}

/** Reads counted hours from connection_hour, and later attempts from their own table. */
export const selectOutcomes = (
  platformId: string,
  since: Date,
  countedUntil: Date | null,
  stepSeconds: number,
): Statement<OutcomeRow> => ({
  text: `
    SELECT h.connection_id, h.method,
      floor(extract(epoch FROM h.hour - $2::timestamptz) / $4)::int AS step, h.attempts, h.approved, h.waiting, h.refused,
      h.failed, h.unknown
    FROM connection_hour h WHERE h.platform_id = $1 AND h.hour >= $2 AND h.hour < $3
    UNION ALL
    SELECT a.connection_id, a.method, floor(extract(epoch FROM date_bin('1 minute', a.created_at, $2) - $2::timestamptz) / $4)::int,
      ${COUNTS}
    FROM payment_attempt a JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
    WHERE a.platform_id = $1 AND a.method IN (${METHODS}) AND a.created_at >= greatest($2::timestamptz, $3::timestamptz)
    GROUP BY 1, 2, 3`,
  values: [platformId, since, countedUntil ?? since, stepSeconds],
});

/** Older attempts rarely change. Boletos and slow look-ups do, so these recent hours are counted again. */
const SETTLED_HOURS = 72;
const RECOUNTED_HOURS = 240;
/** A little more than the longest period of a report. */
const KEPT_HOURS = 744;

/** Returns the statements of one transaction, which counts the hours of all platforms. */
export const countHours = (now: Date): Statement[] => {
  const hoursAgo = (hours: number) => new Date(Math.floor(now.getTime() / HOUR_MS - hours) * HOUR_MS);
  const values = [hoursAgo(RECOUNTED_HOURS), hoursAgo(SETTLED_HOURS), hoursAgo(KEPT_HOURS)];
  return [
    { text: 'DELETE FROM connection_hour WHERE hour >= $1 OR hour < $2', values: [values[0], values[2]] },
    {
      text: `
        INSERT INTO connection_hour (connection_id, method, platform_id, hour, attempts, approved, waiting, refused, failed, unknown)
        SELECT a.connection_id, a.method, a.platform_id, date_trunc('hour', a.created_at, 'UTC'), ${COUNTS}
        FROM payment_attempt a JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
        WHERE a.created_at < $2 AND a.created_at >= (
          SELECT CASE WHEN count(*) = 0 THEN $3::timestamptz ELSE least($1::timestamptz, max(hour) + interval '1 hour') END
          FROM connection_hour)
        GROUP BY 1, 2, 3, 4`,
      values,
    },
  ];
};

const HOUR_MS = 3_600_000;

export interface CallTimes {
  connectionId: string;
  method: PaymentMethod;
  medianMs: number;
  slowMs: number;
}

/** Only the latest calls are measured, because they show the present state. */
const MEASURED_CALLS = 1_000;

export const selectCallTimes = (platformId: string, since: Date): Statement<CallTimes> => ({
  text: `
    SELECT c.id AS connection_id, p.method,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY x.duration_ms))::int AS median_ms,
      round(percentile_cont(0.95) WITHIN GROUP (ORDER BY x.duration_ms))::int AS slow_ms
    FROM provider_connection c
    CROSS JOIN LATERAL (
      SELECT x.payment_id, x.duration_ms FROM provider_exchange x
      WHERE x.platform_id = $1 AND x.connection_id = c.id AND x.started_at >= $2 AND x.operation = 'createTransaction'
      ORDER BY x.started_at DESC LIMIT ${MEASURED_CALLS}
    ) x
    JOIN payment p ON p.platform_id = $1 AND p.id = x.payment_id
    WHERE c.platform_id = $1
    GROUP BY c.id, p.method`,
  values: [platformId, since],
});

export interface FailedCall {
  connectionId: string;
  at: Date;
  operation: string | null;
  code: string;
  message: string | null;
  paymentId: string | null;
}

const SHOWN_ERRORS = 10;

export const selectFailedCalls = (platformId: string, since: Date): Statement<FailedCall> => ({
  text: `
    SELECT c.id AS connection_id, x.started_at AS at, x.operation, coalesce(x.error_code, x.outcome) AS code,
      left(x.reason, 500) AS message, p.public_id AS payment_id
    FROM provider_connection c
    CROSS JOIN LATERAL (
      SELECT x.* FROM provider_exchange x
      WHERE x.platform_id = $1 AND x.connection_id = c.id AND x.started_at >= $2 AND x.outcome <> 'OK'
      ORDER BY x.started_at DESC LIMIT ${SHOWN_ERRORS}
    ) x
    LEFT JOIN payment p ON p.platform_id = $1 AND p.id = x.payment_id
    WHERE c.platform_id = $1
    ORDER BY x.started_at DESC`,
  values: [platformId, since],
});

export interface DecisionFilter extends FilterOf<typeof listDecisions> {
  from?: string | undefined;
  to?: string | undefined;
}

export interface DecisionRow extends Omit<RowOf<typeof listDecisions, 'decisions'>, 'currency' | 'status'> {
  currency: Currency;
  status: PaymentStatus;
}

const ORDER = newestFirst('a');

/** The ids of a page come from one index scan for each method. Other columns are read only for those few rows. */
export const DECISIONS: List<DecisionRow, DecisionFilter> = {
  sql: {
    text: ({ connectionId, method, search, from, to }, bind, { after, limit }) => {
      const words = search?.trim();
      const word = words && bind(words);
      const where = allOf([
        'a.platform_id = $1',
        connectionId && `a.connection_id = ${bind(connectionId)}`,
        comesAfter(ORDER, after, bind),
        ...isWithin('a.created_at', { from, to }, bind),
        word &&
          `a.id IN (
            SELECT f.id FROM payment_attempt f WHERE f.platform_id = $1 AND f.transaction_id = ${word}
            UNION ALL
            SELECT f.id FROM payment_attempt f JOIN payment fp ON fp.platform_id = f.platform_id AND fp.id = f.payment_id
              WHERE fp.platform_id = $1 AND fp.public_id = ${word})`,
      ]);
      const pages = (method ? [method] : PAYMENT_METHODS).map(
        (one) => `(SELECT a.id, a.created_at FROM payment_attempt a WHERE ${where} AND a.method = ${bind(one)}
          ORDER BY ${orderBy(ORDER)} LIMIT ${limit})`,
      );
      return `
        SELECT a.id AS attempt_id, p.public_id AS payment_id, p.sale_id, a.method,
          coalesce(a.amount, p.amount) AS amount, p.currency, p.status, a.state, a.connection_id, c.name AS connection_name, a.provider, a.provider_version AS version, a.transaction_id,
          left(a.reason, 200) AS reason, a.routing, a.created_at,
          ${cursorOf(ORDER)}
        FROM (SELECT * FROM (${pages.join(' UNION ALL ')}) AS found ORDER BY created_at DESC, id DESC LIMIT ${limit}) page
        JOIN payment_attempt a ON a.platform_id = $1 AND a.id = page.id
        JOIN payment p ON p.platform_id = $1 AND p.id = a.payment_id
        JOIN provider_connection c ON c.platform_id = $1 AND c.id = a.connection_id
        ORDER BY ${orderBy(ORDER)}`;
    },
  },
};
