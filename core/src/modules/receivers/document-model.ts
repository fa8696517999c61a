/** Reads and writes the rows of the documents that providers want of receivers. */
import type { listPlatformDocuments } from '@feira/schemas/procedures/receivers';
import type { ReceiverDocumentStatus } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import type { List } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

export interface DocumentRow {
  id: string;
  receiverRowId: string;
  documentId: string;
  kind: string | null;
  title: string;
  description: string | null;
  status: ReceiverDocumentStatus;
  providerStatus: string;
  reason: string | null;
  takesFile: boolean;
  hasLink: boolean;
  files: number;
  sentAt: Date | null;
}

const COLUMNS = `d.id, d.receiver_row_id, d.document_id, d.kind, d.title, d.description, d.status, d.provider_status, d.reason,
  d.takes_file, d.has_link, d.files, d.sent_at`;

export const selectDocuments = (platformId: string, receiverRowId: string): Statement<DocumentRow> => ({
  text: `SELECT ${COLUMNS} FROM receiver_document d WHERE d.platform_id = $1 AND d.receiver_row_id = $2 ORDER BY d.title, d.id`,
  values: [platformId, receiverRowId],
});

export const selectDocument = (platformId: string, id: string): Statement<DocumentRow> => ({
  text: `SELECT ${COLUMNS} FROM receiver_document d WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

export const selectAskedAt = (platformId: string, receiverRowId: string): Statement<{ askedAt: Date | null }> => ({
  text: 'SELECT documents_asked_at AS asked_at FROM receiver WHERE platform_id = $1 AND id = $2',
  values: [platformId, receiverRowId],
});

/** Lets one of several callers ask the provider; its list counts only until somebody asks, or sends a file, after it. */
export const claimAsking = (platformId: string, receiverRowId: string, now: Date, unless: Date): Statement => ({
  text: `UPDATE receiver SET documents_asked_at = $3 WHERE platform_id = $1 AND id = $2
    AND (documents_asked_at IS NULL OR documents_asked_at <= $4) RETURNING id`,
  values: [platformId, receiverRowId, now, unless],
});

export const lockAsked = (platformId: string, receiverRowId: string, askedAt: Date): Statement => ({
  text: 'SELECT id FROM receiver WHERE platform_id = $1 AND id = $2 AND documents_asked_at = $3 FOR UPDATE',
  values: [platformId, receiverRowId, askedAt],
});

/** Null makes the next caller ask at once. */
export const setAskedAt = (platformId: string, receiverRowId: string, askedAt: Date | null): Statement => ({
  text: 'UPDATE receiver SET documents_asked_at = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, receiverRowId, askedAt],
});

export type ReportedDocument = Omit<DocumentRow, 'receiverRowId' | 'files' | 'sentAt'>;

/** Stores the whole list. Returns the documents that a person now has to send. */
export const writeDocuments = (
  platformId: string,
  receiverRowId: string,
  reported: readonly ReportedDocument[],
): Statement<DocumentRow> => ({
  text: `WITH reported AS (
      SELECT * FROM jsonb_to_recordset($3) AS s (id uuid, "documentId" text, kind text, title text, description text, status text,
        "providerStatus" text, reason text, "takesFile" boolean, "hasLink" boolean)
    ), old AS (
      SELECT document_id, status FROM receiver_document WHERE platform_id = $1 AND receiver_row_id = $2
    ), gone AS (
      DELETE FROM receiver_document d WHERE d.platform_id = $1 AND d.receiver_row_id = $2
        AND NOT EXISTS (SELECT 1 FROM reported WHERE reported."documentId" = d.document_id)
    ), kept AS (
      INSERT INTO receiver_document AS d (platform_id, id, receiver_row_id, document_id, kind, title, description, status,
        provider_status, reason, takes_file, has_link)
      SELECT $1, id, $2, "documentId", kind, title, description, status, "providerStatus", reason, "takesFile", "hasLink" FROM reported
      ON CONFLICT (receiver_row_id, document_id, platform_id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
        description = excluded.description, status = excluded.status, provider_status = excluded.provider_status,
        reason = excluded.reason, takes_file = excluded.takes_file, has_link = excluded.has_link
      RETURNING ${COLUMNS}
    )
    SELECT kept.* FROM kept LEFT JOIN old ON old.document_id = kept.document_id
    WHERE kept.status IN ('WANTED', 'REFUSED') AND kept.status IS DISTINCT FROM old.status ORDER BY kept.title, kept.id`,
  values: [platformId, receiverRowId, JSON.stringify(reported)],
});

/** Counts one more file of a document, while the provider wants one. */
export const countFile = (platformId: string, id: string): Statement<DocumentRow> => ({
  text: `UPDATE receiver_document d SET files = files + 1 WHERE d.platform_id = $1 AND d.id = $2 AND d.takes_file AND d.status <> 'ACCEPTED'
    RETURNING ${COLUMNS}`,
  values: [platformId, id],
});

export interface Taken {
  status: ReceiverDocumentStatus;
  /** Null where the provider refused the file. */
  providerStatus: string | null;
  reason: string | null;
  sentAt: Date | null;
}

export const writeTaken = (platformId: string, id: string, taken: Taken): Statement<DocumentRow> => ({
  text: `UPDATE receiver_document d SET status = $3, provider_status = coalesce($4, d.provider_status), reason = $5,
      sent_at = coalesce($6, d.sent_at)
    WHERE d.platform_id = $1 AND d.id = $2 RETURNING ${COLUMNS}`,
  values: [platformId, id, taken.status, taken.providerStatus, taken.reason, taken.sentAt],
});

export interface ListedDocument extends DocumentRow {
  receiverProvider: string;
  person: { id: string; name: string; email: string } | null;
  createdAt: Date;
}

/** Documents of all receivers, those of the latest applications first. */
export const DOCUMENTS: List<ListedDocument, FilterOf<typeof listPlatformDocuments>> = {
  isFresh: true,
  isCounted: true,
  sql: ({ status, search }, bind) => ({
    columns: `${COLUMNS}, r.provider AS receiver_provider, r.created_at,
      CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) END AS person`,
    from: `receiver_document d JOIN receiver r ON r.platform_id = d.platform_id AND r.id = d.receiver_row_id
      LEFT JOIN person p ON p.platform_id = r.platform_id AND p.id = r.person_id`,
    where: [
      'd.platform_id = $1',
      status === 'OPEN' && `d.status <> 'ACCEPTED'`,
      status && status !== 'OPEN' && `d.status = ${bind(status)}`,
      contains('p.search_text', search, bind),
    ],
    order: { by: 'r.created_at', id: 'd.id' },
  }),
};
