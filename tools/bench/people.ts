/** Measures the search for people among a million, as the team's lists and the finder make it. */
import { randomBytes } from 'node:crypto';
import { USERS } from '../../core/src/modules/people/pages.ts';
import { MOST_FOUND, SHORTEST, selectExact, selectMatches } from '../../core/src/modules/people/search.ts';
import { migrate } from '../../core/src/programs/migrate.ts';
import { newId } from '../../core/src/shared/ids.ts';
import { MOST_COUNTED, selectCount, selectPage } from '../../core/src/shared/list.ts';
import { sendStatement } from '../../core/src/shared/send-statement.ts';
import type { Statement } from '../../core/src/shared/statement.ts';
import type { BenchDatabase } from './bench-database.ts';
import { median } from './measurement.ts';
import { type Row, toRow } from './report.ts';

const NAME = 'bench_people';
const COUNT = 1_000_000;
const LIMIT = 26;
const TRIES = 9;
const GOAL_MS = 200;
const MEDIAN = ': median';

/** So that a search meets frequent and rare words, as among people. */
const FIRST = ['Maria', 'José', 'Ana', 'João', 'Antônio', 'Francisca', 'Carlos', 'Paulo', 'Adriana', 'Lucas'];
const LAST = ['Silva', 'Santos', 'Oliveira', 'Souza', 'Lima', 'Pereira', 'Ferreira', 'Costa', 'Rodrigues', 'Almeida'];

const SEARCHES: Record<string, string> = {
  'a frequent name': 'maria',
  'a frequent name and a family name': 'maria silva',
  'two letters': 'zw',
  'a name of three': 'zwinglio',
  'the middle of a name of three': 'wingl',
  'a word of none': 'xyzzy',
  'an e-mail': 'pessoa777777@example.com',
  'an e-mail of none': 'ninguem@example.com',
  'a part of many e-mails': '@example.com',
  'a number that some have': '77777',
  'a phone': '(11) 97777-7777',
};

export async function measurePeople(server: BenchDatabase): Promise<Row[]> {
  const url = await server.create(NAME);
  await migrate({ DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'warn' });
  const client = await server.inspect(NAME);
  const platformId = newId();
  await client.query(`INSERT INTO platform (platform_id, name) VALUES ($1, 'Bench')`, [platformId]);
  await client.query('SET session_replication_role = replica');
  // Built in one go, as for rows that were there before: each row by itself takes three times as long.
  await client.query('DROP INDEX person_grams');
  await client.query(
    `INSERT INTO person (platform_id, id, name, email, phone, created_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 400000 = 7 THEN 'Zwinglio Barros'
         ELSE ($2::text[])[1 + (n::bigint * 7919 % 10)] || ' ' || ($3::text[])[1 + (n::bigint * 104729 / 10 % 10)] END,
       'pessoa' || n || '@example.com', '119' || lpad((n * 10 + 7)::text, 8, '7'), now() - make_interval(secs => ${COUNT} - n)
     FROM generate_series(1, ${COUNT}) n`,
    [platformId, FIRST, LAST],
  );
  await client.query('SET session_replication_role = DEFAULT; SET enable_nestloop = on');
  await client.query(
    'CREATE INDEX person_grams ON person USING gin ((text_grams(search_text, 2) || text_grams(search_text, 3)))',
  );
  await client.query('VACUUM (ANALYZE) person');
  const rows: Row[] = [];

  async function run<R>(role: string, statement: Statement<R>): Promise<R[]> {
    await client.query(`BEGIN; SET LOCAL ROLE ${role}; SELECT set_config('app.platform_id', '${platformId}', true)`);
    const { rows } = await sendStatement(client, statement);
    await client.query('COMMIT');
    return rows as R[];
  }

  for (const [name, search] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    let count = 0;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const begin = performance.now();
      const exact = selectExact(platformId, search, { seesDocuments: true });
      const same = exact ? (await run('feira_app', exact)).map(({ id }) => id) : [];
      const ids =
        search.length < SHORTEST || same.length > 0
          ? null
          : ((await run('feira_jobs', selectMatches(platformId, search)))[0]?.ids ?? null);
      const filter =
        same.length > 0 ? { found: same } : { search, ...(ids && ids.length <= MOST_FOUND && { found: ids }) };
      const page = await run('feira_app', selectPage(USERS, platformId, filter, { after: null, limit: LIMIT }));
      await run('feira_app', selectCount(USERS, platformId, filter, MOST_COUNTED));
      times.push(performance.now() - begin);
      count = page.length;
    }
    const title = `search among ${COUNT} people, ${name} (${count} rows)`;
    rows.push(
      ...toRow(`${title}${MEDIAN}`, median(times), 'ms'),
      ...toRow(`${title}: worst`, Math.max(...times), 'ms'),
    );
  }
  return rows;
}

/** The slowest search beside the goal; nothing where people were not measured. */
export function describePeople(rows: readonly Row[]): string[] {
  const [slowest] = rows
    .filter(({ name }) => name.startsWith('search among') && name.endsWith(MEDIAN))
    .sort((a, b) => b.value - a.value);
  return slowest ? [`the slowest ${slowest.name}: ${slowest.value.toFixed(0)} ms (goal ${GOAL_MS} ms)`] : [];
}
