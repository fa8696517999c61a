/** Reads and changes a test's database without row security. */

import pg from 'pg';
import { inject } from 'vitest';
import type {} from '../../tools/src/test/test-database.ts';
import { sendStatement } from '../src/shared/send-statement.ts';
import type { Statement } from '../src/shared/statement.ts';
import { createDatabase } from './build.ts';

export interface Inspector {
  rows<Row = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Reads the rows of a statement of the code, with the names that it gives to their columns. */
  list<Row>(statement: Statement<Row>): Promise<Row[]>;
  close(): Promise<void>;
}

/** `adminUrl` names the superuser of another server than that of the tests. */
export async function openInspector(databaseUrl: string, adminUrl = inject('adminUrl')): Promise<Inspector> {
  const url = new URL(adminUrl);
  url.pathname = new URL(databaseUrl).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // One connection runs one statement at a time, so concurrent callers wait for each other.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(read: () => Promise<T>): Promise<T> => {
    const answer = last.then(read);
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    rows: (sql, values = []) => inTurn(async () => (await client.query(sql, values)).rows),
    list: <Row>(statement: Statement<Row>) =>
      inTurn(async () => (await sendStatement(client, statement)).rows as Row[]),
    close: () => client.end(),
  };
}

/** Creates a migrated database without a node, and inspects it. Closing drops it. */
export async function openDatabase(): Promise<Inspector & { url: string }> {
  const { url, drop } = await createDatabase();
  const { rows, list, close } = await openInspector(url);
  return { url, rows, list, close: () => close().then(drop) };
}
