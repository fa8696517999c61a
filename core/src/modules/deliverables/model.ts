/** Reads and writes the deliverables of a product, as its seller edits them. */
import { type DeliverableFields, deliverable } from '@feira/schemas/entities/deliverable';
import { fieldsOf } from '@feira/schemas/entities/entity';
import type { DELIVERABLE_KINDS } from '@feira/schemas/procedures/deliverables';
import type { Knex } from 'knex';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';

export type DeliverableKind = (typeof DELIVERABLE_KINDS)[number];

export interface StoredFile {
  name: string;
  bytes: number;
  contentType: string;
}

/** A deliverable as its seller edits it. */
export class Deliverable extends editedModel('deliverable', deliverable, [
  'productId',
  'kind',
  'position',
  'removedAt',
]) {
  declare productId: string;
  declare kind: DeliverableKind;
  declare position: number;
  declare removedAt: Date | null;
  /** Read with a row that is locked. */
  declare productName: string;

  /** Locks a seller's deliverable. A sale that refers to it meanwhile does not wait. */
  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return queryIn(transaction, Deliverable)
      .join('product as p', (join) =>
        join.on('p.id', 'deliverable.productId').andOn('p.platformId', 'deliverable.platformId'),
      )
      .findOne({ 'deliverable.id': id, 'p.sellerId': sellerId })
      .whereNull('deliverable.removedAt')
      .select('deliverable.*', 'p.name as productName')
      .onBuildKnex((query) => (query as Knex.QueryBuilder).forNoKeyUpdate('deliverable'));
  }
}

interface ListedDeliverable extends DeliverableFields {
  id: string;
  kind: DeliverableKind;
  version: number;
  file: StoredFile | null;
  freeKeys: number;
  usedKeys: number;
  waitingSales: number;
}

/** The file of an upload `u`, where there is one. */
export const FILE = `CASE WHEN u.id IS NOT NULL THEN
  jsonb_build_object('name', u.file_name, 'bytes', u.bytes, 'contentType', u.content_type) END AS file`;

const keys = (condition: string) => `CASE WHEN d.kind = 'KEY' THEN (SELECT count(*)::int FROM licence_key k
  WHERE k.platform_id = d.platform_id AND k.deliverable_id = d.id AND k.sale_id IS ${condition}) ELSE 0 END`;

export const selectDeliverables = (platformId: string, productId: string): Statement<ListedDeliverable> => ({
  text: `SELECT ${namedColumns('d', ['id', 'kind', 'version', ...fieldsOf(deliverable)])}, ${FILE},
      ${keys('NULL')} AS free_keys, ${keys('NOT NULL')} AS used_keys,
      (SELECT count(*)::int FROM licence_wait w WHERE w.platform_id = d.platform_id AND w.deliverable_id = d.id) AS waiting_sales
    FROM deliverable d LEFT JOIN upload u ON u.platform_id = d.platform_id AND u.id = d.upload_id
    WHERE d.platform_id = $1 AND d.product_id = $2 AND d.removed_at IS NULL ORDER BY d.position, d.id`,
  values: [platformId, productId],
});

export const selectIds = (platformId: string, productId: string): Statement<{ id: string }> => ({
  text: `SELECT id FROM deliverable WHERE platform_id = $1 AND product_id = $2 AND removed_at IS NULL ORDER BY position, id`,
  values: [platformId, productId],
});

export const placeDeliverables = (platformId: string, ids: readonly string[]): Statement => ({
  text: `UPDATE deliverable d SET position = wanted.place
    FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted(id, place) WHERE d.platform_id = $1 AND d.id = wanted.id`,
  values: [platformId, ids],
});
