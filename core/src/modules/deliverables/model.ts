/** Reads and writes the deliverables of a product, as its seller edits them. */
import type { DELIVERABLE_KINDS } from '@feira/schemas/procedures/deliverables';
import type { Statement } from '../../plugins/database.ts';
import type { Columns, Versioned } from '../products/versioned-model.ts';

export type DeliverableKind = (typeof DELIVERABLE_KINDS)[number];

export interface StoredFile {
  name: string;
  bytes: number;
  contentType: string;
}

/** The fields that a seller edits. */
export interface Content {
  title: string;
  uploadId: string | null;
  address: string | null;
  text: string | null;
  mostDownloads: number;
}

export const COLUMNS = {
  title: 'title',
  uploadId: 'upload_id',
  address: 'address',
  text: 'text',
  mostDownloads: 'most_downloads',
} as const satisfies Columns<Content>;

export interface Deliverable extends Content {
  id: string;
  productId: string;
  kind: DeliverableKind;
  version: number;
}

/** A deliverable as its seller changes it. */
export interface LockedDeliverable extends Deliverable, Versioned {
  productName: string;
}

interface ListedDeliverable extends Deliverable {
  file: StoredFile | null;
  freeKeys: number;
  usedKeys: number;
  waitingSales: number;
}

const ROW = `d.id, d.product_id AS "productId", d.kind, d.title, d.upload_id AS "uploadId", d.address, d.text,
  d.most_downloads AS "mostDownloads", d.version`;

/** The file of an upload `u`, where there is one. */
export const FILE = `CASE WHEN u.id IS NOT NULL THEN
  jsonb_build_object('name', u.file_name, 'bytes', u.bytes, 'contentType', u.content_type) END AS file`;

const keys = (condition: string) => `CASE WHEN d.kind = 'KEY' THEN (SELECT count(*)::int FROM licence_key k
  WHERE k.platform_id = d.platform_id AND k.deliverable_id = d.id AND k.sale_id IS ${condition}) ELSE 0 END`;

export const selectDeliverables = (platformId: string, productId: string): Statement<ListedDeliverable> => ({
  text: `SELECT ${ROW}, ${FILE}, ${keys('NULL')} AS "freeKeys", ${keys('NOT NULL')} AS "usedKeys",
      (SELECT count(*)::int FROM licence_wait w WHERE w.platform_id = d.platform_id AND w.deliverable_id = d.id) AS "waitingSales"
    FROM deliverable d LEFT JOIN upload u ON u.platform_id = d.platform_id AND u.id = d.upload_id
    WHERE d.platform_id = $1 AND d.product_id = $2 AND d.removed_at IS NULL ORDER BY d.position, d.id`,
  values: [platformId, productId],
});

export const selectIds = (platformId: string, productId: string): Statement<{ id: string }> => ({
  text: `SELECT id FROM deliverable WHERE platform_id = $1 AND product_id = $2 AND removed_at IS NULL ORDER BY position, id`,
  values: [platformId, productId],
});

/** Locks a seller's deliverable. A sale that refers to it meanwhile does not wait. */
export const lockOwn = (platformId: string, id: string, sellerId: string): Statement<LockedDeliverable> => ({
  text: `SELECT ${ROW}, d.changed_in AS "changedIn", p.name AS "productName"
    FROM deliverable d JOIN product p ON p.platform_id = d.platform_id AND p.id = d.product_id
    WHERE d.platform_id = $1 AND d.id = $2 AND p.seller_id = $3 AND d.removed_at IS NULL FOR NO KEY UPDATE OF d`,
  values: [platformId, id, sellerId],
});

export const insertDeliverable = (
  platformId: string,
  position: number,
  { id, productId, kind, title, uploadId, address, text, mostDownloads }: Omit<Deliverable, 'version'>,
): Statement => ({
  text: `INSERT INTO deliverable (platform_id, id, product_id, position, kind, title, upload_id, address, text, most_downloads)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  values: [platformId, id, productId, position, kind, title, uploadId, address, text, mostDownloads],
});

export const placeDeliverables = (platformId: string, ids: readonly string[]): Statement => ({
  text: `UPDATE deliverable d SET position = wanted.place
    FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted(id, place) WHERE d.platform_id = $1 AND d.id = wanted.id`,
  values: [platformId, ids],
});

export const markRemoved = (platformId: string, id: string, now: Date): Statement => ({
  text: 'UPDATE deliverable SET removed_at = $3, version = version + 1 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, now],
});
