/** Rows of a payment: one statement reads all of it, one guarded statement writes what its evidence changed. */
import type { Currency, PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { Statement } from '../../plugins/database.ts';
import { type Posting, toJson } from '../ledger/model.ts';
import {
  type Evidence,
  type Held,
  type PaymentState,
  type RefundCause,
  reducePayment,
  type Settlement,
} from './status.ts';

export type AttemptState = 'CREATED' | 'ANSWERED' | 'UNKNOWN' | 'NOT_SENT' | 'REFUSED' | 'PARKED';

export interface Attempt {
  id: string;
  connectionId: string;
  provider: string;
  providerVersion: string;
  state: AttemptState;
  transactionId: string | null;
  createdAt: Date;
}

/** DONE and REFUSED are final; both are only reached through `record`. */
export type RefundState = 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';

/** An order to give money back. Its id is our reference at the provider. */
export interface Refund {
  id: string;
  attemptId: string;
  /** Cents. */
  amount: number;
  cause: RefundCause;
  state: RefundState;
}

/** Who wanted it, and why; only for those of cause WANTED. */
export interface Grant {
  grantedAs: 'seller' | 'admin' | 'buyer';
  grantedBy: string | null;
  note: string | null;
}

/** The call that follows one which surely charged nothing. */
export interface NextAttempt {
  id: string;
  connectionId: string;
  provider: string;
  providerVersion: string;
  routing: Routing;
  /** Providers differ in how long a charge can be paid. */
  expiresAt: Date;
  /** When another node may ask what became of the call. */
  nextCheckAt: Date;
  /** Cents its provider keeps; providers differ in that too. */
  cost: number;
  /** Whose parts its provider pays out itself. */
  split: ProviderSplit | null;
}

/** What the buyer needs to pay, as far as the provider has told. */
export interface Instructions {
  pixCode: string | null;
  billetCode: string | null;
  billetBarcode: string | null;
  billetUrl: string | null;
  cardBrand: string | null;
  cardLastDigits: string | null;
}

/** A payment with everything that decides about it. */
export interface Payment extends Instructions {
  platformId: string;
  id: string;
  publicId: string;
  saleId: string;
  offerId: string;
  sellerName: string;
  title: string;
  productImage: string | null;
  colorPrimary: string | null;
  method: PaymentMethod;
  amount: number;
  currency: Currency;
  installments: number;
  expiresAt: Date;
  status: PaymentStatus;
  isProvisional: boolean;
  settlement: Settlement;
  paidAmount: number;
  refundedAmount: number;
  /** Cents of the price that were granted to go back to the buyer, whether they have yet or not. */
  returningAmount: number;
  approvedAt: Date | null;
  /** Of the evidence: where its money is. */
  charges: Held[];
  /** Null for payments made before there was a ledger: they are in none of its accounts. */
  terms: Terms | null;
  version: number;
  checks: number;
  createdAt: Date;
  attempts: Attempt[];
  evidence: Evidence[];
  refunds: Refund[];
  /** A case is open: its money is nobody's to give back. */
  hasOpenDispute: boolean;
}

export type ShareRole = 'PLATFORM' | 'INTEREST' | 'seller' | 'affiliate' | 'co-producer' | 'manager';

export interface Share {
  role: ShareRole;
  /** Null for the platform's own. */
  personId: string | null;
  /** Cents of the whole charge. */
  amount: number;
}

/** Whose parts a provider pays out itself, to whose accounts with it. */
export interface ProviderSplit {
  /** By person. */
  receivers: Record<string, string>;
  /** The platform's own, at providers that want all parts named; elsewhere what is left over is the platform's. */
  own: string | null;
}

export interface Terms {
  /** What the provider keeps, in cents. */
  cost: number;
  /** Sum to the amount charged. The seller's is the one that takes what rounding leaves over. */
  shares: Share[];
  release: { days: number; reserveBasisPoints: number; reserveDays: number; awaitsGuarantee: boolean };
  guaranteeDays: number;
  affiliationId: string | null;
  /** By attempt: each asks its own provider. Left out where the platform keeps everybody's part. */
  splits?: Record<string, ProviderSplit>;
}

type Json = Record<string, unknown>;
const date = (value: unknown) => (value ? new Date(value as string) : null);

const SELECT = `
  SELECT p.*, s.offer_id, o.title, pr.image AS product_image, person.name AS seller_name,
    o.checkout_builder_config->>'colorPrimary' AS color_primary,
    (SELECT coalesce(jsonb_agg(to_jsonb(a) - 'routing' ORDER BY a.created_at, a.id), '[]') FROM payment_attempt a
      WHERE a.platform_id = p.platform_id AND a.payment_id = p.id) AS attempts,
    (SELECT coalesce(jsonb_agg(to_jsonb(e) ORDER BY e.recorded_at, e.key), '[]') FROM payment_evidence e
      WHERE e.platform_id = p.platform_id AND e.payment_id = p.id) AS evidence,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'attemptId', r.attempt_id, 'amount', r.amount, 'cause', r.cause,
      'state', r.state) ORDER BY r.created_at, r.id), '[]') FROM refund r
      WHERE r.platform_id = p.platform_id AND r.payment_id = p.id) AS refunds,
    EXISTS (SELECT 1 FROM dispute d WHERE d.platform_id = p.platform_id AND d.payment_id = p.id
      AND d.state IN ('OPEN', 'ANSWERED')) AS has_open_dispute
  FROM payment p
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
  JOIN product pr ON pr.platform_id = o.platform_id AND pr.id = o.product_id
  JOIN person ON person.platform_id = s.platform_id AND person.id = s.seller_id
  WHERE p.platform_id = $1 AND `;

export const selectById = (platformId: string, id: string): Statement => ({
  name: 'payment-by-id',
  text: `${SELECT} p.id = $2`,
  values: [platformId, id],
});

export const selectByPublicId = (platformId: string, publicId: string): Statement => ({
  name: 'payment-by-public-id',
  text: `${SELECT} p.public_id = $2`,
  values: [platformId, publicId],
});

/** By what a provider calls it: its transaction id, or our reference (the attempt's id). */
export const selectByProviderReference = (
  platformId: string,
  connectionId: string,
  transactionId: string | undefined,
  reference: string | undefined,
): Statement => ({
  name: 'payment-by-provider-reference',
  // Two lookups instead of one with OR, so that each can only go through its own index.
  text: `${SELECT} p.id = (
    SELECT payment_id FROM (
      SELECT 1 AS place, payment_id FROM payment_attempt WHERE platform_id = $1 AND connection_id = $2 AND id = $4
      UNION ALL
      SELECT 2, payment_id FROM payment_attempt WHERE platform_id = $1 AND connection_id = $2 AND transaction_id = $3
    ) AS found ORDER BY place LIMIT 1)`,
  values: [platformId, connectionId, transactionId ?? null, reference && UUID.test(reference) ? reference : null],
});

/** Charges made outside carry references that are none of ours. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function fromRow(row: Json): Payment {
  const attempts = (row.attempts as Json[]).map(fromAttemptJson);
  const evidence = (row.evidence as Json[]).map(fromEvidenceJson);
  const refunds = row.refunds as Refund[];
  const expected = { amount: row.amount as number, expiresAt: row.expires_at as Date, attempts, refunds };
  return {
    platformId: row.platform_id as string,
    id: row.id as string,
    publicId: row.public_id as string,
    saleId: row.sale_id as string,
    offerId: row.offer_id as string,
    sellerName: row.seller_name as string,
    title: row.title as string,
    productImage: row.product_image as string | null,
    colorPrimary: row.color_primary as string | null,
    method: row.method as PaymentMethod,
    amount: row.amount as number,
    currency: row.currency as Currency,
    installments: row.installments as number,
    expiresAt: row.expires_at as Date,
    status: row.status as PaymentStatus,
    isProvisional: row.is_provisional as boolean,
    settlement: row.settlement as Settlement,
    paidAmount: row.paid_amount as number,
    refundedAmount: row.refunded_amount as number,
    returningAmount: row.returning_amount as number,
    approvedAt: row.approved_at as Date | null,
    charges: reducePayment(expected, evidence).charges,
    terms: row.terms as Terms | null,
    version: row.version as number,
    pixCode: row.pix_code as string | null,
    billetCode: row.billet_code as string | null,
    billetBarcode: row.billet_barcode as string | null,
    billetUrl: row.billet_url as string | null,
    cardBrand: row.card_brand as string | null,
    cardLastDigits: row.card_last_digits as string | null,
    checks: row.checks as number,
    createdAt: row.created_at as Date,
    attempts,
    evidence,
    refunds,
    hasOpenDispute: row.has_open_dispute as boolean,
  };
}

const fromAttemptJson = (row: Json): Attempt => ({
  id: row.id as string,
  connectionId: row.connection_id as string,
  provider: row.provider as string,
  providerVersion: row.provider_version as string,
  state: row.state as AttemptState,
  transactionId: row.transaction_id as string | null,
  createdAt: date(row.created_at) as Date,
});

const fromEvidenceJson = (row: Json): Evidence => ({
  key: row.key as string,
  source: row.source as Evidence['source'],
  attemptId: row.attempt_id as string | null,
  providerStatus: row.provider_status as string,
  status: row.status as PaymentStatus,
  isRecognised: row.is_recognised as boolean,
  transactionId: row.transaction_id as string | null,
  amount: row.amount as number | null,
  paidAmount: row.paid_amount as number | null,
  refundedAmount: row.refunded_amount as number | null,
  movementIds: row.movement_ids as string[],
  reason: row.reason as string | null,
  occurredAt: date(row.occurred_at) as Date,
});

/** What one recording changes. Written only while the payment still is at `version`; answers zero rows otherwise. */
export interface PaymentChange {
  version: number;
  state: PaymentState;
  evidence: Evidence[];
  webhookId: string | null;
  instructions: Partial<Instructions>;
  attempt: { id: string; state: AttemptState; transactionId: string | null; reason: string | null } | null;
  nextAttempt: NextAttempt | null;
  /** Where another attempt changes them. */
  terms: Terms | null;
  nextCheckAt: Date | null;
  checks: number;
  events: { id: string; type: string; payload: Json }[];
  refunds: (Omit<Refund, 'state'> & Partial<Grant>)[];
  returningAmount: number;
  /** One refund that came to its end. */
  closing: { id: string; state: 'DONE' | 'REFUSED'; reason: string | null; providerRefundId: string | null } | null;
  answer: { procedure: string; key: string; status: number; body: unknown } | null;
  posting: Posting | null;
}

/**
 * One statement on purpose: a purchase passes here once, and evidence, status, events, refund orders, the ledger and the
 * stored answer must become true together or not at all.
 */
export const writeChange = (platformId: string, id: string, change: PaymentChange): Statement => ({
  name: 'payment-record',
  text: `
    WITH changed AS (
      UPDATE payment SET status = $4, is_provisional = $5, settlement = $6, paid_amount = $7, refunded_amount = $8,
        approved_at = $9, pix_code = coalesce($10, pix_code), billet_code = coalesce($11, billet_code),
        billet_barcode = coalesce($12, billet_barcode), billet_url = coalesce($13, billet_url),
        card_brand = coalesce($14, card_brand), card_last_digits = coalesce($15, card_last_digits),
        returning_amount = $38, next_check_at = $16, checks = $17, expires_at = coalesce($30, expires_at),
        terms = coalesce($36::jsonb, terms),
        version = version + 1, updated_at = now()
      WHERE platform_id = $1 AND id = $2 AND version = $3
      RETURNING platform_id, id, sale_id, method
    ), evidence AS (
      INSERT INTO payment_evidence (platform_id, payment_id, key, attempt_id, source, provider_status, status, is_recognised,
        transaction_id, amount, paid_amount, refunded_amount, movement_ids, reason, webhook_id, occurred_at)
      SELECT changed.platform_id, changed.id, e."key", e."attemptId", e.source, e."providerStatus", e.status, e."isRecognised",
        e."transactionId", e.amount, e."paidAmount", e."refundedAmount", e."movementIds", e.reason, $19, e."occurredAt"
      FROM changed, jsonb_to_recordset($18::jsonb) AS e("key" text, "attemptId" uuid, source text, "providerStatus" text,
        status text, "isRecognised" boolean, "transactionId" text, amount bigint, "paidAmount" bigint, "refundedAmount" bigint,
        "movementIds" text[], reason text, "occurredAt" timestamptz)
    ), attempt AS (
      UPDATE payment_attempt a SET state = $21, transaction_id = coalesce($22, a.transaction_id), reason = $23, answered_at = now()
      FROM changed WHERE a.platform_id = changed.platform_id AND a.id = $20
    ), next_attempt AS (
      INSERT INTO payment_attempt (platform_id, id, payment_id, connection_id, provider, provider_version, method, routing)
      SELECT changed.platform_id, $31::uuid, changed.id, $32::uuid, $33::text, $34::text, changed.method, $35::jsonb FROM changed WHERE $31::uuid IS NOT NULL
    ), event AS (
      INSERT INTO outbox (platform_id, id, type, payment_id, payload)
      SELECT changed.platform_id, o.id, o.type, changed.id, o.payload
      FROM changed, jsonb_to_recordset($24::jsonb) AS o(id uuid, type text, payload jsonb)
    ), money_back AS (
      INSERT INTO refund (platform_id, id, payment_id, seller_id, attempt_id, amount, cause, granted_as, granted_by, note)
      SELECT changed.platform_id, r.id, changed.id, s.seller_id, r."attemptId", r.amount, r.cause, r."grantedAs", r."grantedBy", r.note
      FROM changed JOIN sale s ON s.platform_id = changed.platform_id AND s.id = changed.sale_id, jsonb_to_recordset($25::jsonb) AS r(id uuid, "attemptId" uuid, amount bigint, cause text,
        "grantedAs" text, "grantedBy" uuid, note text)
      ON CONFLICT DO NOTHING
    ), closed AS (
      UPDATE refund r SET state = $40, reason = $41, provider_refund_id = coalesce($42, r.provider_refund_id), updated_at = now()
      FROM changed WHERE r.platform_id = changed.platform_id AND r.id = $39
    ), answer AS (
      UPDATE idempotency_key k SET response_status = $28, response_body = $29
      FROM changed WHERE k.platform_id = changed.platform_id AND k.procedure = $26 AND k.key = $27
    ), posted AS (
      SELECT ledger_post(changed.platform_id, $37::jsonb) AS is_new FROM changed WHERE $37::jsonb IS NOT NULL
    )
    -- Named, because nothing is done for a part that only reads and that nobody looks at.
    SELECT (SELECT is_new FROM posted) AS "isPosted" FROM changed`,
  values: [
    platformId,
    id,
    change.version,
    change.state.status,
    change.state.isProvisional,
    change.state.settlement,
    change.state.paidAmount,
    change.state.refundedAmount,
    change.state.approvedAt,
    change.instructions.pixCode ?? null,
    change.instructions.billetCode ?? null,
    change.instructions.billetBarcode ?? null,
    change.instructions.billetUrl ?? null,
    change.instructions.cardBrand ?? null,
    change.instructions.cardLastDigits ?? null,
    change.nextCheckAt,
    change.checks,
    JSON.stringify(change.evidence),
    change.webhookId,
    change.attempt?.id ?? null,
    change.attempt?.state ?? null,
    change.attempt?.transactionId ?? null,
    change.attempt?.reason ?? null,
    JSON.stringify(change.events),
    JSON.stringify(change.refunds),
    change.answer?.procedure ?? null,
    change.answer?.key ?? null,
    change.answer?.status ?? null,
    change.answer ? JSON.stringify(change.answer.body) : null,
    change.nextAttempt?.expiresAt ?? null,
    change.nextAttempt?.id ?? null,
    change.nextAttempt?.connectionId ?? null,
    change.nextAttempt?.provider ?? null,
    change.nextAttempt?.providerVersion ?? null,
    change.nextAttempt ? JSON.stringify(change.nextAttempt.routing) : null,
    change.terms ? JSON.stringify(change.terms) : null,
    change.posting ? toJson(change.posting) : null,
    change.returningAmount,
    change.closing?.id ?? null,
    change.closing?.state ?? null,
    change.closing?.reason ?? null,
    change.closing?.providerRefundId ?? null,
  ],
});
