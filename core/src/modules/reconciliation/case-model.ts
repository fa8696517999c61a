/** Runs of the reconciliation and their cases, as rows. */
import type { Currency } from '@feira/schemas/common';
import type {
  CASE_KINDS,
  CASE_STATES,
  CASE_SUBJECTS,
  listCases,
  listRuns,
} from '@feira/schemas/procedures/reconciliation';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { newId } from '../../shared/ids.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import { PAGE } from './subjects-model.ts';

export interface Difference {
  subject: (typeof CASE_SUBJECTS)[number];
  kind: (typeof CASE_KINDS)[number];
  /** Cents. */
  providerAmount: number;
  ledgerAmount: number;
}

/** The payment, withdrawal or charge that a difference is about. */
export interface Subject {
  connectionId: string | null;
  paymentId: string | null;
  withdrawalId: string | null;
  transactionId: string | null;
  currency: Currency | null;
}

export interface Finding extends Difference, Subject {}

/** Returns the key of a difference, which is the same on every day. */
const sourceOf = ({ subject, kind, paymentId, withdrawalId, connectionId, transactionId }: Finding): string =>
  `${subject}:${kind}:${paymentId ?? withdrawalId ?? `${connectionId}:${transactionId}`}`;

/** Opens or updates a case. Writes nothing where a person has resolved a case of exactly this difference. */
export const upsertCase = (platformId: string, runId: string, finding: Finding): Statement => ({
  text: `
    INSERT INTO reconciliation_case (platform_id, id, reconciliation_id, last_seen_in, kind, subject, connection_id, payment_id,
      withdrawal_id, transaction_id, currency, provider_amount, ledger_amount, source)
    SELECT $1, $2, $3::uuid, $3::uuid, $4, $5, $6, $7, $8, $9, $10, $11::bigint, $12::bigint, $13::text
    WHERE NOT EXISTS (SELECT 1 FROM reconciliation_case known WHERE known.platform_id = $1 AND known.source = $13::text
      AND known.state = 'RESOLVED' AND known.provider_amount = $11::bigint AND known.ledger_amount = $12::bigint)
    ON CONFLICT (source, platform_id) WHERE state = 'OPEN'
    DO UPDATE SET last_seen_in = excluded.last_seen_in, provider_amount = excluded.provider_amount, ledger_amount = excluded.ledger_amount`,
  values: [
    platformId,
    newId(),
    runId,
    finding.kind,
    finding.subject,
    finding.connectionId,
    finding.paymentId,
    finding.withdrawalId,
    finding.transactionId,
    finding.currency,
    finding.providerAmount,
    finding.ledgerAmount,
    sourceOf(finding),
  ],
});

export interface UnseenRow extends Subject {
  id: string;
  isClaimed: boolean;
}

/** Selects open cases that this run has not seen. `isClaimed` tells that the unknown charge has a payment now. */
export const selectUnseen = (platformId: string, runId: string, after: string): Statement<UnseenRow> => ({
  text: `SELECT c.id, c.connection_id, c.payment_id, c.withdrawal_id, c.transaction_id, c.currency,
      EXISTS (SELECT 1 FROM payment_attempt a WHERE a.platform_id = $1
        AND a.connection_id = c.connection_id AND a.transaction_id = c.transaction_id) AS is_claimed
    FROM reconciliation_case c WHERE c.platform_id = $1 AND c.state = 'OPEN' AND c.last_seen_in IS DISTINCT FROM $2 AND c.id > $3
    ORDER BY c.id LIMIT ${PAGE}`,
  values: [platformId, runId, after],
});

/** Closes a case that the run did not find again. */
export const vanishCase = (platformId: string, runId: string, id: string): Statement => ({
  text: `UPDATE reconciliation_case SET state = 'VANISHED', closed_at = now()
    WHERE platform_id = $1 AND id = $3 AND state = 'OPEN' AND last_seen_in IS DISTINCT FROM $2`,
  values: [platformId, runId, id],
});

const RUN_COLUMNS = 'id, day::text AS day, compared, found, unanswered, started_at, finished_at';

/** A run can cover a day of the last year. */
const MOST_DAYS = 366;
/** A run that has not finished after this time counts as dead. */
const ALIVE_MINUTES = 60;

/**
 * Inserts a run of a day, or of yesterday where `day` is null. `isMade` is false where another run is going on or the day is impossible.
 */
export const insertRun = (
  platformId: string,
  id: string,
  day: string | null,
  now: Date,
): Statement<{ isMade: boolean; isPossible: boolean }> => ({
  text: `
    WITH wanted AS (
      SELECT coalesce($3::date, (($4::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date - 1)) AS day,
        ($4::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date AS today
    ), made AS (
      INSERT INTO reconciliation (platform_id, id, day) SELECT $1, $2, day FROM wanted
      WHERE day <= today AND day > today - ${MOST_DAYS} AND NOT EXISTS (SELECT 1 FROM reconciliation r WHERE r.platform_id = $1
        AND ${ofWholePlatform('r.started_at')} AND r.finished_at IS NULL AND r.started_at > now() - make_interval(mins => ${ALIVE_MINUTES}))
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM made) AS is_made, day <= today AND day > today - ${MOST_DAYS} AS is_possible FROM wanted`,
  values: [platformId, id, day, now],
});

export const selectRun = (platformId: string, id: string): Statement<RowOf<typeof listRuns>> => ({
  text: `SELECT ${RUN_COLUMNS} FROM reconciliation WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

export const finishRun = (
  platformId: string,
  id: string,
  { compared, unanswered }: { compared: number; unanswered: number },
): Statement<{ found: number; fresh: number }> => ({
  text: `UPDATE reconciliation SET compared = $3, unanswered = $4, finished_at = now(), found = (SELECT count(*) FROM reconciliation_case c
      WHERE c.platform_id = $1 AND c.last_seen_in = $2 AND c.state = 'OPEN')
    WHERE platform_id = $1 AND id = $2
    RETURNING found, (SELECT count(*)::int FROM reconciliation_case c WHERE c.platform_id = $1 AND c.reconciliation_id = $2) AS fresh`,
  values: [platformId, id, compared, unanswered],
});

export const RUNS: List<RowOf<typeof listRuns>, object> = {
  isFresh: true,
  sql: () => ({
    columns: RUN_COLUMNS,
    from: 'reconciliation r',
    where: ['r.platform_id = $1', ofWholePlatform('r.started_at')],
    order: newestFirst('r', 'r.started_at'),
  }),
};

interface CaseRow extends Difference, Pick<Subject, 'withdrawalId' | 'transactionId' | 'currency'> {
  id: string;
  connection: { id: string; name: string } | null;
  /** The payment's public id. */
  paymentId: string | null;
  saleId: string | null;
  state: (typeof CASE_STATES)[number];
  note: string;
  createdAt: Date;
  closedAt: Date | null;
}

interface CaseFilter extends FilterOf<typeof listCases> {}

export const CASES: List<CaseRow, CaseFilter> = {
  isFresh: true,
  sql: ({ state, subject, connectionId }, bind) => ({
    columns: `c.id, c.kind, c.subject, p.public_id AS payment_id, p.sale_id, c.withdrawal_id,
      CASE WHEN c.connection_id IS NOT NULL THEN jsonb_build_object('id', c.connection_id, 'name', coalesce(n.name, '')) END AS connection,
      c.transaction_id, c.currency, coalesce(c.provider_amount, 0) AS provider_amount,
      coalesce(c.ledger_amount, 0) AS ledger_amount, c.state, c.note, c.created_at, c.closed_at`,
    from: `reconciliation_case c
      LEFT JOIN provider_connection n ON n.platform_id = c.platform_id AND n.id = c.connection_id
      LEFT JOIN payment p ON p.platform_id = c.platform_id AND p.id = c.payment_id`,
    where: [
      'c.platform_id = $1',
      `c.state = ${bind(state)}`,
      subject && `c.subject = ${bind(subject)}`,
      connectionId && `c.connection_id = ${bind(connectionId)}`,
    ],
    order: newestFirst('c'),
  }),
};

/** Resolves an open case: of two simultaneous calls, the second finds it closed. */
export const resolveOpen = (platformId: string, id: string, note: string, by: string): Statement<Difference> => ({
  text: `UPDATE reconciliation_case SET state = 'RESOLVED', note = $3, resolved_by = $4, closed_at = now()
    WHERE platform_id = $1 AND id = $2 AND state = 'OPEN'
    RETURNING kind, subject, provider_amount, ledger_amount`,
  values: [platformId, id, note, by],
});

export const selectCaseState = (platformId: string, id: string): Statement<Pick<CaseRow, 'state'>> => ({
  text: 'SELECT state FROM reconciliation_case WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});
