/** docs/tables.md says of each table what it grows with and what ends its rows; the schema, its grants and the jobs of a node agree. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { waitFor } from './wait-for.ts';

interface Table {
  name: string;
  jobsDelete: boolean;
  appDeletes: boolean;
  /** The tables with whose rows these are deleted. */
  parents: string[];
}

let node: TestNode;
let inspector: Inspector;
let tables: Table[];
const page = new Map<string, { growth: string; end: string }>();

beforeAll(async () => {
  node = await buildNode({ isListening: true });
  inspector = await openInspector(node.databaseUrl);
  tables = await inspector.rows<Table>(
    `SELECT c.relname AS name, has_table_privilege('feira_jobs', c.oid, 'DELETE') AS "jobsDelete",
       has_table_privilege('feira_app', c.oid, 'DELETE') AS "appDeletes",
       ARRAY(SELECT confrelid::regclass::text FROM pg_constraint f
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confdeltype = 'c') AS parents
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND c.relname NOT LIKE 'knex_migrations%' ORDER BY 1`,
  );
  const text = await readFile(new URL('../../docs/tables.md', import.meta.url), 'utf8');
  for (const [, name = '', growth = '', end = ''] of text.matchAll(/^\| `(\w+)`\s*\| (.+?)\s*\| (.+?)\s*\|$/gm))
    page.set(name, { growth, end });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const namesOf = (kind: string) => [...page].filter(([, { end }]) => end.startsWith(`${kind}: `)).map(([name]) => name);
const tablesOf = (kind: string) => tables.filter(({ name }) => namesOf(kind).includes(name));

describe('docs/tables.md', () => {
  it('lists every table once, with its growth and one of three ends', () => {
    expect([...page.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
    expect([...page].filter(([, { end }]) => !/^(purged|deleted|kept): ./.test(end))).toEqual([]);
  });

  it('names a scheduled job that may delete, wherever it says that rows are purged', async () => {
    const jobs = namesOf('purged').map((name) => /^purged: `([\w.-]+)`/.exec(page.get(name)?.end ?? '')?.[1]);

    // A node schedules its jobs after it has begun to listen.
    await waitFor('every job is scheduled', async () => {
      const scheduled = (await inspector.rows('SELECT name FROM pgboss.schedule')).map(({ name }) => name);
      return jobs.every((job) => scheduled.includes(job));
    });
    expect(tablesOf('purged').filter(({ jobsDelete }) => !jobsDelete)).toEqual([]);
  });

  it('calls kept what no role of a node may delete, and nothing else', () => {
    const isDeletable = ({ jobsDelete, appDeletes, parents }: Table) =>
      jobsDelete || appDeletes || parents.some((parent) => !namesOf('kept').includes(parent));

    expect(tablesOf('kept').filter(isDeletable)).toEqual([]);
    expect(tablesOf('deleted').filter((table) => !isDeletable(table))).toEqual([]);
  });
});
