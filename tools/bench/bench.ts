/**
 * `npm run bench`: how many purchases and webhooks a node takes beside a server that does the least for the same request.
 * Both run in turns on one PostgreSQL with full durability; their ratio is the result, because it says little about the
 * machine. Postings of the ledger are compared with themselves on accounts that nobody shares, and calls of an adapter in
 * a process of its own with those of the same adapter in this one.
 * Parameters: --seconds of one round, --json FILE, --only purchases|webhooks|postings|isolation|statement, --profile DIRECTORY.
 */
import { writeFileSync } from 'node:fs';
import { createShutdown } from '../src/shutdown.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { compete, toDrainRows, toRows, warmUp } from './contest.ts';
import { describeIsolation, measureIsolation } from './isolation.ts';
import { type Market, NODE_DATABASE, openMarket, REFERENCE_DATABASE } from './market.ts';
import { readOptions } from './options.ts';
import { measurePostings, POSTINGS } from './postings.ts';
import { createPurchaseContest } from './purchases.ts';
import { formatRows, type Row } from './report.ts';
import { measureStatement } from './statement.ts';
import { createWebhookContest } from './webhooks.ts';

const CONNECTIONS = [1, 16, 64];
const ROUNDS = 3;
const GOALS = [
  ['purchases, 64 connections: throughput', 0.5],
  ['webhooks, 64 connections: throughput', 0.7],
  [POSTINGS, 0.8],
] as const;

const options = readOptions(
  'bench',
  {
    seconds: { kind: 'number', placeholder: 'N', fallback: '2' },
    json: { kind: 'text', placeholder: 'FILE' },
    only: { kind: 'text', placeholder: 'purchases|webhooks|postings|isolation|statement' },
    profile: { kind: 'text', placeholder: 'DIRECTORY' },
  },
  process.argv.slice(2),
);
const shutdown = createShutdown();

async function main(): Promise<void> {
  const rows: Row[] = [];
  // First, while nothing else runs that its calls would wait for.
  if (!options.only || options.only === 'isolation') rows.push(...(await measureIsolation()));
  if (options.only !== 'isolation') rows.push(...(await measureDatabase()));
  console.log(`\n${formatRows(rows, { value: 'feira', reference: 'reference' })}\n`);
  for (const [name, goal] of GOALS) {
    const found = rows.find((row) => row.name === name)?.ratio;
    if (found) console.log(`${name}: ${found.toFixed(2)} of the reference (goal ${goal.toFixed(2)})`);
  }
  for (const line of describeIsolation(rows)) console.log(line);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measureDatabase(): Promise<Row[]> {
  const database = await startBenchDatabase();
  shutdown.add(() => database.stop());
  const rows: Row[] = [];
  // A million rows take longer to write than everything else to measure: only on request.
  if (options.only === 'statement') return measureStatement(database);
  if (options.only !== 'postings') {
    const market = await openMarket(database, options.profile);
    shutdown.add(() => market.stop());
    rows.push(...(await measure(database, market)));
  }
  if (!options.only || options.only === 'postings') {
    rows.push(...announce(await measurePostings(database, { seconds: options.seconds, rounds: ROUNDS })));
  }
  return rows;
}

async function measure(database: BenchDatabase, market: Market): Promise<Row[]> {
  const [node, reference] = [await database.inspect(NODE_DATABASE), await database.inspect(REFERENCE_DATABASE)];
  const { seconds } = options;
  const rows: Row[] = [];
  const purchases = createPurchaseContest(market, { node, reference });
  // Also makes the payments that the events are about.
  await warmUp(purchases.ours, purchases.reference, seconds);
  if (options.only !== 'webhooks') {
    for (const connections of CONNECTIONS) {
      const prefix = `purchases, ${describe(connections)}:`;
      const results = await compete(database, purchases.ours, purchases.reference, {
        connections,
        seconds,
        rounds: ROUNDS,
      });
      rows.push(...announce(toRows(prefix, 'purchase', results)));
    }
  }
  if (options.only === 'purchases') return rows;
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`Payments of the events are picked with seed ${seed}`);
  const webhooks = await createWebhookContest(market, { node, reference }, seed);
  await warmUp(webhooks.ours, webhooks.reference, seconds);
  for (const connections of CONNECTIONS) {
    const prefix = `webhooks, ${describe(connections)}:`;
    const results = await compete(database, webhooks.ours, webhooks.reference, {
      connections,
      seconds,
      rounds: ROUNDS,
    });
    rows.push(...announce([...toRows(prefix, 'event', results), ...toDrainRows(prefix, 'events', results)]));
  }
  return rows;
}

const describe = (connections: number) => (connections === 1 ? '1 connection' : `${connections} connections`);

/** A sign of life: the whole takes two minutes. */
function announce(rows: Row[]): Row[] {
  const [first] = rows;
  if (first) console.log(`${first.name} ${Math.round(first.value)}/s, reference ${Math.round(first.reference ?? 0)}/s`);
  return rows;
}

await main().then(
  () => shutdown.run(0),
  (error: Error) => {
    console.error(`\nThe bench failed: ${error.message}`);
    return shutdown.run(1);
  },
);
