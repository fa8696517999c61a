/** Reads what lies behind one sale, for the people who run the platform. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { HOLD_REASONS, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import type { Routing } from '@feira/schemas/procedures/routing';
import type {
  ATTEMPT_STATES,
  EVIDENCE_SOURCES,
  HOLD_STATES,
  LEDGER_ACCOUNTS,
  REPORTED_STATUSES,
} from '@feira/schemas/procedures/sales';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { selectSale } from './sale-model.ts';

/** A payment that its provider reports again and again ends the list of reports here. */
const MOST_REPORTS = 500;

interface StoryAttempt {
  id: string;
  at: Date;
  answeredAt: Date | null;
  method: PaymentMethod;
  provider: string;
  connectionName: string;
  state: (typeof ATTEMPT_STATES)[number];
  reason: string | null;
  transactionId: string | null;
  routing: Routing | null;
}

const selectAttempts = (platformId: string, saleId: string): Statement<StoryAttempt> => ({
  text: `SELECT a.id, a.created_at AS at, a.answered_at, a.method, a.provider, c.name AS connection_name, a.state,
      left(a.reason, 200) AS reason, a.transaction_id, a.routing
    FROM payment p
    JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
    JOIN provider_connection c ON c.platform_id = a.platform_id AND c.id = a.connection_id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY a.created_at, a.id`,
  values: [platformId, saleId],
});

interface StoryReport {
  at: Date;
  source: (typeof EVIDENCE_SOURCES)[number];
  method: PaymentMethod;
  provider: string | null;
  providerStatus: string;
  status: (typeof REPORTED_STATUSES)[number];
  paidAmount: number | null;
  refundedAmount: number | null;
  reason: string | null;
  webhookId: string | null;
  receivedAt: Date | null;
}

const selectReports = (platformId: string, saleId: string): Statement<StoryReport> => ({
  text: `SELECT e.occurred_at AS at, e.source, p.method, a.provider, left(e.provider_status, 200) AS provider_status, e.status,
      e.paid_amount, e.refunded_amount, left(e.reason, 300) AS reason, w.id AS webhook_id, w.received_at
    FROM payment p
    JOIN payment_evidence e ON e.platform_id = p.platform_id AND e.payment_id = p.id
    LEFT JOIN payment_attempt a ON a.platform_id = e.platform_id AND a.id = e.attempt_id
    LEFT JOIN webhook w ON w.platform_id = e.platform_id AND w.id = e.webhook_id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY e.occurred_at, e.recorded_at, e.key LIMIT ${MOST_REPORTS}`,
  values: [platformId, saleId],
});

interface StoryEntry {
  id: string;
  at: Date;
  kind: (typeof POSTING_KINDS)[number];
  account: (typeof LEDGER_ACCOUNTS)[number];
  owner: string | null;
  amount: number;
}

const selectEntries = (platformId: string, saleId: string): Statement<StoryEntry> => ({
  text: `SELECT t.id, t.occurred_at AS at, t.kind, a.kind AS account, coalesce(person.name, c.name) AS owner, e.amount
    FROM payment p
    JOIN ledger_transaction t ON t.platform_id = p.platform_id AND t.payment_id = p.id
    JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
    JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
    LEFT JOIN person ON person.platform_id = a.platform_id AND person.id = a.owner_id
    LEFT JOIN provider_connection c ON c.platform_id = a.platform_id AND c.id = a.owner_id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY t.occurred_at, t.id, e.amount, a.kind, a.id`,
  values: [platformId, saleId],
});

interface StoryHold {
  at: Date;
  person: string;
  reason: (typeof HOLD_REASONS)[number];
  state: (typeof HOLD_STATES)[number];
  initialAmount: number;
  amount: number;
  releaseAt: Date | null;
  closedAt: Date | null;
}

const selectHolds = (platformId: string, saleId: string): Statement<StoryHold> => ({
  text: `SELECT h.created_at AS at, person.name AS person, h.reason, h.state, h.initial_amount, h.amount, h.release_at, h.closed_at
    FROM payment p
    JOIN ledger_hold h ON h.platform_id = p.platform_id AND h.payment_id = p.id
    JOIN person ON person.platform_id = h.platform_id AND person.id = h.person_id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY h.created_at, h.id`,
  values: [platformId, saleId],
});

/** Throws SALE_NOT_FOUND where the platform has no such sale. */
export async function getSaleStory(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  saleId: string,
) {
  const [sale, attempts, reports, entries, holds] = await database.read(
    platformId,
    [
      selectSale(platformId, saleId),
      selectAttempts(platformId, saleId),
      selectReports(platformId, saleId),
      selectEntries(platformId, saleId),
      selectHolds(platformId, saleId),
    ],
    true,
  );
  if (!sale.rows[0]) throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
  return {
    attempts: attempts.rows,
    reports: reports.rows.map(({ webhookId, receivedAt, ...report }) => ({
      ...report,
      webhook: webhookId && receivedAt ? { id: webhookId, receivedAt } : null,
    })),
    postings: [...Map.groupBy(entries.rows, ({ id }) => id).values()].map((posting) => ({
      id: posting[0]!.id,
      at: posting[0]!.at,
      kind: posting[0]!.kind,
      entries: posting.map(({ account, owner, amount }) => ({ account, owner, amount })),
    })),
    holds: holds.rows,
  };
}
