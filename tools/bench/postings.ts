/**
 * Measures postings of the ledger that all touch the platform's own accounts beside the same number of entries on accounts
 * that no two share: the difference is the cost of a busy account.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type Entry, post } from '../../core/src/modules/ledger/model.ts';
import { Database } from '../../core/src/plugins/database.ts';
import { migrate } from '../../core/src/programs/migrate.ts';
import type { BenchDatabase } from './bench-database.ts';
import { median } from './measurement.ts';
import { type Row, toRow } from './report.ts';

const NAME = 'bench_ledger';
const CONNECTIONS = 32;
export const POSTINGS = `ledger, ${CONNECTIONS} connections: postings`;
const SELLERS = 2_000;
const FEE = 990;

type MakeEntries = (sellerId: string) => Entry[];

/** Returns a sale's entries: the provider's account and the fees are the same row for every seller. */
const shared: MakeEntries = (sellerId) => [
  { kind: 'PROVIDER', ownerId: '00000000-0000-7000-8000-000000000001', amount: -9_990 },
  { kind: 'PLATFORM_FEES', amount: FEE },
  { kind: 'AVAILABLE', ownerId: sellerId, amount: 9_990 - FEE },
];
const apart: MakeEntries = (sellerId) => [
  { kind: 'PROVIDER', ownerId: sellerId, amount: -9_990 },
  { kind: 'RESERVED', ownerId: sellerId, amount: FEE },
  { kind: 'AVAILABLE', ownerId: sellerId, amount: 9_990 - FEE },
];

export async function measurePostings(
  server: BenchDatabase,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const url = await server.create(NAME);
  await migrate({ DATABASE_URL: url, ENCRYPTION_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'warn' });
  const platformId = randomUUID();
  const inspector = await server.inspect(NAME);
  await inspector.query(`INSERT INTO platform (platform_id, name, settings) VALUES ($1, 'Bench', '{}')`, [platformId]);
  const database = new Database({ writer: url, replicas: [] }, CONNECTIONS);
  try {
    const sellers = Array.from({ length: SELLERS }, () => randomUUID());
    const run = (makeEntries: MakeEntries) => postFor(database, platformId, sellers, makeEntries, seconds);
    for (const makeEntries of [shared, apart]) await run(makeEntries);
    const rates = { shared: [] as number[], apart: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? (['shared', 'apart'] as const) : (['apart', 'shared'] as const);
      for (const side of order) rates[side].push(await run(side === 'shared' ? shared : apart));
    }
    return toRow(POSTINGS, median(rates.shared), 'postings/s', median(rates.apart));
  } finally {
    await database.close();
  }
}

/** Postings a second. */
async function postFor(
  database: Database,
  platformId: string,
  sellers: readonly string[],
  makeEntries: MakeEntries,
  seconds: number,
): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let count = 0;
  const work = async () => {
    while (performance.now() < endsAt) {
      const sellerId = sellers[Math.floor(Math.random() * sellers.length)] as string;
      const facts = { kind: 'SALE', source: randomUUID(), currency: 'BRL', occurredAt: new Date() } as const;
      await database.write(platformId, [post(platformId, { ...facts, entries: makeEntries(sellerId) })]);
      count += 1;
      await yieldToOthers();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return count / ((performance.now() - startedAt) / 1_000);
}
