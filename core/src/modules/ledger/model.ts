/** Postings as data. The modules that create them explain their meaning; the database makes sure that they balance. */
import type { Currency } from '@feira/schemas/common';
import type { POSTING_KINDS } from '@feira/schemas/procedures/balances';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';

/** The accounts of a person: money that is held until its release, free money, money set aside for a withdrawal, and debt. */
export type PersonAccount = 'PENDING' | 'AVAILABLE' | 'RESERVED' | 'OWED';
/** The accounts of the platform, one of each kind. Their balance is the sum of their entries; no column holds it. */
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

/** The amount is in cents, and positive where the account's owner gains a claim. */
export type Entry =
  | { kind: PersonAccount; ownerId: string; amount: number }
  /** Money that a provider holds for the platform; the owner is the connection. */
  | { kind: 'PROVIDER'; ownerId: string; amount: number }
  /** Money that a provider holds for a person and pays out itself. */
  | { kind: 'RECEIVER'; ownerId: string; amount: number }
  | { kind: PlatformAccount; ownerId?: null; amount: number };

/** A part of a sale that is held, with the reason, the rule and the time of its release. */
export interface NewHold {
  reason: 'RELEASE' | 'RESERVE';
  amount: number;
  releaseAt: Date;
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
}

/**
 * A change whose accounts depend on the balances under lock. The SQL function `ledger_move` turns it into entries. Amounts are signed
 * like those of entries.
 */
export type Movement =
  /** Changes a person's share of the payment. An increase is held or credited; a decrease comes from holds first, then from the balance. */
  | { kind: 'SHARE'; ownerId: string; amount: number; holds?: NewHold[] }
  /** Credits a positive amount: it pays the person's debt first, and the rest becomes available. */
  | { kind: 'GIVE'; ownerId: string; amount: number }
  /** Debits a negative amount from the available balance; the person owes what is missing. */
  | { kind: 'TAKE'; ownerId: string; amount: number }
  | { kind: 'RELEASE'; ownerId: string; holdId: string; state: 'RELEASED' | 'ANTICIPATED' }
  | { kind: 'RESERVE'; ownerId: string; holdId: string; anticipationId: string }
  | { kind: 'UNRESERVE'; ownerId: string; holdId: string }
  /** Reserves at most `amount` of the available balance until the dispute ends. */
  | { kind: 'FREEZE'; ownerId: string; amount: number; disputeId: string };

export type PostingKind = (typeof POSTING_KINDS)[number];

export interface Posting {
  kind: PostingKind;
  /** The idempotency key: a posting with a known source changes nothing. */
  source: string;
  currency: Currency;
  entries: (Entry | Movement)[];
  occurredAt: Date;
  paymentId?: string;
  /** The rule behind the posting, for later questions. It never holds personal data. */
  explanation?: Record<string, unknown>;
}

/** Locks people's accounts. Every transaction that decides on holds runs this first, because accounts are locked before holds. */
export const lockAccounts = (platformId: string, personIds: readonly string[], currency: Currency): Statement => ({
  text: `SELECT kind, owner_id, balance FROM ledger_account
    WHERE platform_id = $1 AND owner_id = ANY($2::uuid[]) AND currency = $3 AND balance IS NOT NULL ORDER BY id FOR UPDATE`,
  values: [platformId, personIds, currency],
});

/**
 * Locks a person's accounts, or fails at once (`isLocked`) where another transaction works on them. For sweeps: they come back to that
 * person, and do not keep everybody else waiting.
 */
export const lockFreeAccounts = (platformId: string, personId: string, currency: Currency): Statement => {
  const { text, values } = lockAccounts(platformId, [personId], currency);
  return { text: `${text} NOWAIT`, values };
};

/** Returns an argument of `ledger_post` and `ledger_post_all`, for a statement that also writes other rows. */
export const toPosted = (posting: Posting, reverses: string | null = null) => ({ ...posting, id: newId(), reverses });

/** Belongs in the transaction that writes the fact itself. Returns one row; `isTooLow` recognises its error where money is missing. */
export const post = (
  platformId: string,
  posting: Posting,
  reverses: string | null = null,
): Statement<{ isNew: boolean }> => ({
  name: 'ledger-post',
  text: 'SELECT ledger_post($1, $2) AS is_new',
  values: [platformId, JSON.stringify(toPosted(posting, reverses))],
});

/** Reverses a whole transaction. A second reversal changes nothing. */
export const reverse = (
  platformId: string,
  transactionId: string,
  occurredAt: Date,
): Statement<{ isNew: boolean }> => ({
  name: 'ledger-reverse',
  text: `
    SELECT ledger_post($1, jsonb_build_object('id', $3::uuid, 'kind', 'REVERSAL', 'source', 'reversal:' || t.id, 'currency', t.currency,
      'paymentId', t.payment_id, 'reverses', t.id, 'occurredAt', $4::timestamptz, 'entries', (
        SELECT jsonb_agg(jsonb_build_object('kind', a.kind, 'ownerId', a.owner_id, 'amount', -e.amount))
        FROM ledger_entry e JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
        WHERE e.platform_id = t.platform_id AND e.transaction_id = t.id))) AS is_new
    FROM ledger_transaction t WHERE t.platform_id = $1 AND t.id = $2`,
  values: [platformId, transactionId, newId(), occurredAt],
});

/** Returns true where a posting failed because an account would have fallen below its floor. Nothing of it was written. */
export const isTooLow = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === 'ledger_account_floor';
