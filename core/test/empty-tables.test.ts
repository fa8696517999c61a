/**
 * A connection keeps the plans it made while tables were still empty, when the planner knew nothing about them. Whatever it
 * picked then must stay right when they are full: an index used by its platform alone means reading the whole platform.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let inspector: Inspector;

beforeAll(async () => {
  database = await createDatabase();
  inspector = await openInspector(database.url);
});
afterAll(async () => {
  await inspector.close();
  await database.drop();
});

/** Every set of columns that a foreign key points to. */
const TARGETS = `
  SELECT DISTINCT c.confrelid::regclass::text AS table,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.confrelid AND a.attnum = ANY(c.confkey)) AS columns
  FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`;

/** As PostgreSQL asks whether a referenced row exists. */
async function explainCheck(table: string, columns: string[]): Promise<string> {
  const conditions = columns.map((column, index) => `${column} = $${index + 1}`).join(' AND ');
  const rows = await inspector.rows<{ 'QUERY PLAN': string }>(
    `EXPLAIN (GENERIC_PLAN) SELECT 1 FROM ONLY ${table} WHERE ${conditions} FOR KEY SHARE`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a database that has just been created', () => {
  it('looks referenced rows up by all columns of their key', async () => {
    const targets = await inspector.rows<{ table: string; columns: string[] }>(TARGETS);
    const wrong: string[] = [];

    for (const { table, columns } of targets) {
      const plan = await explainCheck(table, columns);
      const condition = /Index Cond: .*/.exec(plan)?.[0] ?? '';
      if (!columns.every((column) => condition.includes(`(${column} = `))) wrong.push(`${table}\n${plan}`);
    }

    expect(targets).toContainEqual({ table: 'payment', columns: ['platform_id', 'id'] });
    expect(wrong).toEqual([]);
  });
});
