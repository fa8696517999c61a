/**
 * Reads and writes the rows of withdrawals. Every change names the states it may start from: of two decisions at once the second changes
 * nothing.
 */
import type { Currency } from '@feira/schemas/common';
import type { WITHDRAWAL_ROLES, WITHDRAWAL_STATES } from '@feira/schemas/procedures/payouts';
import type { Memo, WITHDRAWAL_METHODS } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import type { BankAccount, DestinationRow } from './model.ts';

export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];
export type WithdrawalRole = (typeof WITHDRAWAL_ROLES)[number];

/** Null where the platform's own rule approved it. */
export interface Approval {
  personId: string | null;
  name: string | null;
  at: string;
}

/** The end of a withdrawal, as one person says. */
export interface Settlement {
  personId: string;
  name: string;
  outcome: 'PAID' | 'FAILED';
  reason: string;
  at: string;
}

export interface WithdrawalRow
  extends Pick<DestinationRow, 'pixType' | 'pixKey' | 'holderName'>,
    Record<keyof BankAccount, string | null> {
  id: string;
  personId: string;
  personName: string;
  personEmail: string;
  role: WithdrawalRole;
  currency: Currency;
  amount: number;
  fee: number;
  method: WithdrawalMethod;
  state: WithdrawalState;
  approvals: Approval[];
  /** Cents of the person's other withdrawals of the last day that fewer than two people approved. */
  approvedBeside: number;
  /** The first of the two settlements that a large withdrawal needs. */
  settlement: Settlement | null;
  reported: ReportedEnd | null;
  /** The end that its provider reports, where that is the opposite of its state. */
  contradictedAs: Settlement['outcome'] | null;
  corrections: number;
  connectionId: string | null;
  provider: string | null;
  providerVersion: string | null;
  /** The node that sends it, or has last sent it. */
  nodeId: string | null;
  providerWithdrawId: string | null;
  providerStatus: string | null;
  /** The memo that its adapter keeps about the withdrawal. */
  memo: Memo | null;
  reason: string | null;
  createdAt: Date;
  sentAt: Date | null;
  closedAt: Date | null;
  tries: number;
  checks: number;
  misses: number;
  holderDocument: string | null;
  isOwnDocument: boolean;
  /** The destination still takes money. */
  isReachable: boolean;
  receiverProvider: string | null;
  receiverId: string | null;
  receiverToken: string | null;
  receiverConnectionId: string | null;
}

/** The sum of withdrawals `o` that fewer than two people approved within a day, as SQL. The age lets an index serve it. */
const APPROVED_ALONE = `SELECT coalesce(sum(o.amount), 0)::bigint AS amount FROM withdrawal o
  WHERE o.created_at > now() - interval '90 days' AND o.decided_at > now() - interval '24 hours'
    AND o.state NOT IN ('REJECTED', 'CANCELED', 'FAILED') AND jsonb_array_length(o.approvals) < 2`;

/** Selects the cents of a person's withdrawals of the last day that fewer than two people approved. */
export const selectApprovedAlone = (platformId: string, personId: string): Statement<{ amount: number }> => ({
  text: `${APPROVED_ALONE} AND o.person_id = $2 AND o.platform_id = $1`,
  values: [platformId, personId],
});

export const WITHDRAWAL_COLUMNS = `
  w.id, w.person_id, p.name AS person_name, p.email AS person_email, w.role, w.currency, w.amount, w.fee, w.method, w.state,
  w.approvals, CASE WHEN w.state IN ('WAITING', 'SENT', 'UNKNOWN') OR w.contradicted_as IS NOT NULL
    THEN (${APPROVED_ALONE} AND o.person_id = w.person_id AND o.platform_id = w.platform_id AND o.id <> w.id) ELSE 0 END AS approved_beside,
  w.settlement, w.reported, w.contradicted_as, w.corrections, w.connection_id, c.provider, w.provider_version, w.node_id,
  w.provider_withdraw_id, w.provider_status, w.memo, w.reason, w.created_at, w.sent_at, w.closed_at, w.tries, w.checks, w.misses, d.pix_type, d.pix_key, d.bank_code, d.branch_number, d.branch_digit, d.account_number,
  d.account_digit, d.account_type, coalesce(d.holder_name, p.name) AS holder_name, d.holder_document,
  d.id IS NULL OR upper(regexp_replace(coalesce(p.document, ''), '[^0-9A-Za-z]', '', 'g')) = d.holder_document AS is_own_document,
  coalesce(d.status, r.status) = 'ACTIVE' AS is_reachable, r.provider AS receiver_provider, r.receiver_id, r.receiver_token,
  r.connection_id AS receiver_connection_id`;

export const WITHDRAWAL_JOINS = `
  withdrawal w
  JOIN person p ON p.platform_id = w.platform_id AND p.id = w.person_id
  LEFT JOIN payout_destination d ON d.platform_id = w.platform_id AND d.id = w.destination_id
  LEFT JOIN receiver r ON r.platform_id = w.platform_id AND r.id = w.receiver_id
  LEFT JOIN provider_connection c ON c.platform_id = w.platform_id AND c.id = w.connection_id`;

export const selectWithdrawal = (platformId: string, id: string): Statement<WithdrawalRow> => ({
  text: `SELECT ${WITHDRAWAL_COLUMNS} FROM ${WITHDRAWAL_JOINS} WHERE w.platform_id = $1 AND w.id = $2`,
  values: [platformId, id],
});

/** Locks a withdrawal for a decision that moves no money: no other caller decides meanwhile. */
export const lockWithdrawal = (platformId: string, id: string): Statement<WithdrawalRow> => ({
  text: `${selectWithdrawal(platformId, id).text} FOR UPDATE OF w`,
  values: [platformId, id],
});

/** Finds a withdrawal that this connection sent by the provider's id, or by our own reference. */
export const selectByProvider = (
  platformId: string,
  connectionId: string,
  { withdrawId, reference }: { withdrawId?: string | undefined; reference?: string | undefined },
): Statement<WithdrawalRow> => ({
  text: `SELECT ${WITHDRAWAL_COLUMNS} FROM ${WITHDRAWAL_JOINS}
    WHERE w.platform_id = $1 AND w.connection_id = $2 AND (w.provider_withdraw_id = $3 OR w.id = $4)
    ORDER BY w.id = $4 DESC NULLS LAST LIMIT 1`,
  values: [platformId, connectionId, withdrawId ?? null, UUID.test(reference ?? '') ? reference : null],
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface NewWithdrawal {
  id: string;
  personId: string;
  role: WithdrawalRole;
  currency: Currency;
  amount: number;
  fee: number;
  method: WithdrawalMethod;
  destinationId: string | null;
  receiverId: string | null;
  /** Set where the platform's rule approves it; null where a person has to. */
  approvedAt: Date | null;
}

export const insertWithdrawal = (platformId: string, withdrawal: NewWithdrawal): Statement => ({
  text: `INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, fee, method, destination_id, receiver_id, state,
      approvals, decided_at, next_check_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13::timestamptz,
      CASE WHEN $13::timestamptz IS NOT NULL THEN now() END)`,
  values: [
    platformId,
    withdrawal.id,
    withdrawal.personId,
    withdrawal.role,
    withdrawal.currency,
    withdrawal.amount,
    withdrawal.fee,
    withdrawal.method,
    withdrawal.destinationId,
    withdrawal.receiverId,
    withdrawal.approvedAt ? 'APPROVED' : 'WAITING',
    JSON.stringify(
      withdrawal.approvedAt ? [{ personId: null, name: null, at: withdrawal.approvedAt.toISOString() }] : [],
    ),
    withdrawal.approvedAt,
  ],
});

/** Adds an approval; the last one that is needed lets the withdrawal go. */
export const addApproval = (platformId: string, id: string, approval: Approval, isLast: boolean): Statement => ({
  text: `UPDATE withdrawal SET approvals = approvals || jsonb_build_array($3::jsonb), version = version + 1,
      state = CASE WHEN $4 THEN 'APPROVED' ELSE state END,
      decided_at = CASE WHEN $4 THEN $5::timestamptz END, next_check_at = CASE WHEN $4 THEN now() END
    WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [platformId, id, JSON.stringify(approval), isLast, approval.at],
});

/** Makes withdrawals due that wait for approval although their destination was removed: the job returns their money. */
export const makeUnreachableDue = (platformId: string, personId: string): Statement => ({
  text: `UPDATE withdrawal w SET next_check_at = now()
    FROM payout_destination d
    WHERE w.platform_id = $1 AND w.person_id = $2 AND w.state = 'WAITING'
      AND d.platform_id = w.platform_id AND d.id = w.destination_id AND d.status = 'REMOVED'`,
  values: [platformId, personId],
});

/** Keeps a settlement until a second person settles the same. A different settlement replaces the first, and waits in its turn. */
export const keepSettlement = (platformId: string, id: string, settlement: Settlement): Statement => ({
  text: `UPDATE withdrawal SET settlement = $3::jsonb, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND (state IN ('SENT', 'UNKNOWN') OR contradicted_as IS NOT NULL)`,
  values: [platformId, id, JSON.stringify(settlement)],
});

/** Notes that the provider reports another end. What one person settled before belongs to another question. */
export const markContradicted = (platformId: string, id: string, reported: Settlement['outcome']): Statement => ({
  text: `UPDATE withdrawal SET contradicted_as = $3, settlement = NULL, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND contradicted_as IS DISTINCT FROM $3 AND (state = 'PAID') <> ($3 = 'PAID')
      AND state IN ('PAID', 'REJECTED', 'FAILED', 'CANCELED')`,
  values: [platformId, id, reported],
});

/** Ends a contradiction; a correction also changes the state. */
export const closeContradiction = (
  platformId: string,
  id: string,
  correction: { to: Settlement['outcome']; reason: string; at: Date } | null,
): Statement => ({
  text: `UPDATE withdrawal SET contradicted_as = NULL, settlement = NULL, version = version + 1,
      state = coalesce($3, state), reason = CASE WHEN $3::text IS NULL THEN reason ELSE $4 END,
      closed_at = coalesce($5, closed_at), corrections = corrections + CASE WHEN $3::text IS NULL THEN 0 ELSE 1 END
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, correction?.to ?? null, correction?.reason ?? null, correction?.at ?? null],
});

/** The end that an event tells which is believed only beside another one. */
export interface ReportedEnd {
  outcome: Settlement['outcome'];
  requestId: string;
}

/** Keeps the end that an event tells. Another end takes the place of the one before. */
export const keepReported = (platformId: string, id: string, reported: ReportedEnd): Statement => ({
  text: `UPDATE withdrawal SET reported = $3::jsonb, version = version + 1
    WHERE platform_id = $1 AND id = $2 AND closed_at IS NULL`,
  values: [platformId, id, JSON.stringify(reported)],
});

/** Selects whether the platform chose to believe a single event of a proven sender. */
export const selectBelief = (platformId: string): Statement<{ isChosen: boolean }> => ({
  text: `SELECT coalesce((settings #>> '{withdrawals,believesEvents}')::boolean, false) AS is_chosen FROM platform WHERE platform_id = $1`,
  values: [platformId],
});

export type EndState = 'PAID' | 'REJECTED' | 'FAILED' | 'CANCELED';

export interface Ending {
  from: readonly WithdrawalState[];
  to: EndState;
  reason: string | null;
  providerStatus?: string | null;
  providerWithdrawId?: string | null;
  memo?: Memo | null;
  at: Date;
}

/** Returns a row where the withdrawal was open. */
export const endWithdrawal = (platformId: string, id: string, ending: Ending): Statement => ({
  text: `UPDATE withdrawal SET state = $4, reason = $5, provider_status = coalesce($6, provider_status),
      provider_withdraw_id = coalesce($7, provider_withdraw_id), memo = coalesce($9::jsonb, memo), closed_at = $8, next_check_at = NULL, version = version + 1,
      decided_at = coalesce(decided_at, $8)
    WHERE platform_id = $1 AND id = $2 AND state = ANY($3::text[]) RETURNING id`,
  values: [
    platformId,
    id,
    ending.from,
    ending.to,
    ending.reason,
    ending.providerStatus ?? null,
    ending.providerWithdrawId ?? null,
    ending.at,
    ending.memo ? JSON.stringify(ending.memo) : null,
  ],
});
