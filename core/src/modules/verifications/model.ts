/** Reads and writes verifications of people and the documents that belong to them. */
import type { PersonCheckStatus } from '@feira/schemas/person-check';
import type { listVerifications } from '@feira/schemas/procedures/verifications';
import type { RefusalReason, VerificationDocument, VerificationStatus } from '@feira/schemas/verification';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import type { FileType } from '../../shared/file-kind.ts';
import type { List } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

export interface SentDocument {
  id: string;
  kind: VerificationDocument;
  mediaType: FileType;
  byteCount: number;
  sentAt: string;
  refusal: RefusalReason | null;
}

/** A provider's verdict on the documents of one version. FAILED: it gave no answer, or does not take them. */
export interface ProviderCheck {
  version: number;
  connectionId: string;
  /** The name of the provider. */
  provider: string;
  personCheckId: string | null;
  status: PersonCheckStatus | 'FAILED';
  reason: string | null;
  refusals: { kind: VerificationDocument; reason: RefusalReason }[];
  tries: number;
  /** When it is asked again; null where it need not be. */
  nextAt: string | null;
  answeredAt: string | null;
}

export interface VerificationRow {
  personId: string;
  name: string;
  email: string;
  document: string | null;
  status: VerificationStatus;
  version: number;
  note: string | null;
  approvals: { personId: string; at: string }[];
  submittedAt: Date | null;
  decidedAt: Date | null;
  expiresAt: Date | null;
  documents: SentDocument[];
  providerCheck: ProviderCheck | null;
}

/** The status of a row `v` that may be missing: one that has ended is not good any more, even before the job has seen it. */
const STATUS = `CASE WHEN v.status = 'VERIFIED' AND v.expires_at <= now() THEN 'EXPIRED' ELSE coalesce(v.status, 'NONE') END`;

export const selectVerification = (platformId: string, personId: string): Statement<VerificationRow> => ({
  text: `SELECT p.id AS person_id, p.name, p.email, p.document, ${STATUS} AS status, coalesce(v.version, 0) AS version, v.note,
      coalesce(v.approvals, '[]') AS approvals, v.submitted_at, v.decided_at, v.expires_at, v.provider_check,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'mediaType', d.media_type, 'byteCount', d.byte_count,
          'sentAt', d.sent_at, 'refusal', d.refusal) ORDER BY d.sent_at), '[]')
        FROM verification_document d WHERE d.platform_id = p.platform_id AND d.person_id = p.id) AS documents
    FROM person p LEFT JOIN person_verification v ON v.platform_id = p.platform_id AND v.person_id = p.id
    WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, personId],
});

/** Other changes of the verification wait until the transaction is over. */
export const lockVerification = (platformId: string, personId: string): Statement<{ status: VerificationStatus }> => ({
  text: `SELECT ${STATUS} AS status FROM person_verification v WHERE v.platform_id = $1 AND v.person_id = $2 FOR UPDATE`,
  values: [platformId, personId],
});

export const selectPersonByEmail = (platformId: string, email: string): Statement<{ id: string; name: string }> => ({
  text: `SELECT id, name FROM person WHERE platform_id = $1 AND email = $2 AND status = 'ACTIVE'`,
  values: [platformId, email],
});

/** Counts one more file, and begins a verification that was not there. Returns no row where the documents are not the person's to change. */
export const countFile = (
  platformId: string,
  personId: string,
  most: number,
  at: Date,
): Statement<{ isFull: boolean }> => ({
  text: `INSERT INTO person_verification AS v (platform_id, person_id, status, files, changed_at) VALUES ($1, $2, 'ASKED', 1, $4)
    ON CONFLICT (person_id, platform_id) DO UPDATE SET files = v.files + 1 WHERE ${STATUS} IN ('ASKED', 'REFUSED', 'EXPIRED')
    RETURNING files > $3::int AS is_full`,
  values: [platformId, personId, most, at],
});

export interface NewDocument {
  id: string;
  personId: string;
  kind: VerificationDocument;
  mediaType: FileType;
  byteCount: number;
  keyVersion: number;
  sealedKey: Buffer;
  sealedContent: Buffer;
  sentAt: Date;
}

export const deleteDocument = (platformId: string, personId: string, kind: VerificationDocument): Statement => ({
  text: 'DELETE FROM verification_document WHERE platform_id = $1 AND person_id = $2 AND kind = $3',
  values: [platformId, personId, kind],
});

export const insertDocument = (platformId: string, document: NewDocument): Statement => ({
  text: `INSERT INTO verification_document (platform_id, id, person_id, kind, media_type, byte_count, key_version, sealed_key, sealed_content, sent_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  values: [
    platformId,
    document.id,
    document.personId,
    document.kind,
    document.mediaType,
    document.byteCount,
    document.keyVersion,
    document.sealedKey,
    document.sealedContent,
    document.sentAt,
  ],
});

export interface SealedDocument {
  id: string;
  personId: string;
  name: string;
  email: string;
  kind: VerificationDocument;
  mediaType: FileType;
  keyVersion: number;
  sealedKey: Buffer;
  sealedContent: Buffer;
}

const SEALED = `SELECT d.id, d.person_id, p.name, p.email, d.kind, d.media_type, d.key_version, d.sealed_key, d.sealed_content
  FROM verification_document d JOIN person p ON p.platform_id = d.platform_id AND p.id = d.person_id`;

export const selectSealed = (platformId: string, id: string): Statement<SealedDocument> => ({
  text: `${SEALED} WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

export const selectSealedOf = (platformId: string, personId: string): Statement<SealedDocument> => ({
  text: `${SEALED} WHERE d.platform_id = $1 AND d.person_id = $2 ORDER BY d.kind`,
  values: [platformId, personId],
});

export const selectHasDocument = (platformId: string, id: string): Statement<{ id: string }> => ({
  text: 'SELECT id FROM verification_document WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

export const submit = (platformId: string, personId: string, at: Date): Statement<{ version: number }> => ({
  text: `UPDATE person_verification SET status = 'IN_REVIEW', version = version + 1, approvals = '[]', submitted_at = $3, changed_at = $3
    WHERE platform_id = $1 AND person_id = $2 RETURNING version`,
  values: [platformId, personId, at],
});

export const addApproval = (platformId: string, personId: string, by: string, at: Date): Statement => ({
  text: `UPDATE person_verification SET approvals = approvals || jsonb_build_array(jsonb_build_object('personId', $3::text, 'at', $4::timestamptz))
    WHERE platform_id = $1 AND person_id = $2`,
  values: [platformId, personId, by, at],
});

interface Decision {
  status: 'VERIFIED' | 'REFUSED';
  note: string | null;
  /** null where a provider has decided. */
  by: string | null;
  at: Date;
  /** The months for which a good one counts; null for a refusal. */
  validMonths: number | null;
}

export const decide = (
  platformId: string,
  personId: string,
  { status, note, by, at, validMonths }: Decision,
): Statement => ({
  text: `UPDATE person_verification SET status = $3, note = $4, decided_by = $5, decided_at = $6::timestamptz, changed_at = $6, files = 0,
      approvals = CASE WHEN $3 = 'REFUSED' THEN '[]' ELSE approvals END,
      expires_at = $6::timestamptz + make_interval(months => $7)
    WHERE platform_id = $1 AND person_id = $2`,
  values: [platformId, personId, status, note, by, at, validMonths],
});

export const refuseDocument = (
  platformId: string,
  personId: string,
  { kind, reason }: { kind: VerificationDocument; reason: RefusalReason },
): Statement => ({
  text: 'UPDATE verification_document SET refusal = $4 WHERE platform_id = $1 AND person_id = $2 AND kind = $3',
  values: [platformId, personId, kind, reason],
});

/** The documents in review, of all platforms, that no provider has looked at, or is to be asked about again. */
export const selectUnchecked = (now: Date): Statement<{ platformId: string; personId: string }> => ({
  text: `SELECT v.platform_id, v.person_id FROM person_verification v
    WHERE v.status = 'IN_REVIEW' AND (v.provider_check IS NULL OR (v.provider_check ->> 'version')::int <> v.version
      OR (v.provider_check ->> 'status' = 'PENDING' AND (v.provider_check ->> 'nextAt')::timestamptz <= $1))
    ORDER BY v.submitted_at LIMIT 200`,
  values: [now],
});

/** Changes no row where the team has decided, or other documents were handed in. */
export const writeCheck = (platformId: string, personId: string, check: ProviderCheck): Statement => ({
  text: `UPDATE person_verification SET provider_check = $3
    WHERE platform_id = $1 AND person_id = $2 AND status = 'IN_REVIEW' AND version = $4
      AND NOT (coalesce((provider_check ->> 'version')::int = $4, false) AND provider_check ->> 'status' <> 'PENDING')`,
  values: [platformId, personId, JSON.stringify(check), check.version],
});

export const selectByCheck = (
  platformId: string,
  connectionId: string,
  personCheckId: string,
): Statement<{ personId: string }> => ({
  text: `SELECT person_id FROM person_verification WHERE platform_id = $1 AND provider_check ->> 'personCheckId' = $3
    AND provider_check ->> 'connectionId' = $2`,
  values: [platformId, connectionId, personCheckId],
});

/** Asks for documents, also where the person was verified. Changes no row while the documents are in review. */
export const ask = (platformId: string, personId: string, note: string | null, at: Date): Statement => ({
  text: `INSERT INTO person_verification AS v (platform_id, person_id, status, note, changed_at) VALUES ($1, $2, 'ASKED', $3, $4)
    ON CONFLICT (person_id, platform_id) DO UPDATE SET status = 'ASKED', note = excluded.note, files = 0, expires_at = NULL,
      changed_at = excluded.changed_at
    WHERE v.status <> 'IN_REVIEW'`,
  values: [platformId, personId, note, at],
});

/** Takes a verification back whose CPF or CNPJ has become another one. */
export const takeBack = (platformId: string, personId: string): Statement => ({
  text: `UPDATE person_verification SET status = 'ASKED', expires_at = NULL, files = 0, changed_at = now()
    WHERE platform_id = $1 AND person_id = $2 AND status IN ('IN_REVIEW', 'VERIFIED')`,
  values: [platformId, personId],
});

/** Sums up what the person has taken out, or is about to. */
export const selectWithdrawn = (
  platformId: string,
  personId: string,
  currency: string,
): Statement<{ amount: number }> => ({
  text: `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM withdrawal
    WHERE platform_id = $1 AND person_id = $2 AND currency = $3 AND state NOT IN ('REJECTED', 'FAILED', 'CANCELED')`,
  values: [platformId, personId, currency],
});

/** Sums up what is the person's, available or not. */
export const selectHeld = (platformId: string, personId: string, currency: string): Statement<{ amount: number }> => ({
  text: `SELECT coalesce(sum(balance), 0)::bigint AS amount FROM ledger_account
    WHERE platform_id = $1 AND owner_id = $2 AND currency = $3 AND kind IN ('PENDING', 'AVAILABLE', 'RESERVED')`,
  values: [platformId, personId, currency],
});

interface Ended {
  platformId: string;
  personId: string;
}

/** Good verifications of all platforms whose time is over. */
export const selectEnded = (now: Date): Statement<Ended> => ({
  text: `SELECT platform_id, person_id FROM person_verification WHERE status = 'VERIFIED' AND expires_at <= $1 ORDER BY expires_at LIMIT 5000`,
  values: [now],
});

/** Ends a verification; its documents have to be sent again. */
export const expire = (platformId: string, personId: string, now: Date): Statement[] => [
  {
    text: `UPDATE verification_document SET refusal = 'EXPIRED_DOCUMENT' WHERE platform_id = $1 AND person_id = $2`,
    values: [platformId, personId],
  },
  {
    text: `UPDATE person_verification SET status = 'EXPIRED', files = 0, changed_at = $3
      WHERE platform_id = $1 AND person_id = $2 AND status = 'VERIFIED'`,
    values: [platformId, personId, now],
  },
];

/** The platforms that store documents. */
export const selectStoring = (): Statement<{ platformId: string }> => ({
  text: 'SELECT DISTINCT platform_id FROM verification_document',
  values: [],
});

/** Deletes documents that have served: of verifications that are neither good nor in review, some days after the last change. */
export const deleteServed = (platformId: string, keptDays: number, now: Date): Statement => ({
  text: `DELETE FROM verification_document d USING person_verification v
    WHERE d.platform_id = $1 AND v.platform_id = d.platform_id AND v.person_id = d.person_id AND v.status NOT IN ('VERIFIED', 'IN_REVIEW')
      AND greatest(d.sent_at, v.changed_at) < $3::timestamptz - make_interval(days => $2)`,
  values: [platformId, keptDays, now],
});

export const VERIFICATIONS: List<
  Omit<RowOf<typeof listVerifications>, 'documentType' | 'isHalf' | 'needsAnother'> &
    Pick<VerificationRow, 'document' | 'approvals'>,
  FilterOf<typeof listVerifications>
> = {
  isFresh: true,
  isCounted: true,
  sql: ({ status, search }, bind) => {
    const isReview = status === 'IN_REVIEW';
    return {
      columns: `jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person, p.document, ${STATUS} AS status,
        v.submitted_at, v.decided_at, v.expires_at, v.approvals`,
      from: 'person_verification v JOIN person p ON p.platform_id = v.platform_id AND p.id = v.person_id',
      where: [
        'v.platform_id = $1',
        isReview && `v.status = 'IN_REVIEW'`,
        status && !isReview && `${STATUS} = ${bind(status)}`,
        contains('p.search_text', search, bind),
      ],
      order: isReview
        ? { by: 'v.submitted_at', id: 'v.person_id', isAscending: true }
        : { by: 'v.changed_at', id: 'v.person_id' },
    };
  },
};
