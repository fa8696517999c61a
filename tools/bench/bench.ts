/**
 * `npm run bench` measures how many purchases and webhooks a node takes beside a server that does the least for the same request, and
 * on a young platform, of which the planner knows nothing yet, beside a grown one. All run in turns on one PostgreSQL with full
 * durability; their ratio is the result, because it says little about the machine. It compares postings of the ledger with postings
 * on accounts that no two share, and calls of an adapter in a process of its own with those of the same adapter in this one. It starts nodes
 * with and without the bundled packages. It charges cycles of subscriptions that are due at the same minute.
 * Parameters: --seconds of one round, --json FILE, --grown SALES of the grown platform, --cycles that are due,
 * --only purchases|webhooks|postings|isolation|statement|lists|people|cycles|flood|locked|health|start, --profile DIRECTORY.
 */
import { writeFileSync } from 'node:fs';
import { createShutdown } from '../src/run/shutdown.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { type Contestant, compete, toDrainRows, toRows, warmUp } from './contest.ts';
import { describeCycles, measureCycles } from './cycles.ts';
import { FLOOD, FLOOD_GOAL_MS, measureFlood } from './flood.ts';
import { grow, keepYoung } from './grow.ts';
import { HEALTH, HEALTH_GOAL_MS, measureHealth } from './health.ts';
import { describeIsolation, measureIsolation } from './isolation.ts';
import { describeLists, measureLists } from './lists.ts';
import { LOCKED, LOCKED_GOAL_MS, measureLocked } from './locked.ts';
import { openMarket, openReference } from './market.ts';
import { readOptions } from './options.ts';
import { describePeople, measurePeople } from './people.ts';
import { measurePostings, POSTINGS } from './postings.ts';
import { createBuyers, createReferenceBuyers } from './purchases.ts';
import { formatRows, type Row } from './report.ts';
import { measureStart, START, START_GOAL_MS, START_MEMORY, START_MEMORY_GOAL_MB } from './start.ts';
import { measureStatement } from './statement.ts';
import { createEvents, createReferenceEvents } from './webhooks.ts';

const CONNECTIONS = [1, 16, 64];
const ROUNDS = 3;
/** The number of payments that are made beforehand for each second, for the events of a node to move. */
const MOST_EVENTS_PER_SECOND = 2000;
const YOUNG = 'a young platform beside a grown one';
const GOALS = [
  ['purchases, 16 connections: throughput', 0.5],
  ['purchases, 64 connections: throughput', 0.5],
  [`purchases, 16 connections, ${YOUNG}: throughput`, 0.9],
  [`purchases, 64 connections, ${YOUNG}: throughput`, 0.9],
  ['webhooks, 16 connections: throughput', 0.7],
  ['webhooks, 64 connections: throughput', 0.7],
  ['webhooks, 16 connections: processed beside accepted', 1],
  ['webhooks, 64 connections: processed beside accepted', 1],
  [POSTINGS, 0.8],
] as const;

const UPPER_GOALS = [
  [FLOOD, FLOOD_GOAL_MS],
  [LOCKED, LOCKED_GOAL_MS],
  [HEALTH, HEALTH_GOAL_MS],
  [START, START_GOAL_MS],
  [START_MEMORY, START_MEMORY_GOAL_MB],
] as const;
const ON_THEIR_OWN = { flood: measureFlood, locked: measureLocked, health: measureHealth, start: measureStart };

const options = readOptions(
  'bench',
  {
    seconds: { kind: 'number', placeholder: 'N', fallback: '2' },
    grown: { kind: 'number', placeholder: 'SALES', fallback: '100000' },
    cycles: { kind: 'number', placeholder: 'N', fallback: '100000' },
    json: { kind: 'text', placeholder: 'FILE' },
    only: {
      kind: 'text',
      placeholder: 'purchases|webhooks|postings|isolation|statement|lists|people|cycles|flood|locked|health|start',
    },
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
  console.log(`\n${formatRows(rows, { value: 'measured', reference: 'beside' })}\n`);
  for (const [name, goal] of GOALS) {
    const found = rows.find((row) => row.name === name)?.ratio;
    if (found) console.log(`${name}: ${found.toFixed(2)} (goal ${goal.toFixed(2)})`);
  }
  for (const [name, goal] of UPPER_GOALS) {
    const found = rows.find((row) => row.name === name);
    if (found) console.log(`${name}: ${found.value.toFixed(1)} ${found.unit} (goal below ${goal})`);
  }
  const lines = [...describeIsolation(rows), ...describeLists(rows), ...describePeople(rows), ...describeCycles(rows)];
  for (const line of lines) console.log(line);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function measureDatabase(): Promise<Row[]> {
  const database = await startBenchDatabase();
  shutdown.add(() => database.stop());
  const rows: Row[] = [];
  // A million rows take longer to write, and a hundred thousand cycles to charge, than everything else to measure: only on request.
  if (options.only === 'statement') return measureStatement(database);
  if (options.only === 'lists') return measureLists(database);
  if (options.only === 'people') return measurePeople(database);
  if (options.only === 'cycles') return measureCycles(database, options);
  for (const [name, measure] of Object.entries(ON_THEIR_OWN))
    if (!options.only || options.only === name)
      rows.push(...(await measure(database, options.seconds, options.profile)));
  if (options.only && options.only in ON_THEIR_OWN) return rows;
  if (options.only !== 'postings') {
    rows.push(...(await measureMarkets(database)));
  }
  if (!options.only || options.only === 'postings') {
    rows.push(...announce(await measurePostings(database, { seconds: options.seconds, rounds: ROUNDS })));
  }
  return rows;
}

async function measureMarkets(database: BenchDatabase): Promise<Row[]> {
  const { seconds, profile } = options;
  const rows: Row[] = [];
  const grown = await openMarket(database, 'grown', profile, (client) => grow(client, options.grown));
  shutdown.add(() => grown.node.stop());
  const young = await openMarket(database, 'young', profile, keepYoung);
  shutdown.add(() => young.node.stop());
  const reference = await openReference(database, profile);
  shutdown.add(() => reference.server.stop());

  async function measure(work: string, thing: string, sides: Record<'grown' | 'young' | 'reference', Contestant>) {
    for (const connections of CONNECTIONS) {
      const prefix = `${work}, ${describe(connections)}`;
      const results = await compete(database, sides, { connections, seconds, rounds: ROUNDS });
      rows.push(...announce(toRows(`${prefix}:`, thing, results.grown, results.reference)));
      rows.push(...toRows(`${prefix}, ${YOUNG}:`, thing, results.young, results.grown));
      if (work === 'webhooks') rows.push(...toDrainRows(`${prefix}:`, 'event', results.grown));
    }
  }

  const buyers = {
    grown: createBuyers(grown),
    young: createBuyers(young),
    reference: createReferenceBuyers(reference, grown),
  };
  // Also makes the payment that those of the events are copied from.
  await warmUp(buyers, seconds);
  if (options.only !== 'webhooks') await measure('purchases', 'purchase', buyers);
  if (options.only === 'purchases') return rows;
  const count = MOST_EVENTS_PER_SECOND * seconds * (CONNECTIONS.length * ROUNDS + 1);
  const events = {
    grown: await createEvents(grown, count),
    young: await createEvents(young, count),
    reference: await createReferenceEvents(reference, grown),
  };
  await grown.client.query('ANALYZE');
  await warmUp(events, seconds);
  await measure('webhooks', 'event', events);
  return rows;
}

const describe = (connections: number) => (connections === 1 ? '1 connection' : `${connections} connections`);

/** A sign of life: the whole takes some minutes. */
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
