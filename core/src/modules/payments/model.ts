/**
 * Reads and writes the rows of a payment: one statement reads all of it, one guarded statement writes how one state of it differs from
 * another.
 */
import type { Currency, PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import type { ProductNotificationMode } from '@feira/schemas/options';
import type { RiskNote } from '@feira/schemas/procedures/risk';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { Memo, NextStep } from '@feira/schemas/provider';
import { isNodeGone } from '../../plugins/nodes.ts';
import type { Abandoned } from '../../plugins/sweeps.ts';
import { ITEMS, mergeable, type Placed, readEach } from '../../shared/merge.ts';
import type { Statement } from '../../shared/statement.ts';
import type { AppliedFee } from '../fees/model.ts';
import { type Posting, toPosted } from '../ledger/model.ts';
import type { CounterEnd } from '../velocity/model.ts';
import {
  type Evidence,
  type Held,
  type HoldDecision,
  type RefundCause,
  reducePayment,
  type Settlement,
} from './status.ts';

export { NOT_CONFIRMED, RENEWED } from './status.ts';

/** The reason of a call whose provider answered that it was too busy, which says nothing for certain about the charge. */
export const THROTTLED = 'THROTTLED';

export type AttemptState = 'CREATED' | 'ANSWERED' | 'UNKNOWN' | 'NOT_SENT' | 'REFUSED' | 'PARKED';

export interface Attempt {
  id: string;
  connectionId: string;
  provider: string;
  providerVersion: string;
  /** Cents that its charge asks for: the price, or what was missing of it. */
  amount: number;
  /** Until then its code could be paid when another took its place, or was made: the one to pay has the time of its payment. */
  expiresAt: Date | null;
  state: AttemptState;
  transactionId: string | null;
  reason: string | null;
  /** The memo that its adapter keeps about the charge. */
  memo: Memo | null;
  createdAt: Date;
  /** The provider's id of the mandate under which it is charged; null, or left out, where a buyer pays it. */
  mandateId?: string | null;
  /** The code that pays its charge and agrees to a mandate as well, where there is one: it is shown in the place of the charge's own. */
  agreementCode?: string | null;
  /** It holds its amount on one of two cards, and charges nothing by itself. */
  isHold?: boolean | null;
  /** The card of a hold. The card of any other charge stands with the payment. */
  cardBrand?: string | null;
  cardLastDigits?: string | null;
}

/** The card that holds a part of the price. */
export type HeldCard = Pick<Attempt, 'cardBrand' | 'cardLastDigits'>;

/** DONE and REFUSED are final, and only `applyCommand` leads to them. */
export type RefundState = 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';

/** The author of a refund of cause WANTED, and the author's note. */
export interface RefundAuthor {
  authorisedAs: 'seller' | 'admin' | 'buyer';
  authorisedBy: string | null;
  note: string | null;
}

/** An order to give money back. Its id is our reference at the provider. */
export interface Refund {
  id: string;
  attemptId: string;
  /** Cents. */
  amount: number;
  cause: RefundCause;
  state: RefundState;
  /** The reason of the provider's refusal, or the result of the call. */
  reason: string | null;
  /** The provider's own words where `reason` is one of ours. */
  providerReason: string | null;
  providerRefundId: string | null;
  /** Null for those that go back by themselves. */
  authorisedAs: RefundAuthor['authorisedAs'] | null;
  authorisedBy: string | null;
  note: string | null;
  /** Set for a refund that goes back by itself: the cents that had arrived in its charge when it was ordered. */
  arrivedAmount: number | null;
}

/** A refund that nobody has sent yet. */
export const REQUESTED = {
  state: 'REQUESTED',
  reason: null,
  providerReason: null,
  providerRefundId: null,
  arrivedAmount: null,
} as const;

/** The data that the buyer needs to pay, as far as the provider has told. */
export interface Instructions {
  pixCode: string | null;
  /** The provider's picture of the code, as a data: URL. */
  pixQrCode: string | null;
  billetCode: string | null;
  billetBarcode: string | null;
  billetUrl: string | null;
  cardBrand: string | null;
  cardLastDigits: string | null;
  /** The page on which the buyer has to confirm the charge. */
  nextStep: NextStep | null;
}

/** A payment with everything that decides about it. */
export interface Payment extends Instructions {
  platformId: string;
  id: string;
  publicId: string;
  saleId: string;
  offerId: string;
  sellerName: string;
  /** NONE: the buyer gets no mail about the purchase, only about money that goes back. */
  notificationMode: ProductNotificationMode;
  title: string;
  /** Until then the buyer of a PIX or boleto that expired gets a new code at the same price; null: never. */
  priceKeptUntil: Date | null;
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
  /** Cents of the price whose refund is authorised, whether they have gone back yet or not. */
  returningAmount: number;
  /** Says whether the amounts that cards hold are captured or let go. Null before it is decided; it never changes after. */
  holdDecision?: HoldDecision | null;
  approvedAt: Date | null;
  /** The place where the money of the evidence is. */
  charges: Held[];
  /** Null for payments made before there was a ledger: they are in none of its accounts. */
  terms: Terms | null;
  /** Counts the changes: one that was decided on another count is not written. */
  version: number;
  checks: number;
  nextCheckAt: Date | null;
  createdAt: Date;
  attempts: Attempt[];
  evidence: Evidence[];
  refunds: Refund[];
  /** True while a case is open: nobody may give its money back. */
  hasOpenDispute: boolean;
}

export type ShareRole = 'PLATFORM' | 'INTEREST' | 'seller' | 'affiliate' | 'co-producer' | 'manager';

export interface Share {
  role: ShareRole;
  /** Null for the platform's own. */
  personId: string | null;
  /** Cents of the whole charge. */
  amount: number;
  /** The agreed share of an affiliate or a co-producer; absent in sales of earlier versions. */
  basisPoints?: number;
}

/** The parts that a provider pays out itself, and the accounts with it that get them. */
export interface ProviderSplit {
  /** By person. */
  receivers: Record<string, string>;
  /** The platform's own, at providers that want all parts named; elsewhere what is left over is the platform's. */
  own: string | null;
  /** Set for an attempt that asks for the rest of the price: the cents that had come before. */
  from?: number;
}

export interface Terms {
  /** The cents that the provider keeps. */
  cost: number;
  /** The same by attempt, where several were paid for parts of the price. */
  costs?: Record<string, number>;
  /** Sum to the amount charged. The seller's is the one that takes what rounding leaves over. */
  shares: Share[];
  release: { days: number; reserveBasisPoints: number; reserveDays: number; awaitsGuarantee: boolean };
  guaranteeDays: number;
  affiliationId: string | null;
  /** The platform's fee as it was applied; absent in sales of earlier versions. */
  fee?: AppliedFee;
  /** By attempt: each asks its own provider. Left out where the platform keeps everybody's part. */
  splits?: Record<string, ProviderSplit>;
  /** The buyer's machine solved a challenge before the card was tried: nobody outside is told why a bank refused it. */
  isChallenged?: true;
  /** The platform's rule or list that let the purchase through, or asked for the challenge or for a person's review. */
  risk?: RiskNote;
  /** A provider's score of the purchase's risk, from 0 to 100, and how it knows the purchase. */
  score?: { connectionId: string; provider: string; scoreId: string; reference: string; score: number };
  /** The seconds that the buyer's page was open; null where the call brought no valid view of it, and left out where no page was. */
  pageSeconds?: number | null;
}

/**
 * The columns of a table, for reading and for writing: each property stands in the column of its name in snake case. Those
 * that are `changing` are written again when a change gives them another value.
 */
type Columns<T> = Readonly<Record<keyof T, 'fixed' | 'changing'>>;

/** The properties that are joined to a payment, or follow from its evidence. */
type Joined = 'offerId' | 'sellerName' | 'notificationMode' | 'title' | 'priceKeptUntil' | 'hasOpenDispute';
type Related = 'attempts' | 'evidence' | 'refunds' | 'charges';

const PAYMENT: Columns<Omit<Payment, Joined | Related>> = {
  platformId: 'fixed',
  id: 'fixed',
  publicId: 'fixed',
  saleId: 'fixed',
  method: 'fixed',
  amount: 'fixed',
  currency: 'fixed',
  installments: 'fixed',
  createdAt: 'fixed',
  version: 'fixed',
  status: 'changing',
  isProvisional: 'changing',
  settlement: 'changing',
  paidAmount: 'changing',
  refundedAmount: 'changing',
  returningAmount: 'changing',
  holdDecision: 'changing',
  approvedAt: 'changing',
  expiresAt: 'changing',
  terms: 'changing',
  checks: 'changing',
  nextCheckAt: 'changing',
  pixCode: 'changing',
  pixQrCode: 'changing',
  billetCode: 'changing',
  billetBarcode: 'changing',
  billetUrl: 'changing',
  cardBrand: 'changing',
  cardLastDigits: 'changing',
  nextStep: 'changing',
};

const ATTEMPT: Columns<Attempt> = {
  id: 'fixed',
  connectionId: 'fixed',
  provider: 'fixed',
  providerVersion: 'fixed',
  createdAt: 'fixed',
  amount: 'fixed',
  mandateId: 'fixed',
  isHold: 'fixed',
  cardBrand: 'changing',
  cardLastDigits: 'changing',
  agreementCode: 'changing',
  expiresAt: 'changing',
  state: 'changing',
  transactionId: 'changing',
  reason: 'changing',
  memo: 'changing',
};

const EVIDENCE: Columns<Evidence> = {
  key: 'fixed',
  source: 'fixed',
  attemptId: 'fixed',
  providerStatus: 'fixed',
  status: 'fixed',
  isRecognised: 'fixed',
  transactionId: 'fixed',
  amount: 'fixed',
  paidAmount: 'fixed',
  refundedAmount: 'fixed',
  heldAmount: 'fixed',
  liability: 'fixed',
  movementIds: 'fixed',
  movementAmounts: 'fixed',
  reason: 'fixed',
  declineReason: 'fixed',
  occurredAt: 'fixed',
};

const REFUND: Columns<Refund> = {
  id: 'fixed',
  attemptId: 'fixed',
  amount: 'fixed',
  cause: 'fixed',
  authorisedAs: 'fixed',
  authorisedBy: 'fixed',
  note: 'fixed',
  arrivedAmount: 'fixed',
  state: 'changing',
  reason: 'changing',
  providerReason: 'changing',
  providerRefundId: 'changing',
};

const namesOf = <T>(columns: Columns<T>) => Object.keys(columns) as (keyof T & string)[];
const changingOf = <T>(columns: Columns<T>) => namesOf(columns).filter((name) => columns[name] === 'changing');
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Columns as a list of SQL, those of one table where it is named. */
const listColumns = (names: readonly string[], table?: string) =>
  names.map((name) => (table ? `${table}.` : '') + columnOf(name)).join(', ');
/** Rows of a table as a JSON array of objects. */
const toArray = <T>(columns: Columns<T>, table: string, order: string) =>
  `coalesce(jsonb_agg(jsonb_build_object(${namesOf(columns)
    .map((name) => `'${name}', ${table}.${columnOf(name)}`)
    .join(', ')}) ORDER BY ${order}), '[]')`;

/** Payments as `fromRow` takes them, for a condition about `p`. */
export const SELECT_PAYMENTS = `
  SELECT ${listColumns(namesOf(PAYMENT), 'p')},
    s.offer_id, s.price_kept_until, coalesce(i.title, o.title) AS title, pr.notification_mode, person.name AS seller_name,
    (SELECT ${toArray(ATTEMPT, 'a', 'a.created_at, a.id')} FROM payment_attempt a
      WHERE a.platform_id = p.platform_id AND a.payment_id = p.id) AS attempts,
    (SELECT ${toArray(EVIDENCE, 'e', 'e.recorded_at, e.key')} FROM payment_evidence e
      WHERE e.platform_id = p.platform_id AND e.payment_id = p.id) AS evidence,
    (SELECT ${toArray(REFUND, 'r', 'r.created_at, r.id')} FROM refund r
      WHERE r.platform_id = p.platform_id AND r.payment_id = p.id) AS refunds,
    EXISTS (SELECT 1 FROM dispute d WHERE d.platform_id = p.platform_id AND d.payment_id = p.id
      AND d.state IN ('OPEN', 'ANSWERED')) AS has_open_dispute
  FROM payment p
  -- OFFSET 0 keeps the order: a planner that has not seen the table yet takes the platform's sales for one, and begins with them.
  CROSS JOIN LATERAL (SELECT * FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s
  -- What was bought keeps the name that it had.
  LEFT JOIN LATERAL (
    SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 OFFSET 0
  ) i ON true
  JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
  JOIN product pr ON pr.platform_id = o.platform_id AND pr.id = o.product_id
  JOIN person ON person.platform_id = s.platform_id AND person.id = s.seller_id`;
const SELECT = `${SELECT_PAYMENTS} WHERE p.platform_id = $1 AND`;

export const selectById = readEach<{ id: string }, PaymentRow>(
  'payment-by-id',
  { id: 'uuid' },
  `${SELECT} p.id = one.id`,
);

export const selectByPublicId = (platformId: string, publicId: string): Statement<PaymentRow> => ({
  name: 'payment-by-public-id',
  text: `${SELECT} p.public_id = $2`,
  values: [platformId, publicId],
});

interface ProviderReference {
  connectionId: string;
  transactionId: string | undefined;
  /** The attempt's id; null where it is none of ours. */
  reference: string | null;
}

const selectByReference = readEach<ProviderReference, PaymentRow>(
  'payment-by-provider-reference',
  { connectionId: 'uuid', transactionId: 'text', reference: 'uuid' },
  // Two lookups instead of one with OR, so that each can only go through its own index.
  `SELECT payment.* FROM (
      SELECT payment_id FROM (
        SELECT 1 AS rank, payment_id FROM payment_attempt
        WHERE platform_id = $1 AND connection_id = one.connection_id AND id = one.reference
        UNION ALL
        SELECT 2, payment_id FROM payment_attempt
        WHERE platform_id = $1 AND connection_id = one.connection_id AND transaction_id = one.transaction_id
      ) AS either ORDER BY rank LIMIT 1
    ) AS attempt
    CROSS JOIN LATERAL (${SELECT} p.id = attempt.payment_id OFFSET 0) AS payment`,
);

/** By what a provider calls it: its transaction id, or our reference (the attempt's id). */
export const selectByProviderReference = (
  platformId: string,
  connectionId: string,
  transactionId: string | undefined,
  reference: string | undefined,
): Statement<PaymentRow & Placed> =>
  selectByReference(platformId, {
    connectionId,
    transactionId,
    reference: reference && UUID.test(reference) ? reference : null,
  });

/** Selects the attempt of a connection by which one of these movements brought money, among the payments of some sales. */
export const selectAttemptOfMovement = (
  platformId: string,
  connectionId: string,
  { saleIds, movementIds }: { saleIds: readonly string[]; movementIds: readonly string[] },
): Statement<{ paymentId: string; attemptId: string }> => ({
  text: `SELECT a.payment_id, a.id AS attempt_id
    FROM payment p
    JOIN payment_evidence e ON e.platform_id = p.platform_id AND e.payment_id = p.id
    JOIN payment_attempt a ON a.platform_id = e.platform_id AND a.id = e.attempt_id
    WHERE p.platform_id = $1 AND p.sale_id = ANY ($3::uuid[]) AND a.connection_id = $2
      AND e.source IN ('answer', 'webhook', 'query') AND e.movement_ids && $4::text[]
    LIMIT 1`,
  values: [platformId, connectionId, saleIds, movementIds],
});

/** Charges made outside carry references that are none of ours. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether the node that makes a call is gone, and so no longer waits for its answer. */
export const selectIsAbandoned = (
  platformId: string,
  attemptId: string,
  nodeLiveSeconds: number,
): Statement<{ isAbandoned: boolean }> => ({
  text: `SELECT a.node_id IS NOT NULL AND ${isNodeGone('a.node_id', '$3')} AS is_abandoned
    FROM payment_attempt a WHERE a.platform_id = $1 AND a.id = $2`,
  values: [platformId, attemptId, nodeLiveSeconds],
});

/** Makes a payment due whose buyer comes back from the page of a next step. */
export const makeReturnedDue = (platformId: string, id: string): Statement => ({
  text: `UPDATE payment SET next_check_at = now() WHERE platform_id = $1 AND id = $2 AND status = 'PENDING' AND next_check_at > now()`,
  values: [platformId, id],
});

/** Makes payments due whose call was made by a node that is gone. Runs as the role of jobs. */
export const makeAbandonedDue = (nodeLiveSeconds: number): Abandoned => {
  const waiting = `payment_attempt a JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
    WHERE a.state = 'CREATED' AND a.node_id IS NOT NULL AND ${isNodeGone('a.node_id', `${nodeLiveSeconds}`)} AND p.next_check_at > now()
      -- Once checked, it follows its schedule.
      AND p.checks = 0`;
  return {
    waiting,
    text: `
      WITH abandoned AS (SELECT p.platform_id, p.id FROM ${waiting} FOR UPDATE OF p SKIP LOCKED)
      UPDATE payment p SET next_check_at = now() FROM abandoned
      WHERE p.platform_id = abandoned.platform_id AND p.id = abandoned.id`,
    values: [],
  };
};

/** Cents of the price of a payment `p` that neither went back nor are on their way back, as SQL: `keptOf`. */
export const KEPT_AMOUNT = `(CASE WHEN p.paid_amount < p.amount OR p.status NOT IN ('APPROVED', 'REFUNDED') THEN 0
  ELSE greatest(0, p.amount - greatest(p.returning_amount, p.refunded_amount - (p.paid_amount - p.amount))) END)`;

/** The number of the subscription's charge that the sale `s` is, from 1, as a column of SQL; null where it is none. */
export const CYCLE =
  '(SELECT cycle FROM subscription_sale WHERE sale_id = s.id AND platform_id = s.platform_id) AS cycle';

/**
 * Cents of a payment `p` that a provider holds, that are neither kept as the price (`keptOf`) nor on their way back, as SQL: nothing
 * returns them until a person orders it. Money of a payment that may still be completed is not among them. These are sums of the payment:
 * of several charges, one of which a bank may have taken, `unreturnedOf` knows. `orders` is a condition on the refunds `o` that count as on their way.
 */
export const unreturnedAmount = (orders = 'true'): string => `(CASE
  WHEN p.status = 'CHARGEBACK' OR (p.status = 'PENDING' AND p.paid_amount < p.amount) THEN 0
  ELSE greatest(0, p.paid_amount - p.refunded_amount
    - ${KEPT_AMOUNT}
    - (SELECT coalesce(sum(o.amount), 0) FROM refund o WHERE o.platform_id = p.platform_id AND o.payment_id = p.id
        AND o.state NOT IN ('DONE', 'REFUSED') AND ${orders}))
  END)::bigint`;

/** A payment `p` whose provider says that the card's bank bears a chargeback because of fraud, as SQL. */
export const IS_LIABILITY_SHIFTED = `EXISTS (SELECT FROM payment_evidence l WHERE l.platform_id = p.platform_id AND l.payment_id = p.id
  AND l.liability = 'ISSUER' AND l.is_recognised AND l.source IN ('answer', 'query'))`;

/** A payment `p` that waits for a person's decision before what its cards hold is charged, as SQL: `awaitsReview`. */
export const IN_REVIEW = `(p.status = 'PENDING' AND p.hold_decision IS NULL AND p.terms -> 'risk' ->> 'action' = 'REVIEW'
  AND (SELECT coalesce(sum(h.held), 0) FROM (SELECT max(e.held_amount) AS held FROM payment_evidence e
    WHERE e.platform_id = p.platform_id AND e.payment_id = p.id GROUP BY e.attempt_id) h) >= p.amount)`;

/** A payment `p` that gets a new code while its price is kept, as SQL: what `renewalRefusalOf` says apart from the price. */
export const RENEWABLE = `(p.method <> 'CREDIT_CARD' AND NOT p.is_provisional AND p.status IN ('REJECTED', 'CANCELED') AND p.paid_amount = 0
  AND NOT EXISTS (SELECT 1 FROM dispute d WHERE d.platform_id = p.platform_id AND d.payment_id = p.id AND d.state IN ('OPEN', 'ANSWERED')))`;

/** Dates inside JSON arrive as text. */
type FromJson<T> = { [Name in keyof T]: T[Name] extends Date ? string : T[Name] };
export interface PaymentRow extends Omit<Payment, 'attempts' | 'evidence' | 'charges'> {
  attempts: (Omit<FromJson<Attempt>, 'amount' | 'expiresAt'> & { amount: number | null; expiresAt: string | null })[];
  evidence: FromJson<Evidence>[];
}

export function fromRow(row: PaymentRow): Payment {
  const attempts = row.attempts.map((item) => ({
    ...item,
    amount: item.amount ?? row.amount,
    expiresAt: item.expiresAt === null ? null : new Date(item.expiresAt),
    createdAt: new Date(item.createdAt),
  }));
  const evidence = row.evidence.map((item) => ({ ...item, occurredAt: new Date(item.occurredAt) }));
  return { ...row, attempts, evidence, charges: reducePayment({ ...row, attempts }, evidence).charges };
}

/** A payment before and after what was reported of it, and what has to become true together with that. */
export interface PaymentChange {
  before: Payment;
  after: Payment;
  /** The routing of the new attempt, where there is one, and the node that makes its call. */
  routing: Routing | null;
  nodeId: string | null;
  /** The event that brought the new evidence. */
  webhookId: string | null;
  events: { id: string; type: string; payload: Record<string, unknown> }[];
  answer: { procedure: string; key: string; status: number; body: unknown } | null;
  posting: Posting | null;
  /** The results of the cards whose tries are counted. */
  cardEnds: CounterEnd[];
}

/** Returns the items that `after` has and `before` has not. Nothing is ever taken out of a payment's lists. */
export const listNew = <T>(before: readonly T[], after: readonly T[]): T[] => after.slice(before.length);
/** Returns the changed item. At most one of a list changes at a time. */
export const findChanged = <T extends { id: string }>(before: readonly T[], after: readonly T[]): T | undefined =>
  before.flatMap((item, index) => (after[index] === item ? [] : [after[index] as T]))[0];

/** By property, because a purchase writes forty of them. */
const COLUMN_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [PAYMENT, ATTEMPT, EVIDENCE, REFUND].flatMap(Object.keys).map((name) => [name, columnOf(name)]),
);

const toColumns = <T>(names: readonly (keyof T & string)[], value: T, more: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(names.map((name) => [COLUMN_NAMES[name], value[name]])),
  ...more,
});

const PAYMENT_CHANGING = changingOf(PAYMENT);
const ATTEMPT_CHANGING = changingOf(ATTEMPT);
/** Their time is the database's. */
const ATTEMPT_INSERTED = namesOf(ATTEMPT).filter((name) => name !== 'createdAt');
const EVIDENCE_INSERTED = namesOf(EVIDENCE);
const REFUND_INSERTED = namesOf(REFUND);

/**
 * Writes a change while the payment still is at the version it was decided on; otherwise it writes nothing and returns no row.
 * It is one statement on purpose: a purchase passes here once, and evidence, status, events, refund orders, the ledger and the
 * stored answer must become true together or not at all.
 */
export const writeChange = (change: PaymentChange): Statement<Placed> => {
  const { platformId, id, version } = change.before;
  return mergeable('payment-change', WRITE_CHANGES, platformId, { id, version, change: toDifference(change) });
};

/** Returns the change as rows without undefined columns. A row that is updated keeps the columns that are left out. */
function toDifference({ before, after, routing, nodeId, webhookId, events, answer, posting, cardEnds }: PaymentChange) {
  const attempt = findChanged(before.attempts, after.attempts);
  const [newAttempt] = listNew(before.attempts, after.attempts);
  return {
    payment: toColumns(
      PAYMENT_CHANGING.filter((name) => before[name] !== after[name]),
      after,
    ),
    evidence: listNew(before.evidence, after.evidence).map((item) =>
      toColumns(EVIDENCE_INSERTED, item, { webhook_id: webhookId }),
    ),
    attempt: attempt && toColumns(['id', ...ATTEMPT_CHANGING], attempt),
    newAttempt: newAttempt && toColumns(ATTEMPT_INSERTED, newAttempt, { routing, node_id: nodeId }),
    newRefunds: listNew(before.refunds, after.refunds).map((item) => toColumns(REFUND_INSERTED, item)),
    endedRefund: findChanged(before.refunds, after.refunds),
    events,
    answer: answer ?? undefined,
    posting: posting ? toPosted(posting) : undefined,
    cardEnds: cardEnds.length > 0 ? cardEnds : undefined,
  };
}

/**
 * Only one of two changes of one payment in the same statement is written. What rows are found by is read out of the JSON first: row
 * security lets no index serve a condition that could fail.
 */
const WRITE_CHANGES = `
  WITH change AS MATERIALIZED (
    SELECT place, item->'change' AS c, (item->>'id')::uuid AS id, (item->>'version')::integer AS version,
      (item->'change'->'attempt'->>'id')::uuid AS attempt_id, (item->'change'->'endedRefund'->>'id')::uuid AS refund_id,
      item->'change'->'answer'->>'procedure' AS procedure, item->'change'->'answer'->>'key' AS key
    FROM ${ITEMS} AS one
  ), changed AS (
    UPDATE payment p SET version = p.version + 1, updated_at = now(), (${listColumns(PAYMENT_CHANGING)}) = (
      SELECT ${listColumns(PAYMENT_CHANGING, 'n')} FROM jsonb_populate_record(p, c->'payment') AS n)
    FROM change WHERE p.platform_id = $1 AND p.id = change.id AND p.version = change.version
    RETURNING p.platform_id, p.id, p.sale_id, p.method, place, c, attempt_id, refund_id, procedure, key
  ), evidence AS (
    INSERT INTO payment_evidence (platform_id, payment_id, webhook_id, ${listColumns(EVIDENCE_INSERTED)})
    SELECT changed.platform_id, changed.id, n.webhook_id, ${listColumns(EVIDENCE_INSERTED, 'n')}
    FROM changed, jsonb_populate_recordset(NULL::payment_evidence, c->'evidence') AS n
  ), attempt AS (
    UPDATE payment_attempt a SET answered_at = now(), (${listColumns(ATTEMPT_CHANGING)}) = (
      SELECT ${listColumns(ATTEMPT_CHANGING, 'n')} FROM jsonb_populate_record(a, c->'attempt') AS n)
    FROM changed WHERE a.platform_id = changed.platform_id AND a.id = attempt_id
  ), new_attempt AS (
    INSERT INTO payment_attempt (platform_id, payment_id, method, routing, node_id, ${listColumns(ATTEMPT_INSERTED)})
    SELECT changed.platform_id, changed.id, changed.method, n.routing, n.node_id, ${listColumns(ATTEMPT_INSERTED, 'n')}
    FROM changed, jsonb_populate_record(NULL::payment_attempt, c->'newAttempt') AS n WHERE n.id IS NOT NULL
  ), new_refund AS (
    INSERT INTO refund (platform_id, payment_id, seller_id, ${listColumns(REFUND_INSERTED)})
    SELECT changed.platform_id, changed.id,
      (SELECT seller_id FROM sale s WHERE s.platform_id = changed.platform_id AND s.id = changed.sale_id),
      ${listColumns(REFUND_INSERTED, 'n')}
    FROM changed, jsonb_populate_recordset(NULL::refund, c->'newRefunds') AS n
  ), ended_refund AS (
    UPDATE refund r SET state = c->'endedRefund'->>'state', reason = c->'endedRefund'->>'reason',
      provider_reason = c->'endedRefund'->>'providerReason',
      provider_refund_id = coalesce(c->'endedRefund'->>'providerRefundId', r.provider_refund_id), updated_at = now()
    FROM changed WHERE r.platform_id = changed.platform_id AND r.id = refund_id
  ), event AS (
    INSERT INTO outbox (platform_id, id, type, payment_id, payload)
    SELECT changed.platform_id, n.id, n.type, changed.id, n.payload
    FROM changed, jsonb_to_recordset(c->'events') AS n(id uuid, type text, payload jsonb)
  ), answer AS (
    UPDATE idempotency_key k SET response_status = (c->'answer'->>'status')::smallint, response_body = c->'answer'->'body'
    FROM changed WHERE k.platform_id = changed.platform_id AND k.procedure = changed.procedure AND k.key = changed.key
  ), card_ends AS (
    SELECT end_velocity($1, ends) FROM (
      SELECT jsonb_agg(one) AS ends FROM changed, jsonb_array_elements(c->'cardEnds') AS one) AS set WHERE ends IS NOT NULL
  ), posted AS (
    SELECT ledger_post_all($1, postings) FROM (
      SELECT jsonb_agg(c->'posting') AS postings FROM changed WHERE c->'posting' IS NOT NULL) AS set WHERE postings IS NOT NULL
  )
  -- Counted, because nothing is done for a part that only reads and that nobody looks at.
  SELECT place FROM changed WHERE (SELECT count(*) FROM posted) + (SELECT count(*) FROM card_ends) >= 0`;
