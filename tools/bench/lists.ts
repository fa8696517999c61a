/** Measures lists of sales with a million sales of one seller, by every kind of filter and search. */
import { randomBytes } from 'node:crypto';
import { countSales, SALES, selectSales } from '../../core/src/modules/sales/model.ts';
import { type SalesFilter, selectFound } from '../../core/src/modules/sales/search.ts';
import { migrate } from '../../core/src/programs/migrate.ts';
import { parsePlace, selectPage } from '../../core/src/shared/list.ts';
import { sendStatement } from '../../core/src/shared/send-statement.ts';
import type { Statement } from '../../core/src/shared/statement.ts';
import type { BenchDatabase } from './bench-database.ts';
import { fillList, type LongList } from './long-list.ts';
import { median } from './measurement.ts';
import { type Row, toRow } from './report.ts';

const NAME = 'bench_lists';
const COUNT = 1_000_000;
const LIMIT = 21;
/** A first page also counts so far. */
const MOST = 1_001;
const TRIES = 9;
const GOAL_MS = 200;
const MEDIAN = ': median';

type Asked = Omit<Partial<SalesFilter>, 'sellerId'>;

const STATUSES = ['APPROVED', 'PENDING', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'] as const;
const listFilters = ({ productId, rareProductId }: LongList): Record<string, Asked> => ({
  ...Object.fromEntries(STATUSES.map((status) => [`status ${status}`, { status }])),
  'method BILLET': { method: 'BILLET' },
  'a product': { productId },
  'a product sold four times': { productId: rareProductId },
  'days in the middle, approved': { from: day(-400), to: day(-370), status: 'APPROVED' },
  'old days, refunded': { to: day(-600), status: 'REFUNDED' },
  'product, method and status': { productId, method: 'BILLET', status: 'CANCELED' },
  'product, method and status, none': { productId, method: 'PIX', status: 'REFUNDED', search: 'maria' },
  'a frequent name': { search: 'maria' },
  'a first letter': { search: 'm' },
  'two frequent names': { search: 'aparecida silva' },
  'two names that never meet': { search: 'maria joão' },
  'three of a million': { search: 'zwinglio' },
  'a word of none': { search: 'xyzzy' },
  'a word of none, refunded': { search: 'xyzzy', status: 'REFUNDED' },
  'an e-mail': { search: 'buyer777777@example.com' },
  'a document': { search: '000.615.877-43' },
  'a document of none': { search: '999.999.999-99' },
  'a phone number': { search: '(11) 90077-7777' },
  'an amount': { search: '106,88' },
  'last digits of a card': { search: '4242' },
  'an order code of none': { search: '7F3A-90C2' },
  'an end-to-end id of none': { search: 'E6070119020261124150000000000001' },
  'a frequent name, refunded': { search: 'ana', status: 'REFUNDED' },
  'a frequent name and a status of none': { search: 'ana', status: 'CHARGEBACK' },
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Each list as the seller and as the platform's team read it: all statements of a page, with the rights of a request. */
export async function measureLists(server: BenchDatabase): Promise<Row[]> {
  const url = await server.create(NAME);
  await migrate({ DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'warn' });
  const client = await server.inspect(NAME);
  const list = await fillList((sql, values) => client.query(sql, values), COUNT);
  await client.query('SET session_replication_role = DEFAULT; SET enable_nestloop = on');
  const { platformId } = list;
  const filters = listFilters(list);
  const rows: Row[] = [];

  async function run<R>(role: string, statement: Statement<R>): Promise<R[]> {
    await client.query(`BEGIN; SET LOCAL ROLE ${role}; SELECT set_config('app.platform_id', '${platformId}', true)`);
    const { rows } = await sendStatement(client, statement);
    await client.query('COMMIT');
    return rows as R[];
  }

  async function measure(name: string, read: () => Promise<{ cursor: string }[]>): Promise<string | undefined> {
    const times: number[] = [];
    let found: { cursor: string }[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const begin = performance.now();
      found = await read();
      times.push(performance.now() - begin);
    }
    const title = `list of ${COUNT} sales, ${name} (${found.length} rows)`;
    rows.push(
      ...toRow(`${title}${MEDIAN}`, median(times), 'ms'),
      ...toRow(`${title}: worst`, Math.max(...times), 'ms'),
    );
    return found[LIMIT - 2]?.cursor;
  }

  async function readFound(filter: SalesFilter, cursor?: string) {
    const after = cursor ? parsePlace(cursor) : null;
    const place = { after, limit: after ? LIMIT : MOST };
    const ids = (await run('feira_jobs', selectFound(platformId, filter, place))).slice(0, LIMIT).map(({ id }) => id);
    return ids.length === 0 ? [] : run('feira_app', selectSales(platformId, ids));
  }
  async function readByTime(filter: { sellerId: string; from?: string; to?: string }, cursor?: string) {
    const after = cursor ? parsePlace(cursor) : null;
    const page = await run('feira_app', selectPage(SALES, platformId, filter, { after, limit: LIMIT }));
    await run('feira_app', countSales(platformId, filter, MOST));
    return page;
  }

  const deep = `.${(Date.now() - 500 * 86_400_000) * 1_000}.ffffffff-ffff-4fff-8fff-ffffffffffff`.slice(1);
  const own = { sellerId: list.sellerId };
  await measure('newest', () => readByTime(own));
  await measure('deep page', () => readByTime(own, deep));
  await measure('days in the middle', () => readByTime({ ...own, from: day(-400), to: day(-370) }));
  await measure('of a seller without sales', () => readFound({ sellerId: list.idleSellerId, status: 'APPROVED' }));
  await measure('all sellers', () => readFound({ sellerId: null }));
  await measure('all sellers, deep page', () => readFound({ sellerId: null }, deep));
  for (const [name, filter] of Object.entries(filters)) {
    await measure(name, () => readFound({ ...filter, ...own }));
    await measure(`${name}, all sellers`, () => readFound({ ...filter, sellerId: null }));
    await measure(`${name}, deep page`, () => readFound({ ...filter, ...own }, deep));
  }
  return rows;
}

/** The slowest list beside the goal; nothing where lists were not measured. */
export function describeLists(rows: readonly Row[]): string[] {
  const [slowest] = rows
    .filter(({ name }) => name.startsWith('list of') && name.endsWith(MEDIAN))
    .sort((a, b) => b.value - a.value);
  return slowest ? [`the slowest ${slowest.name}: ${slowest.value.toFixed(0)} ms (goal ${GOAL_MS} ms)`] : [];
}
