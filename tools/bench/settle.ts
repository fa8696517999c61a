/** Waiting for work that a server does after it has answered. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const POLL_MS = 50;
const LIMIT_MS = 120_000;

/** Asks until `query` counts nothing; answers what it counted first. */
export async function waitForNone(client: pg.Client, query: string): Promise<number> {
  let first: number | null = null;
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(POLL_MS)) {
    const { rows } = await client.query<{ count: string }>(query);
    const count = Number(rows[0]!.count);
    first ??= count;
    if (count === 0) return first;
  }
  throw new Error(`The work that the load caused was not done ${LIMIT_MS / 1000} seconds after it.`);
}
