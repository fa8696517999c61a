/** Keeps a copy of the database, finds changes and restores it, so that allowed calls do not disturb the next ones. */
import type { Inspector } from '../inspect.ts';
import { listTenantTables } from '../tenancy-checks.ts';

export interface State {
  /** Returns the names of changed tables. */
  findChanges(): Promise<string[]>;
  /** Restores all rows. Returns the names of the changed tables. */
  restore(): Promise<string[]>;
}

/** Columns that every request or the database itself writes. */
const IGNORED_COLUMNS: Record<string, string> = { session: 'last_seen_at' };
const WRITTEN_LATER = [
  'provider_exchange',
  'sale_search',
  'sale_search_due',
  'shipment_listing',
  'shipment_listing_due',
];

/** `schema` holds the copy; only one state at a time may use it. */
export async function keepState(inspector: Inspector, schema = 'kept'): Promise<State> {
  const tables = (await listTenantTables(inspector)).filter((table) => !WRITTEN_LATER.includes(table));
  const digest = (table: string) => {
    const row = `to_jsonb(r) - '${IGNORED_COLUMNS[table] ?? ''}'`;
    return `SELECT '${table}' AS table, md5(coalesce(string_agg((${row})::text, '|' ORDER BY (${row})::text), '')) AS digest FROM ${table} r`;
  };
  const read = async (names: readonly string[]) => {
    const rows = await inspector.rows<{ table: string; digest: string }>(names.map(digest).join(' UNION ALL '));
    return new Map(rows.map((row) => [row.table, row.digest]));
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
  const before = await read(tables);

  // Comparing all tables after each call would be slow, so a trigger records which tables were written.
  await inspector.rows(`CREATE TABLE ${schema}.written (name text);
    CREATE FUNCTION ${schema}.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN INSERT INTO ${schema}.written VALUES (TG_TABLE_NAME); RETURN NULL; END'`);
  for (const table of tables)
    await inspector.rows(`CREATE TRIGGER ${schema}_note AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.note()`);
  const suspects = new Set<string>();

  const findChanges = async () => {
    for (const { name } of await inspector.rows<{ name: string }>(`DELETE FROM ${schema}.written RETURNING name`))
      suspects.add(name);
    if (suspects.size === 0) return [];
    const now = await read([...suspects]);
    for (const table of suspects) if (now.get(table) === before.get(table)) suspects.delete(table);
    return tables.filter((table) => suspects.has(table));
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
      // References and triggers are disabled, because the rows fitted together before.
      await inspector.rows(`BEGIN; SET LOCAL session_replication_role = replica; ${statements.join('; ')}; COMMIT`);
      suspects.clear();
      return changed;
    },
  };
}
