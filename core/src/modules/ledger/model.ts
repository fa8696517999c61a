/** Postings as data. What they mean is said where they are made; that they balance, the database makes sure of. */
import type { Currency } from '@feira/schemas/common';
import type { POSTING_KINDS } from '@feira/schemas/procedures/balances';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';

/** Of a person: money on its way to be theirs, theirs, theirs but promised to a withdrawal, and what they owe. */
export type PersonAccount = 'PENDING' | 'AVAILABLE' | 'RESERVED' | 'OWED';
/** Of the platform, one each; their balance is the sum of their entries and kept nowhere. */
export type PlatformAccount =
  | 'PROVIDER_FEES'
  | 'PLATFORM_FEES'
  | 'INTEREST'
  | 'REFUNDS'
  | 'DISPUTES'
  | 'ANTICIPATION'
  | 'WITHDRAWN'
  | 'LOSSES'
  | 'TAX_WITHHELD';

/** Cents; positive where the account's owner gains a claim. */
export type Entry =
  | { kind: PersonAccount; ownerId: string; amount: number }
  /** What a provider holds for us; the owner is the connection. */
  | { kind: 'PROVIDER'; ownerId: string; amount: number }
  /** What it holds for a person, and pays out itself. */
  | { kind: 'RECEIVER'; ownerId: string; amount: number }
  | { kind: PlatformAccount; ownerId?: null; amount: number };

/** Why a part of a sale is held, and until when. */
export interface NewHold {
  reason: 'RELEASE' | 'RESERVE';
  amount: number;
  releaseAt: Date;
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
}

/**
 * What is to happen where only the balances under lock tell which accounts it touches; `ledger_post` in the migrations says
 * how each is carried out. Amounts are signed like those of entries.
 */
export type Movement =
  /** A person's part of the posting's payment: more of it is held or given, less is taken from wherever it is. */
  | { kind: 'SHARE'; ownerId: string; amount: number; holds?: NewHold[] }
  /** Pays what the person owes first; the rest is theirs to use. Positive. */
  | { kind: 'GIVE'; ownerId: string; amount: number }
  /** Out of what is theirs to use; what is missing they owe. Negative. */
  | { kind: 'TAKE'; ownerId: string; amount: number }
  | { kind: 'RELEASE'; ownerId: string; holdId: string; state: 'RELEASED' | 'ANTICIPATED' }
  | { kind: 'RESERVE'; ownerId: string; holdId: string; anticipationId: string }
  | { kind: 'UNRESERVE'; ownerId: string; holdId: string }
  /** At most `amount` of what is theirs to use, kept aside until the dispute ends. */
  | { kind: 'FREEZE'; ownerId: string; amount: number; disputeId: string };

/** What happened, in one word. */
export type PostingKind = (typeof POSTING_KINDS)[number];

export interface Posting {
  kind: PostingKind;
  /** Names the fact; posted again, it changes nothing. */
  source: string;
  currency: Currency;
  entries: (Entry | Movement)[];
  occurredAt: Date;
  paymentId?: string;
  /** The rule that made it so, for whoever asks later: never a person's data. */
  explanation?: Record<string, unknown>;
}

/**
 * Accounts are locked before holds, by everybody: whoever decides on holds of people takes this first, in the same transaction.
 */
export const lockAccounts = (platformId: string, personIds: readonly string[], currency: Currency): Statement => ({
  text: `SELECT kind, owner_id AS "ownerId", balance FROM ledger_account
    WHERE platform_id = $1 AND owner_id = ANY($2::uuid[]) AND currency = $3 AND balance IS NOT NULL ORDER BY id FOR UPDATE`,
  values: [platformId, personIds, currency],
});

/** As `ledger_post` takes it, for a statement that does more than post. */
export const toPosted = (posting: Posting, reverses: string | null = null) => ({ ...posting, id: newId(), reverses });

/** For the transaction of what it stands for. Answers one row: whether it was new. `isTooLow` tells the one refusal that is nobody's mistake. */
export const post = (
  platformId: string,
  posting: Posting,
  reverses: string | null = null,
): Statement<{ isNew: boolean }> => ({
  name: 'ledger-post',
  text: 'SELECT ledger_post($1, $2) AS "isNew"',
  values: [platformId, JSON.stringify(toPosted(posting, reverses))],
});

/** Undoes a transaction whole. A second time it changes nothing. */
export const reverse = (platformId: string, transactionId: string, occurredAt: Date): Statement => ({
  name: 'ledger-reverse',
  text: `
    SELECT ledger_post($1, jsonb_build_object('id', $3::uuid, 'kind', 'REVERSAL', 'source', 'reversal:' || t.id, 'currency', t.currency,
      'paymentId', t.payment_id, 'reverses', t.id, 'occurredAt', $4::timestamptz, 'entries', (
        SELECT jsonb_agg(jsonb_build_object('kind', a.kind, 'ownerId', a.owner_id, 'amount', -e.amount))
        FROM ledger_entry e JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
        WHERE e.platform_id = t.platform_id AND e.transaction_id = t.id))) AS "isNew"
    FROM ledger_transaction t WHERE t.platform_id = $1 AND t.id = $2`,
  values: [platformId, transactionId, newId(), occurredAt],
});

/** Whether a posting was refused because an account would have gone below what it may. Nothing of it was written. */
export const isTooLow = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === 'ledger_account_floor';
