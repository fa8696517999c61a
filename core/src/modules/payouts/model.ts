/** Reads and writes the rows of destinations. Every statement names the platform, and the person's own also name the person. */

import type { Locale } from '@feira/schemas/common';
import type { DESTINATION_STATUSES, listBankAccounts } from '@feira/schemas/procedures/payouts';
import type { PixKeyType } from '@feira/schemas/rules/pix-key';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];

export interface BankAccount {
  bankCode: string;
  branchNumber: string;
  branchDigit: string | null;
  accountNumber: string;
  accountDigit: string;
  accountType: 'CHECKING' | 'SAVINGS';
}

export interface DestinationRow extends Record<keyof BankAccount, string | null> {
  id: string;
  kind: 'PIX_KEY' | 'BANK_ACCOUNT';
  pixType: PixKeyType | null;
  pixKey: string | null;
  holderName: string;
  status: DestinationStatus;
  usableAt: Date;
  reason: string | null;
  createdAt: Date;
}

const COLUMNS = `d.id, d.kind, d.pix_type, d.pix_key, d.bank_code, d.branch_number, d.branch_digit, d.account_number,
  d.account_digit, d.account_type, d.holder_name, d.status, d.usable_at, d.reason, d.created_at`;

export const selectDestinations = (platformId: string, personId: string): Statement<DestinationRow> => ({
  text: `SELECT ${COLUMNS} FROM payout_destination d
    WHERE d.platform_id = $1 AND d.person_id = $2 AND d.status <> 'REMOVED' ORDER BY d.created_at DESC, d.id DESC`,
  values: [platformId, personId],
});

export interface Holder {
  name: string;
  email: string;
  locale: Locale | null;
  document: string | null;
}

/** Locks the person, so that two destinations at once are added one after the other. Rows that only refer to the person do not wait. */
export const lockHolder = (platformId: string, personId: string): Statement<Holder> => ({
  text: 'SELECT name, email, locale, document FROM person WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE',
  values: [platformId, personId],
});

export interface NewDestination {
  id: string;
  personId: string;
  kind: DestinationRow['kind'];
  pixType?: PixKeyType;
  pixKey?: string;
  account?: BankAccount;
  holderName: string;
  holderDocument: string;
  status: 'WAITING' | 'ACTIVE';
  coolingHours: number;
}

export const insertDestination = (platformId: string, destination: NewDestination): Statement<DestinationRow> => ({
  text: `INSERT INTO payout_destination AS d (platform_id, id, person_id, kind, pix_type, pix_key, bank_code, branch_number,
      branch_digit, account_number, account_digit, account_type, holder_name, holder_document, status, usable_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now() + make_interval(hours => $16::integer))
    RETURNING ${COLUMNS}`,
  values: [
    platformId,
    destination.id,
    destination.personId,
    destination.kind,
    destination.pixType ?? null,
    destination.pixKey ?? null,
    destination.account?.bankCode ?? null,
    destination.account?.branchNumber ?? null,
    destination.account?.branchDigit ?? null,
    destination.account?.accountNumber ?? null,
    destination.account?.accountDigit ?? null,
    destination.account?.accountType ?? null,
    destination.holderName,
    destination.holderDocument,
    destination.status,
    destination.coolingHours,
  ],
});

/** Returns the row where it was there to be removed. */
export const removeOwn = (platformId: string, personId: string, id: string): Statement<DestinationRow> => ({
  text: `UPDATE payout_destination d SET status = 'REMOVED'
    WHERE d.platform_id = $1 AND d.person_id = $2 AND d.id = $3 AND d.status <> 'REMOVED' RETURNING ${COLUMNS}`,
  values: [platformId, personId, id],
});

/** Removes destinations that belong to another document than this one. */
export const removeForeign = (platformId: string, personId: string, document: string): Statement => ({
  text: `UPDATE payout_destination SET status = 'REMOVED'
    WHERE platform_id = $1 AND person_id = $2 AND status <> 'REMOVED' AND holder_document <> $3`,
  values: [platformId, personId, document],
});

export interface Decision {
  id: string;
  status: 'ACTIVE' | 'REFUSED';
  reason: string | null;
  decidedBy: string;
}

/** The second of two decisions at once finds no row that waits. */
export const decideWaiting = (
  platformId: string,
  { id, status, reason, decidedBy }: Decision,
): Statement<DecidedRow> => ({
  text: `UPDATE payout_destination d SET status = $3, reason = $4, decided_by = $5, decided_at = now()
    FROM person p
    WHERE d.platform_id = $1 AND d.id = $2 AND d.kind = 'BANK_ACCOUNT' AND d.status = 'WAITING'
      AND p.platform_id = d.platform_id AND p.id = d.person_id
    RETURNING ${COLUMNS}, p.id AS person_id, p.name AS person_name, p.email AS person_email`,
  values: [platformId, id, status, reason, decidedBy],
});

export interface DecidedRow extends DestinationRow {
  personId: string;
  personName: string;
  personEmail: string;
}

export const selectStatus = (platformId: string, id: string): Statement<Pick<DestinationRow, 'status'>> => ({
  text: 'SELECT status FROM payout_destination WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

/** Destinations that wait come first. Removed ones are shown only where the filter names their status. */
export const BANK_ACCOUNTS: List<
  DestinationRow & { person: { id: string; name: string; email: string }; isOwnDocument: boolean },
  FilterOf<typeof listBankAccounts>
> = {
  sorts: { person: 'p.search_text', createdAt: 'd.created_at' },
  isCounted: true,
  isFresh: true,
  sql: ({ status, search }, bind) => ({
    columns: `${COLUMNS}, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person,
      upper(regexp_replace(coalesce(p.document, ''), '[^0-9A-Za-z]', '', 'g')) = d.holder_document AS is_own_document`,
    from: 'payout_destination d JOIN person p ON p.platform_id = d.platform_id AND p.id = d.person_id',
    where: [
      'd.platform_id = $1',
      status ? `d.status = ${bind(status)}` : `d.status <> 'REMOVED'`,
      contains('p.search_text', search, bind),
    ],
    order: { ...newestFirst('d'), first: `d.status = 'WAITING'` },
  }),
};

export interface Usability {
  kind: DestinationRow['kind'];
  status: DestinationStatus;
  isCooling: boolean;
}

/** Selects whether a withdrawal may be sent to the destination now. */
export const selectUsability = (platformId: string, personId: string, id: string, now: Date): Statement<Usability> => ({
  text: `SELECT kind, status, usable_at > $4 AS is_cooling FROM payout_destination
    WHERE platform_id = $1 AND person_id = $2 AND id = $3 AND status <> 'REMOVED'`,
  values: [platformId, personId, id, now],
});

/** Selects the person's accounts at providers that can be paid. */
export const selectReceiversOf = (platformId: string, personId: string): Statement<ReceiverOfPerson> => ({
  text: `SELECT id, provider, receiver_id, connection_id FROM receiver
    WHERE platform_id = $1 AND person_id = $2 AND status = 'ACTIVE' AND receiver_id IS NOT NULL
    ORDER BY created_at DESC, id`,
  values: [platformId, personId],
});

export interface ReceiverOfPerson {
  id: string;
  provider: string;
  receiverId: string;
  connectionId: string;
}

export const selectReceiverOf = (
  platformId: string,
  personId: string,
  id: string,
): Statement<{ connectionId: string }> => ({
  text: `SELECT connection_id FROM receiver
    WHERE platform_id = $1 AND person_id = $2 AND id = $3 AND status = 'ACTIVE' AND receiver_id IS NOT NULL`,
  values: [platformId, personId, id],
});

export const selectAvailable = (
  platformId: string,
  personId: string,
  currency: string,
): Statement<{ balance: number }> => ({
  text: `SELECT balance FROM ledger_account
    WHERE platform_id = $1 AND owner_id = $2 AND kind = 'AVAILABLE' AND currency = $3`,
  values: [platformId, personId, currency],
});
