/** Waits for the work that a server does after it has answered. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const POLL_MS = 50;
const LIMIT_MS = 120_000;

/** Waits until `rows` finds none; answers how many it found at first. Counting all of them each time would slow the work. */
export async function waitForNone(client: pg.Client, rows: string): Promise<number> {
  const ask = async (query: string) => (await client.query(query)).rows[0].answer;
  const first = Number(await ask(`SELECT count(*) AS answer FROM (${rows}) AS found`));
  if (first === 0) return 0;
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(POLL_MS)) {
    if (!(await ask(`SELECT EXISTS (${rows}) AS answer`))) return first;
  }
  throw new Error(`The work that the load caused was not done ${LIMIT_MS / 1000} seconds after it.`);
}
