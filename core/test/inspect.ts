/** Looks at and changes a test's database as nobody in production can: past row security. */

import pg from 'pg';
import { inject } from 'vitest';
import type {} from '../../tools/src/test-database.ts';

export interface Inspector {
  rows<Row = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openInspector(databaseUrl: string): Promise<Inspector> {
  const url = new URL(inject('adminUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    rows: async (sql, values = []) => (await client.query(sql, values)).rows,
    close: () => client.end(),
  };
}
