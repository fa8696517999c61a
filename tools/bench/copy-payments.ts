/** Copies a buyer's payment that waits for its money, so often that every event moves a payment of its own. */
import type pg from 'pg';

/** The columns that differ in a copy, as SQL of `made`, which has the new ids. */
const TABLES = {
  sale: { where: 'id = $2', differs: { id: 'made.sale_id' } },
  sale_item: { where: 'sale_id = $2', differs: { sale_id: 'made.sale_id' } },
  payment: {
    where: 'id = $1',
    differs: {
      id: 'made.payment_id',
      sale_id: 'made.sale_id',
      public_id: "replace(made.payment_id::text, '-', '')",
      // Its provider does not know it, and must not be asked while the bench runs.
      next_check_at: "now() + interval '1 day'",
    },
  },
  payment_attempt: {
    where: 'payment_id = $1',
    differs: { id: 'made.attempt_id', payment_id: 'made.payment_id', transaction_id: "'copied_' || made.attempt_id" },
  },
  payment_evidence: {
    where: 'payment_id = $1',
    differs: {
      payment_id: 'made.payment_id',
      attempt_id: 'made.attempt_id',
      transaction_id: "'copied_' || made.attempt_id",
    },
  },
};

/** Returns the ids of the copies. */
export async function copyPayments(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string; saleId: string }>(
    `SELECT p.id, p.sale_id AS "saleId" FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
     WHERE p.status = 'PENDING' AND p.pix_code IS NOT NULL AND a.transaction_id IS NOT NULL LIMIT 1`,
  );
  const [template] = rows;
  if (!template) throw new Error('No buyer has made a payment yet that could be copied.');
  // References are those of the template, which hold: checking them takes ten times as long.
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  await client.query(
    `CREATE TEMPORARY TABLE made ON COMMIT DROP AS
     SELECT uuidv7() AS sale_id, uuidv7() AS payment_id, uuidv7() AS attempt_id FROM generate_series(1, $1::int)`,
    [count],
  );
  for (const [table, { where, differs }] of Object.entries(TABLES))
    await copyRows(client, template, table, where, differs);
  const copies = await client.query<{ id: string }>('SELECT payment_id AS id FROM made');
  await client.query('COMMIT');
  return copies.rows.map(({ id }) => id);
}

async function copyRows(
  client: pg.Client,
  template: { id: string; saleId: string },
  table: string,
  where: string,
  differs: Record<string, string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.map((name) => differs[name] ?? `t.${name}`).join(', ')}
     FROM (SELECT * FROM ${table} WHERE ${where} AND ($1::uuid, $2::uuid) IS NOT NULL) t CROSS JOIN made`,
    [template.id, template.saleId],
  );
}
