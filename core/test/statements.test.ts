/**
 * Counts the statements of every procedure, while nothing is cached. `STATEMENTS=write npx vitest run core/test/statements.test.ts` writes
 * statements.json anew. A call must not send more of them the more rows it answers.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProcedure, outcomeOf } from './authz/call.ts';
import { readProcedures } from './authz/declared.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { type AnsweredCall, findAnswered, toContext } from './authz/matrix.ts';
import { openStatementCounter, type StatementCounter } from './count-statements.ts';
import { listTenantTables } from './tenancy-checks.ts';

const TABLE = join(import.meta.dirname, 'statements.json');
let fixtures: Fixtures;
let counter: StatementCounter;
const procedures = await readProcedures();
const expected: Record<string, number> = JSON.parse(await readFile(TABLE, 'utf8'));
const found: Record<string, number> = {};

beforeAll(async () => {
  fixtures = await openFixtures();
  fixtures.node.app.cache.isListening = false;
  counter = openStatementCounter();
});
afterAll(async () => {
  counter.stop();
  await fixtures.close();
});

interface Counted {
  name: string;
  count: number;
  outcome: string;
  /** The length of the answer. */
  length: number;
}

async function countCall({ procedure: { name, kind }, caller, variant }: AnsweredCall): Promise<Counted> {
  const input = variant.input(toContext(fixtures, caller));
  // Whether the node has sent a mail of the fixtures yet is a matter of time.
  await fixtures.inspector.rows(
    'UPDATE mail SET sealed_parameters = NULL, next_attempt_at = NULL WHERE next_attempt_at IS NOT NULL',
  );
  const { result, texts } = await counter.count(() =>
    callProcedure(fixtures, caller, { name, isMutation: kind === 'mutation', input }),
  );
  return { name, count: texts.length, outcome: outcomeOf(result), length: result.body.length };
}

/** Adds two rows like each that has an id of its own, as far as keys and checks let them. Texts of which each has its own are made up. */
async function multiplyRows(): Promise<void> {
  const { inspector } = fixtures;
  const columns = await inspector.rows<{ table: string; names: string; values: string }>(
    `SELECT c.relname::text AS table, string_agg(quote_ident(a.attname), ', ') AS names,
       string_agg(CASE WHEN a.attname = 'id' OR a.atttypid = 'text'::regtype AND EXISTS (SELECT FROM pg_index i
           WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
         THEN format('gen_random_uuid()::%s', a.atttypid::regtype) ELSE quote_ident(a.attname) END, ', ') AS values
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace
     GROUP BY c.relname HAVING bool_or(a.attname = 'id' AND a.atttypid = 'uuid'::regtype)`,
    [await listTenantTables(inspector)],
  );
  for (const { table, names, values } of columns) {
    // Copies keep the references of their row. A table whose checks refuse the copies keeps its rows.
    const copy = `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, generate_series(1, 2) ON CONFLICT DO NOTHING`;
    await inspector
      .rows(`SET session_replication_role = replica; ${copy}; SET session_replication_role = origin`)
      .catch((error: { code?: string }) => {
        if (error.code !== '23514') throw error;
      });
  }
  await inspector.rows('SET session_replication_role = origin');
}

describe('the statements of a call', () => {
  it.each(procedures.map((procedure) => [procedure.name, procedure] as const))('%s', async (name, procedure) => {
    const call = findAnswered(fixtures, procedure);
    // The first call fills what the node keeps in memory, so that it does not count.
    await countCall(call);
    await fixtures.state.restore();

    found[name] = (await countCall(call)).count;

    await fixtures.state.restore();
    if (process.env.STATEMENTS !== 'write') expect(found[name]).toBe(expected[name]);
  });

  it('stand in statements.json for every procedure, and no other', async () => {
    if (process.env.STATEMENTS === 'write') await writeFile(TABLE, `${JSON.stringify(found, null, 2)}\n`);
    else expect(Object.keys(expected)).toEqual(Object.keys(found));
  });

  it('do not grow with the rows that it answers', async () => {
    const queries = procedures
      .filter(({ kind }) => kind === 'query')
      .map((procedure) => findAnswered(fixtures, procedure));
    const countAll = async () => {
      const counted: Counted[] = [];
      for (const call of queries) counted.push(await countCall(call));
      return counted;
    };
    const before = await countAll();

    await multiplyRows();

    const after = await countAll();
    const shown = (calls: Counted[]) => calls.map(({ name, count, outcome }) => ({ name, count, outcome }));
    expect(shown(after)).toEqual(shown(before));
    const longer = after.filter(({ length }, index) => length > (before[index] as Counted).length * 1.2);
    expect(longer.length).toBeGreaterThan(40);
  });
});

describe('a call that asks for each row', () => {
  it('is found', async () => {
    const { database } = fixtures.node.app;
    const { platformId } = fixtures.other;
    const ofEach = async () => {
      const rows = await database.list(platformId, { text: 'SELECT id FROM offer', values: [] });
      for (const { id } of rows as { id: string }[])
        await database.find(platformId, { text: 'SELECT title FROM offer WHERE id = $1', values: [id] });
      return rows.length;
    };

    const { result, texts } = await counter.count(ofEach);

    expect(result).toBeGreaterThan(1);
    expect(texts).toHaveLength(1 + result);
  });
});
