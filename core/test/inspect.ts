/** Reads and changes a test's database without row security. */

import pg from 'pg';
import { inject } from 'vitest';
import type {} from '../../tools/src/test-database.ts';
import { createDatabase } from './build.ts';

export interface Inspector {
  rows<Row = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openInspector(databaseUrl: string): Promise<Inspector> {
  const url = new URL(inject('adminUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // One connection runs one statement at a time, so concurrent callers wait for each other.
  let last: Promise<unknown> = Promise.resolve();
  return {
    rows: (sql, values = []) => {
      const answer = last.then(async () => (await client.query(sql, values)).rows);
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => client.end(),
  };
}

/** Creates a migrated database without a node, and inspects it. Closing drops it. */
export async function openDatabase(): Promise<Inspector & { url: string }> {
  const { url, drop } = await createDatabase();
  const { rows, close } = await openInspector(url);
  return { url, rows, close: () => close().then(drop) };
}
