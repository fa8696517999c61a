/** Collects the values that no response may hold. */
import type { Inspector } from '../inspect.ts';
import type { Side } from './sides.ts';

/** Returns every id and e-mail of a platform, except those that the own platform has too, because a person may be known to several. */
export async function readSecrets(inspector: Inspector, platformId: string, own: string): Promise<Set<string>> {
  const columns = await inspector.rows<{ table: string; name: string }>(
    `SELECT c.table_name::text AS table, c.column_name::text AS name FROM information_schema.columns c
     JOIN information_schema.columns t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.column_name = 'platform_id'
     WHERE c.table_schema = 'public' AND (c.data_type = 'uuid' OR c.column_name IN ('public_id', 'email', 'buyer_email'))`,
  );
  const of = (parameter: string) =>
    columns
      .map(
        ({ table, name }) =>
          `SELECT ${name}::text AS value FROM ${table} WHERE platform_id = ${parameter} AND ${name} IS NOT NULL`,
      )
      .join(' UNION ');
  const rows = await inspector.rows<{ value: string }>(`(${of('$1')}) EXCEPT (${of('$2')})`, [platformId, own]);
  return new Set(rows.map(({ value }) => value));
}

export async function readStranger(inspector: Inspector, platformId: string, other: Side): Promise<Set<string>> {
  const rows = await inspector.rows<{ value: string }>(
    `SELECT id::text AS value FROM session WHERE person_id = $2 UNION SELECT id::text FROM notification WHERE person_id = $2
     UNION SELECT id::text FROM sale WHERE seller_id = $2 UNION SELECT p.id::text FROM payment p JOIN sale s ON s.id = p.sale_id WHERE s.seller_id = $2
     UNION SELECT id::text FROM dispute WHERE seller_id = $2
     UNION SELECT id::text FROM receiver WHERE person_id = $2
     UNION SELECT d.id::text FROM receiver_document d JOIN receiver r ON r.id = d.receiver_row_id WHERE r.person_id = $2
     UNION SELECT id::text FROM payout_destination WHERE person_id = $2 UNION SELECT id::text FROM withdrawal WHERE person_id = $2
     UNION SELECT id::text FROM product WHERE seller_id = $2
     UNION SELECT o.id::text FROM offer o JOIN product p ON p.id = o.product_id WHERE p.seller_id = $2
     UNION SELECT email FROM person WHERE platform_id = $1 AND id = ANY($3) UNION SELECT '39053344705' UNION SELECT '11987650000'
     UNION SELECT 'stranger-buyer@example.com'`,
    [platformId, other.personId, [other.personId, other.managerId, other.adminId]],
  );
  return new Set([
    ...rows.map(({ value }) => value),
    other.personId,
    other.managerId,
    other.adminId,
    other.paymentId,
    other.claim,
  ]);
}
