/** Reads and writes the rows of receivers: people's accounts at providers, and the platform's own, which have no person. */
import type { listReceivers, RECEIVER_STATES } from '@feira/schemas/procedures/receivers';
import type { ReceiverStatus } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

export type ReceiverState = (typeof RECEIVER_STATES)[number];

export interface ReceiverRow {
  id: string;
  personId: string | null;
  connectionId: string;
  provider: string;
  receiverId: string | null;
  /** The account's secret, sealed; see tokens.ts. */
  receiverToken: string | null;
  status: ReceiverStatus;
  state: ReceiverState;
  providerStatus: string | null;
  reason: string | null;
  checks: number;
  createdAt: Date;
}

const COLUMNS = `r.id, r.person_id, r.connection_id, r.provider, r.receiver_id, r.receiver_token, r.status, r.state,
  r.provider_status, r.reason, r.checks, r.created_at`;

export interface Applicant {
  name: string;
  email: string;
  document: string | null;
  phone: string | null;
}

export const selectApplicant = (platformId: string, personId: string): Statement<Applicant> => ({
  text: `SELECT name, email, document, phone FROM person WHERE platform_id = $1 AND id = $2`,
  values: [platformId, personId],
});

export interface OwnAccount {
  bankCode: string;
  branchNumber: string;
  branchDigit: string | null;
  accountNumber: string;
  accountDigit: string;
  accountType: 'CHECKING' | 'SAVINGS';
}

/** Selects a confirmed account of the person's own. */
export const selectAccount = (platformId: string, personId: string, id: string): Statement<OwnAccount> => ({
  text: `SELECT bank_code, branch_number, branch_digit, account_number, account_digit, account_type FROM payout_destination
    WHERE platform_id = $1 AND person_id = $2 AND id = $3 AND kind = 'BANK_ACCOUNT' AND status = 'ACTIVE'`,
  values: [platformId, personId, id],
});

export interface NewReceiver {
  id: string;
  personId: string | null;
  connectionId: string;
  provider: string;
  destinationId: string | null;
  /** The node that makes the call. */
  nodeId: string;
  /** The time by which the call is over: a row that is unanswered then has lost its answer. */
  overAt: Date;
}

/** Returns no row where there is one already that was not refused: of two requests at once one gets through. */
export const insertReceiver = (platformId: string, receiver: NewReceiver): Statement<ReceiverRow> => ({
  text: `INSERT INTO receiver AS r (platform_id, id, person_id, connection_id, provider, destination_id, next_check_at, node_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
  values: [
    platformId,
    receiver.id,
    receiver.personId,
    receiver.connectionId,
    receiver.provider,
    receiver.destinationId,
    receiver.overAt,
    receiver.nodeId,
  ],
});

export interface Answer {
  state: ReceiverState;
  status: ReceiverStatus;
  receiverId: string | null;
  receiverToken: string | null;
  providerStatus: string | null;
  reason: string | null;
  nextCheckAt: Date | null;
}

/** Writes what the provider reported; what it left out stays. Returns the changed row, and its status before. */
export const writeAnswer = (
  platformId: string,
  id: string,
  from: ReceiverState[],
  answer: Answer,
): Statement<ReceiverRow & { before: ReceiverStatus }> => ({
  text: `UPDATE receiver r SET state = $4, status = $5, receiver_id = coalesce($6, r.receiver_id),
      receiver_token = coalesce($7, r.receiver_token), provider_status = coalesce($8, r.provider_status), reason = $9,
      next_check_at = $10, checks = r.checks + 1
    FROM (SELECT id, status FROM receiver WHERE platform_id = $1 AND id = $2 FOR UPDATE) old
    WHERE r.platform_id = $1 AND r.id = old.id AND r.state = ANY($3)
    RETURNING ${COLUMNS}, old.status AS "before"`,
  values: [
    platformId,
    id,
    from,
    answer.state,
    answer.status,
    answer.receiverId,
    answer.receiverToken,
    answer.providerStatus,
    answer.reason,
    answer.nextCheckAt,
  ],
});

export const postpone = (
  platformId: string,
  id: string,
  { checks, nextCheckAt }: { checks: number; nextCheckAt: Date },
): Statement => ({
  text: 'UPDATE receiver SET next_check_at = $3, checks = $4 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, nextCheckAt, checks],
});

export const selectReceiver = (platformId: string, id: string): Statement<ReceiverRow> => ({
  text: `SELECT ${COLUMNS} FROM receiver r WHERE r.platform_id = $1 AND r.id = $2`,
  values: [platformId, id],
});

export const selectByProviderId = (
  platformId: string,
  connectionId: string,
  receiverId: string,
): Statement<ReceiverRow> => ({
  text: `SELECT ${COLUMNS} FROM receiver r WHERE r.platform_id = $1 AND r.connection_id = $2 AND r.receiver_id = $3`,
  values: [platformId, connectionId, receiverId],
});

export interface OpenReceiver {
  connectionId: string;
  personId: string | null;
  receiverId: string;
}

/** Selects open accounts: these people's, and the platform's own. */
export const selectOpen = (platformId: string, connectionIds: string[], people: string[]): Statement<OpenReceiver> => ({
  name: 'open-receivers',
  text: `SELECT r.connection_id, r.person_id, r.receiver_id FROM receiver r
    WHERE r.platform_id = $1 AND r.connection_id = ANY($2::uuid[]) AND (r.person_id = ANY($3::uuid[]) OR r.person_id IS NULL)
      AND r.status = 'ACTIVE' AND r.receiver_id IS NOT NULL`,
  values: [platformId, connectionIds, people],
});

/** Locks the receiver that counts at a connection: refused ones do not. */
export const lockCurrent = (
  platformId: string,
  connectionId: string,
  personId: string | null,
): Statement<ReceiverRow> => ({
  text: `SELECT ${COLUMNS} FROM receiver r WHERE r.platform_id = $1 AND r.connection_id = $2
    AND r.person_id IS NOT DISTINCT FROM $3::uuid AND r.status <> 'REJECTED' FOR UPDATE`,
  values: [platformId, connectionId, personId],
});

export const selectOfPerson = (platformId: string, personId: string): Statement<ReceiverRow> => ({
  text: `SELECT ${COLUMNS} FROM receiver r WHERE r.platform_id = $1 AND r.person_id = $2 ORDER BY r.created_at DESC, r.id DESC`,
  values: [platformId, personId],
});

interface ReceiverFilter extends FilterOf<typeof listReceivers> {}

/** Receivers with their people; the platform's own have none. */
export const RECEIVERS: List<
  ReceiverRow & { person: { id: string; name: string; email: string } | null },
  ReceiverFilter
> = {
  isFresh: true,
  sql: ({ personId, owner, status, state, search }, bind) => ({
    columns: `${COLUMNS},
      CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) END AS person`,
    from: 'receiver r LEFT JOIN person p ON p.platform_id = r.platform_id AND p.id = r.person_id',
    where: [
      'r.platform_id = $1',
      personId && `r.person_id = ${bind(personId)}`,
      owner && `(r.person_id IS NULL) = ${bind(owner === 'PLATFORM')}::boolean`,
      status && `r.status = ${bind(status)}`,
      state && `r.state = ${bind(state)}`,
      contains('p.search_text', search, bind),
    ],
    order: newestFirst('r'),
  }),
};
