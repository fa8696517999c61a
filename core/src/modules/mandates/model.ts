/** Reads and writes the rows of mandates and of their charges. */
import type { MandateEnder, MandateJourney, MandateRetries, MandateStatus } from '@feira/schemas/mandate';
import type { Memo } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import type { MandateEvidence } from './status.ts';

/** REQUESTED: the call may be under way. UNKNOWN: asked, the answer was lost. REFUSED: it was surely never made. */
export type MandateOrderState = 'REQUESTED' | 'ANSWERED' | 'UNKNOWN' | 'REFUSED';

export interface MandateRow {
  /** Our reference at the provider. */
  id: string;
  platformId: string;
  saleId: string;
  /** The payment that is made with the agreement. */
  paymentId: string;
  attemptId: string;
  /** The provider's id of the charge whose code asks for the agreement. */
  transactionId: string;
  connectionId: string;
  provider: string;
  providerVersion: string;
  journey: MandateJourney;
  recurrenceDays: number;
  retries: MandateRetries;
  /** Cents of every charge; null where they differ, up to `maxAmount`. */
  amount: number | null;
  maxAmount: number | null;
  /** YYYY-MM-DD, in São Paulo. */
  firstChargeDate: string;
  endDate: string | null;
  description: string;
  state: MandateOrderState;
  /** Follows from the evidence. */
  status: MandateStatus;
  /** The provider's own id. */
  mandateId: string | null;
  pixCode: string | null;
  memo: Memo | null;
  endedBy: MandateEnder | null;
  reason: string | null;
  cancelAskedAt: Date | null;
  sentAt: Date;
  misses: number;
  checks: number;
  version: number;
  createdAt: Date;
  evidence: MandateEvidence[];
}

const COLUMNS = `m.id, m.platform_id, m.sale_id, m.payment_id, m.attempt_id, m.transaction_id, m.connection_id, m.provider,
  m.provider_version, m.journey, m.recurrence_days, m.retries, m.amount, m.max_amount, m.first_charge_date::text, m.end_date::text,
  m.description, m.state, m.status, m.mandate_id, m.pix_code, m.memo, m.ended_by, m.reason, m.cancel_asked_at, m.sent_at, m.misses,
  m.checks, m.version, m.created_at`;

const SELECT = `SELECT ${COLUMNS}, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'source', e.source, 'providerStatus', e.provider_status, 'status', e.status,
      'isRecognised', e.is_recognised, 'endedBy', e.ended_by, 'reason', e.reason, 'occurredAt', e.occurred_at)
      ORDER BY e.recorded_at, e.key), '[]')
    FROM mandate_evidence e WHERE e.platform_id = m.platform_id AND e.mandate_row_id = m.id) AS evidence
  FROM mandate m WHERE m.platform_id = $1 AND`;

export const selectMandate = (platformId: string, id: string): Statement<MandateRow> => ({
  text: `${SELECT} m.id = $2`,
  values: [platformId, id],
});

/** Selects the latest of a payment: another code asks for another agreement. */
export const selectOfPayment = (platformId: string, paymentId: string): Statement<MandateRow> => ({
  text: `${SELECT} m.payment_id = $2 ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
  values: [platformId, paymentId],
});

export const selectOfSale = (platformId: string, saleId: string): Statement<MandateRow> => ({
  text: `${SELECT} m.sale_id = $2 ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
  values: [platformId, saleId],
});

/** Events of one that is not ours carry references that are none. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** By our reference first, then by what the provider calls it. */
export const selectByProvider = (
  platformId: string,
  connectionId: string,
  { reference, mandateId }: { reference?: string | undefined; mandateId?: string | undefined },
): Statement<MandateRow> => ({
  // Two lookups instead of one with OR, so that each can only go through its own index.
  text: `${SELECT} m.id = (SELECT id FROM (
      SELECT 1 AS rank, id FROM mandate WHERE platform_id = $1 AND connection_id = $2 AND id = $3
      UNION ALL
      SELECT 2, id FROM mandate WHERE platform_id = $1 AND connection_id = $2 AND mandate_id = $4
    ) AS either ORDER BY rank LIMIT 1)`,
  values: [platformId, connectionId, reference && UUID.test(reference) ? reference : null, mandateId ?? null],
});

export type NewMandate = Pick<
  MandateRow,
  | 'id'
  | 'saleId'
  | 'paymentId'
  | 'attemptId'
  | 'transactionId'
  | 'connectionId'
  | 'provider'
  | 'providerVersion'
  | 'journey'
  | 'recurrenceDays'
  | 'retries'
  | 'amount'
  | 'maxAmount'
  | 'firstChargeDate'
  | 'endDate'
  | 'description'
> & { nodeId: string; overAt: Date };

/** Returns no row where the attempt has a mandate already: of two callers one asks for it. */
export const insertMandate = (platformId: string, mandate: NewMandate): Statement<{ id: string }> => ({
  text: `INSERT INTO mandate (platform_id, id, sale_id, payment_id, attempt_id, transaction_id, connection_id, provider, provider_version,
      journey, recurrence_days, retries, amount, max_amount, first_charge_date, end_date, description, node_id, next_check_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) ON CONFLICT DO NOTHING RETURNING id`,
  values: [
    platformId,
    mandate.id,
    mandate.saleId,
    mandate.paymentId,
    mandate.attemptId,
    mandate.transactionId,
    mandate.connectionId,
    mandate.provider,
    mandate.providerVersion,
    mandate.journey,
    mandate.recurrenceDays,
    mandate.retries,
    mandate.amount,
    mandate.maxAmount,
    mandate.firstChargeDate,
    mandate.endDate,
    mandate.description,
    mandate.nodeId,
    mandate.overAt,
  ],
});

/** A mandate before and after a report. */
export interface MandateChange {
  before: MandateRow;
  after: MandateRow;
  fresh: MandateEvidence[];
  /** The event that other modules and open pages hear; null where nothing changed for them. */
  event: 'mandate.active' | 'mandate.ended' | null;
  nextCheckAt: Date | null;
}

/** Writes a change while the mandate still is at the version it was decided on; otherwise it writes nothing and returns no row. */
export const writeMandate = ({
  before,
  after,
  fresh,
  event,
  nextCheckAt,
}: MandateChange): Statement<{ id: string }> => ({
  text: `WITH changed AS (
      UPDATE mandate SET state = $4, status = $5, mandate_id = $6, pix_code = $7, memo = $8, ended_by = $9, reason = $10, misses = $11,
        checks = $12, next_check_at = $13, version = version + 1, updated_at = now()
      WHERE platform_id = $1 AND id = $2 AND version = $3
      RETURNING platform_id, id, payment_id
    ), evidence AS (
      INSERT INTO mandate_evidence (platform_id, mandate_row_id, key, source, provider_status, status, is_recognised, ended_by, reason, occurred_at)
      SELECT changed.platform_id, changed.id, e.key, e.source, e."providerStatus", e.status, e."isRecognised", e."endedBy", e.reason, e."occurredAt"
      FROM changed, jsonb_to_recordset($14::jsonb) AS e(key text, source text, "providerStatus" text, status text, "isRecognised" boolean,
        "endedBy" text, reason text, "occurredAt" timestamptz)
      ON CONFLICT DO NOTHING
    ), told AS (
      INSERT INTO outbox (platform_id, id, type, payment_id, payload)
      SELECT platform_id, $15::uuid, $16, payment_id, $17::jsonb FROM changed WHERE $16::text IS NOT NULL
    )
    SELECT id FROM changed`,
  values: [
    before.platformId,
    before.id,
    before.version,
    after.state,
    after.status,
    after.mandateId,
    after.pixCode,
    after.memo === null ? null : JSON.stringify(after.memo),
    after.endedBy,
    after.reason,
    after.misses,
    after.checks,
    nextCheckAt,
    JSON.stringify(fresh),
    newId(),
    event,
    JSON.stringify({
      mandate: after.id,
      saleId: after.saleId,
      status: after.status,
      endedBy: after.endedBy,
      reason: after.reason,
    }),
  ],
});

/** Returns no row where it was asked for before. */
export const askToCancel = (platformId: string, id: string): Statement<{ id: string }> => ({
  text: `UPDATE mandate SET cancel_asked_at = now(), next_check_at = least(next_check_at, now()), version = version + 1, updated_at = now()
    WHERE platform_id = $1 AND id = $2 AND cancel_asked_at IS NULL AND state <> 'REFUSED' AND status IN ('PENDING', 'ACTIVE') RETURNING id`,
  values: [platformId, id],
});

export interface MandateChargeRow {
  /** The attempt of the payment. */
  id: string;
  mandateRowId: string;
  paymentId: string;
  connectionId: string;
  dueDate: string;
  retryDate: string | null;
  retryRefusal: string | null;
  cancelAskedAt: Date | null;
  checks: number;
  retries: MandateRetries;
  /** The provider's id of the mandate. */
  mandateId: string | null;
}

const CHARGE = `SELECT c.id, c.mandate_row_id, c.payment_id, c.connection_id, c.due_date::text, c.retry_date::text, c.retry_refusal,
    c.cancel_asked_at, c.checks, m.retries, m.mandate_id
  FROM mandate_charge c JOIN mandate m ON m.platform_id = c.platform_id AND m.id = c.mandate_row_id WHERE c.platform_id = $1 AND`;

export const selectCharge = (platformId: string, id: string): Statement<MandateChargeRow> => ({
  text: `${CHARGE} c.id = $2`,
  values: [platformId, id],
});

export const selectChargeOfPayment = (platformId: string, paymentId: string): Statement<MandateChargeRow> => ({
  text: `${CHARGE} c.payment_id = $2`,
  values: [platformId, paymentId],
});

export interface ChargeStep {
  nextCheckAt: Date | null;
  retryDate?: string;
  retryRefusal?: string;
}

export const writeCharge = (
  platformId: string,
  id: string,
  { nextCheckAt, retryDate, retryRefusal }: ChargeStep,
): Statement => ({
  text: `UPDATE mandate_charge SET next_check_at = $3, retry_date = coalesce($4::date, retry_date),
      retry_refusal = coalesce($5, retry_refusal), checks = checks + 1
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, nextCheckAt, retryDate ?? null, retryRefusal ?? null],
});

/** Something was reported of a charge that may be tried again. */
export const makeChargeDue = (platformId: string, paymentId: string): Statement => ({
  text: `UPDATE mandate_charge SET next_check_at = now() WHERE platform_id = $1 AND payment_id = $2 AND next_check_at IS NOT NULL`,
  values: [platformId, paymentId],
});

export const askToCancelCharge = (platformId: string, paymentId: string): Statement<{ id: string }> => ({
  text: `UPDATE mandate_charge SET cancel_asked_at = coalesce(cancel_asked_at, now()), next_check_at = now()
    WHERE platform_id = $1 AND payment_id = $2 AND next_check_at IS NOT NULL RETURNING id`,
  values: [platformId, paymentId],
});

/** The buyer of a sale, as a mandate or a charge of it names them. */
export interface Payer {
  name: string;
  email: string;
  document: string | null;
  phone: string | null;
}

export const selectPayer = (platformId: string, saleId: string): Statement<Payer> => ({
  text: `SELECT buyer_name AS name, buyer_email AS email, buyer_document AS document, buyer_phone AS phone
    FROM sale WHERE platform_id = $1 AND id = $2`,
  values: [platformId, saleId],
});
