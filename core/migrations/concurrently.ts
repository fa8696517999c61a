/** Builds an index of a table that grows while its rows are written. It is no migration itself. */
import type { Knex } from 'knex';

/**
 * For migrations with `config = { transaction: false }` that do nothing else, so that they may be repeated: a build that was
 * interrupted leaves an INVALID index behind, which is dropped and built again. It waits up to 5 minutes for transactions that were
 * open before it; nobody waits for it meanwhile.
 * @param definition What follows the name, such as `ON payment (created_at)`.
 */
export async function buildIndex(
  knex: Knex,
  name: string,
  definition: string,
  kind: '' | 'UNIQUE' = '',
): Promise<void> {
  const { rows } = await knex.raw('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(?)', [name]);
  if (rows[0]?.indisvalid) return;
  await knex.raw(`SET lock_timeout = '5min'`);
  try {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await knex.raw(`CREATE ${kind} INDEX CONCURRENTLY ${name} ${definition}`);
  } finally {
    await knex.raw('RESET lock_timeout');
  }
}
