/** Measures how long the database takes for a page of a statement with a million movements, for every filter. */
import { randomBytes, randomUUID } from 'node:crypto';
import { STATEMENT, type StatementFilter } from '../../core/src/modules/ledger/statement-model.ts';
import { migrate } from '../../core/src/programs/migrate.ts';
import { type PageCursor, selectPage } from '../../core/src/shared/list.ts';
import type { BenchDatabase } from './bench-database.ts';
import { fillStatement } from './long-statement.ts';
import { median } from './measurement.ts';
import { type Row, toRow } from './report.ts';

const NAME = 'bench_statement';
const COUNT = 1_000_000;
const LIMIT = 26;
const TRIES = 7;

interface Asked extends Partial<StatementFilter> {
  after?: PageCursor;
}

const FILTERS: Record<string, Asked> = {
  'the newest': {},
  'a frequent kind': { kind: 'RELEASE' },
  'three of a million': { kind: 'WITHDRAWAL' },
  'a kind there is none of': { kind: 'CHARGEBACK' },
  'days in the middle': { from: '2025-06-01', to: '2025-06-30' },
  'until a day': { to: '2025-02-01' },
  'a rare kind in days without': { kind: 'WITHDRAWAL', from: '2025-02-01', to: '2025-06-01' },
};

export async function measureStatement(server: BenchDatabase): Promise<Row[]> {
  const url = await server.create(NAME);
  await migrate({ DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'warn' });
  const client = await server.inspect(NAME);
  // As requests plan, not as the bench looks.
  await client.query('SET enable_nestloop = on');
  const [platformId, personId] = [randomUUID(), randomUUID()];
  await client.query(`INSERT INTO platform (platform_id, name, settings) VALUES ($1, 'Bench', '{}')`, [platformId]);
  await fillStatement((sql, values) => client.query(sql, values), { platformId, personId, count: COUNT });
  const last = (await client.query('SELECT id FROM ledger_transaction ORDER BY id OFFSET 30 LIMIT 1')).rows[0].id;
  const filters: Record<string, Asked> = {
    ...FILTERS,
    'the last page': { after: { position: 0, id: last } },
    'the last page of a rare kind': { kind: 'WITHDRAWAL', after: { position: 0, id: last } },
  };
  const rows: Row[] = [];
  for (const [name, { after = null, ...filter }] of Object.entries(filters)) {
    const asked = { ...filter, personId, currency: 'BRL' } as const;
    const { text, values } = selectPage(STATEMENT, platformId, asked, { after, limit: LIMIT });
    const times: number[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const { rows: plans } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
      times.push(plans[0]['QUERY PLAN'][0]['Execution Time']);
    }
    rows.push(...toRow(`a statement of ${COUNT} movements, ${name}`, median(times), 'ms'));
  }
  return rows;
}
