/** What the database says, whether it changed, and how to bring it back: calls that are allowed must not disturb the next. */
import type { Inspector } from '../inspect.ts';
import { listTenantTables } from '../tenancy-checks.ts';

export interface State {
  /** Names of tables that are not as they were. */
  findChanges(): Promise<string[]>;
  /** Everything as it was; answers which tables had changed. */
  restore(): Promise<string[]>;
}

/** Written for every request, or afterwards by itself: nothing that a caller decides. */
const IGNORED_COLUMNS: Record<string, string> = { session: 'last_seen_at' };
const WRITTEN_LATER = ['provider_exchange'];

/** `schema` holds the copy; one state at a time has it. */
export async function keepState(inspector: Inspector, schema = 'kept'): Promise<State> {
  const tables = (await listTenantTables(inspector)).filter((table) => !WRITTEN_LATER.includes(table));
  const query = tables
    .map((table) => {
      const row = `to_jsonb(r) - '${IGNORED_COLUMNS[table] ?? ''}'`;
      return `SELECT '${table}' AS table, md5(coalesce(string_agg((${row})::text, '|' ORDER BY (${row})::text), '')) AS digest FROM ${table} r`;
    })
    .join(' UNION ALL ');
  const read = async () => {
    const rows = await inspector.rows<{ table: string; digest: string }>(query);
    return new Map(rows.map(({ table, digest }) => [table, digest]));
  };

  await inspector.rows(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
  for (const table of tables) await inspector.rows(`CREATE TABLE ${schema}.${table} AS TABLE public.${table}`);
  const columns = new Map(
    (
      await inspector.rows<{ table: string; names: string }>(
        `SELECT table_name::text AS table, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names
         FROM information_schema.columns WHERE table_schema = 'public' AND is_generated = 'NEVER' GROUP BY table_name`,
      )
    ).map(({ table, names }) => [table, names]),
  );
  const before = await read();

  const findChanges = async () => {
    const now = await read();
    return tables.filter((table) => now.get(table) !== before.get(table));
  };
  return {
    findChanges,
    async restore() {
      const changed = await findChanges();
      if (changed.length === 0) return [];
      const statements = changed.map(
        (table) =>
          `DELETE FROM ${table}; INSERT INTO ${table} (${columns.get(table)}) SELECT ${columns.get(table)} FROM ${schema}.${table}`,
      );
      // Neither references nor triggers stand in the way of rows that fitted together before.
      await inspector.rows(`BEGIN; SET LOCAL session_replication_role = replica; ${statements.join('; ')}; COMMIT`);
      return changed;
    },
  };
}
