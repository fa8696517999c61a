/**
 * Measures how fast a node charges cycles of subscriptions that are all due at the same minute, and whether a cycle costs as much at the end
 * of a long queue, with all that was written meanwhile, as at its beginning, and as much in a large table as in a small one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_DUNNING, type SubscriptionTerms } from '@feira/schemas/subscription';
import { JOB_SCHEMA } from '../../core/src/job-schema.ts';
import { selectFigures } from '../../core/src/modules/subscriptions/figures-model.ts';
import type { BenchDatabase } from './bench-database.ts';
import { countReadRows } from './contest.ts';
import { CPF, type Market, openMarket } from './market.ts';
import { median } from './measurement.ts';
import { type Row, toRow } from './report.ts';

export const CYCLES = 'cycles due at one minute';
/** The greatest cost of a cycle at the end of the queue to that at its beginning, and in the large table to that in the small one. */
export const CYCLES_GOAL = 1.25;

const PRICE = 2_990;
const DAYS = 30;
/** The small table has fewer rows by this factor. */
const SMALLER = 50;
const PARTS = 10;
const FIGURE_TRIES = 5;
/** Charged before anything is measured: code is compiled, pools are open. */
const WARM_UP = 300;
const POLL_MS = 250;
const STALLED_MS = 120_000;
const CARD = { number: '4111111111111111', holder_name: 'JOANA COMPRADORA', exp_month: 12, exp_year: 2034, cvv: '123' };

interface Cost {
  cycles: number;
  seconds: number;
  cpuMs: number;
  databaseCpuMs: number;
  statements: number;
  readRows: number;
  /** Rows of the job engine's own tables, which each queue asks once a second, however many cycles are charged. */
  jobRows: number;
}

interface Drained {
  parts: Cost[];
  /** Jobs that were left when the last cycle had been charged, and the time until they were done. */
  jobsLeft: number;
  secondsLeft: number;
  /** The time that the page of figures takes afterwards: of the seller, and of the platform. */
  figuresMs: number[];
}

export async function measureCycles(
  database: BenchDatabase,
  { cycles, profile }: { cycles: number; profile: string | null },
): Promise<Row[]> {
  const few = Math.max(WARM_UP, Math.round(cycles / SMALLER));
  const small = await drain(database, 'few_cycles', few, profile);
  const large = await drain(database, 'many_cycles', cycles, profile);
  const [first, last] = [large.parts[0] as Cost, large.parts.at(-1) as Cost];
  const name = `${CYCLES}, ${cycles}`;
  return [
    ...compare(`${name} beside ${few}`, sum(large.parts), sum(small.parts)),
    ...compare(`${name}, last tenth beside first`, last, first),
    ...toRow(`${name}: jobs left at the end`, large.jobsLeft, 'jobs'),
    ...toRow(`${name}: time until they were done`, large.secondsLeft, 's'),
    ...toRow(`${name}: figures of the seller`, large.figuresMs[0] ?? Number.NaN, 'ms', small.figuresMs[0]),
    ...toRow(`${name}: figures of the platform`, large.figuresMs[1] ?? Number.NaN, 'ms', small.figuresMs[1]),
  ];
}

/** Names the rate, and the ratios of costs beside their goal; nothing where cycles were not measured. */
export function describeCycles(rows: readonly Row[]): string[] {
  const own = rows.filter(({ name }) => name.startsWith(CYCLES));
  return [
    ...own
      .filter(({ name }) => name.endsWith(': rate'))
      .map(({ name, value }) => `${name}: ${value.toFixed(0)} cycles/s`),
    ...own
      .filter(({ name }) => name.endsWith(': CPU'))
      .map(({ name, ratio }) => `${name}: ${ratio?.toFixed(2)} (goal below ${CYCLES_GOAL})`),
  ];
}

function compare(name: string, one: Cost, other: Cost): Row[] {
  const row = (figure: string, unit: string, of: (cost: Cost) => number) =>
    toRow(`${name}: ${figure}`, of(one), unit, of(other));
  return [
    ...row('rate', 'cycles/s', ({ cycles, seconds }) => cycles / seconds),
    ...row('CPU', 'ms/cycle', ({ cpuMs, databaseCpuMs, cycles }) => (cpuMs + databaseCpuMs) / cycles),
    ...row('server CPU', 'ms/cycle', ({ cpuMs, cycles }) => cpuMs / cycles),
    ...row('database CPU', 'ms/cycle', ({ databaseCpuMs, cycles }) => databaseCpuMs / cycles),
    ...row('statements', 'per cycle', ({ statements, cycles }) => statements / cycles),
    ...row('rows read', 'per cycle', ({ readRows, cycles }) => readRows / cycles),
    ...row('rows read by the job engine', 'per cycle', ({ jobRows, cycles }) => jobRows / cycles),
  ];
}

const sum = (costs: readonly Cost[]): Cost =>
  costs.reduce((one, other) => ({
    cycles: one.cycles + other.cycles,
    seconds: one.seconds + other.seconds,
    cpuMs: one.cpuMs + other.cpuMs,
    databaseCpuMs: one.databaseCpuMs + other.databaseCpuMs,
    statements: one.statements + other.statements,
    readRows: one.readRows + other.readRows,
    jobRows: one.jobRows + other.jobRows,
  }));

/** Returns what each tenth of a queue has cost. Throws unless every cycle was charged once. */
async function drain(database: BenchDatabase, name: string, cycles: number, profile: string | null): Promise<Drained> {
  const market = await openMarket(database, name, profile, async () => undefined);
  const { client, node } = market;
  const sample = async () => {
    const [process, allRows, jobRows] = await Promise.all([node.sample(), countReadRows(client), countJobRows(client)]);
    return {
      ...process,
      readRows: allRows - jobRows,
      jobRows,
      databaseCpuMs: database.readCpuMs(),
      at: performance.now(),
    };
  };
  try {
    const card = await storeCard(market);
    await addSubscriptions(market, card, WARM_UP);
    await waitForCycles(market, WARM_UP);
    await waitForJobs(market);
    let before = await sample();
    let charged = WARM_UP;
    const parts: Cost[] = [];
    await addSubscriptions(market, card, cycles);
    // The planter's own work is none of theirs.
    before = { ...before, databaseCpuMs: database.readCpuMs(), at: performance.now() };
    for (let part = 1; part <= PARTS; part++) {
      const done = await waitForCycles(market, WARM_UP + Math.floor((cycles * part) / PARTS));
      const after = await sample();
      parts.push({
        cycles: done - charged,
        seconds: (after.at - before.at) / 1_000,
        cpuMs: after.cpuMs - before.cpuMs,
        databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
        statements: after.statements - before.statements,
        readRows: after.readRows - before.readRows,
        jobRows: after.jobRows - before.jobRows,
      });
      console.log(
        `${name}: ${done - WARM_UP} of ${cycles} charged, the last ${done - charged} in ${Math.round(parts.at(-1)?.seconds ?? 0)} s`,
      );
      before = after;
      charged = done;
    }
    const endedAt = performance.now();
    const jobsLeft = await waitForJobs(market);
    const secondsLeft = (performance.now() - endedAt) / 1_000;
    await verify(market, WARM_UP + cycles);
    return { parts, jobsLeft, secondsLeft, figuresMs: await timeFigures(market) };
  } finally {
    await node.stop();
  }
}

async function countJobRows(client: Market['client']): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float AS rows FROM pg_stat_user_tables WHERE schemaname = $1',
    [JOB_SCHEMA],
  );
  return rows[0]?.rows ?? 0;
}

/** A card of the sandbox; each subscription gets a row of its own for it, as if it were the buyer's. */
async function storeCard({ client, node, world }: Market): Promise<{ connectionId: string; cardId: string }> {
  await client.query(
    `UPDATE offer SET type = 'SUBSCRIPTION', recurrence_price = $2, frequency_in_days = $3 WHERE id = $1`,
    [world.offerId, PRICE, DAYS],
  );
  const { rows } = await client.query<{ id: string }>('SELECT id FROM provider_connection');
  const connectionId = rows[0]!.id;
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const answer = await fetch(node.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  // A simulator starts with the first use of its connection.
  await fetch(`${node.url}/api/checkout.getCheckout?checkoutId=${world.offerId}`).then((answer) =>
    answer.body?.cancel(),
  );
  const authorization = 'Bearer pk_test_0123456789';
  const { id: token } = await post(`/simulators/${connectionId}/tokens`, { authorization }, { card: CARD });
  const buyer = { name: 'Joana Compradora', email: 'joana@example.com', cpf: CPF };
  await post('/api/checkout.tokenCreditCard', {}, { checkoutId: world.offerId, token, ...buyer });
  const stored = await client.query<{ id: string }>('SELECT card_id AS id FROM stored_card');
  return { connectionId, cardId: stored.rows[0]!.id };
}

const TERMS: SubscriptionTerms = {
  firstAmount: PRICE,
  recurringAmount: PRICE,
  currency: 'BRL',
  frequencyInDays: DAYS,
  period: 'DAYS',
  cycles: null,
  trialDays: null,
  discount: null,
  affiliate: null,
  dunning: DEFAULT_DUNNING,
  title: 'Assinatura',
  locale: 'pt-BR',
};

/** They paid their first period, which is over by now. */
async function addSubscriptions(
  { client, world }: Market,
  { connectionId, cardId }: { connectionId: string; cardId: string },
  count: number,
): Promise<void> {
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  await client.query(
    `CREATE TEMPORARY TABLE begun ON COMMIT DROP AS SELECT n, uuidv7() AS id, uuidv7() AS card_id, uuidv7() AS event_id, uuidv7() AS cycle_id,
       now() - make_interval(days => $2) AS at FROM generate_series(1, $1::int) AS n`,
    [count, DAYS],
  );
  await client.query(
    `INSERT INTO stored_card (platform_id, id, connection_id, card_id, check_at)
     SELECT $1, card_id, $2, $3, now() + interval '1 day' FROM begun`,
    [world.platformId, connectionId, cardId],
  );
  await client.query(
    `INSERT INTO subscription_event (platform_id, id, subscription_id, key, kind, at, by, cycle)
     SELECT $1, event_id, id, 'paid:1', 'PAID', at, 'PROVIDER', 1 FROM begun`,
    [world.platformId],
  );
  await client.query(
    `INSERT INTO subscription_cycle (platform_id, id, subscription_id, number, period_start, period_end, due_at, amount, state, attempts, paid_at)
     SELECT $1, cycle_id, id, 1, at, now(), at, $2, 'PAID', 1, at FROM begun`,
    [world.platformId, PRICE],
  );
  await client.query(
    `INSERT INTO subscription (platform_id, id, public_id, offer_id, product_id, seller_id, buyer_name, buyer_email, buyer_document, buyer_phone,
       locale, currency, method, connection_id, card_id, stored_card_id, terms, status, amount, frequency_in_days, anchor_at, cycle, period_start,
       period_end, next_charge_at, check_at)
     SELECT $1, id, replace(id::text, '-', ''), $2, $3, $4, 'Buyer ' || n, 'buyer-' || n || '@example.com', $5, '11987654321', 'pt-BR', 'BRL',
       'CREDIT_CARD', $6, $7, card_id, $8, 'ACTIVE', $9, $10, at, 1, at, now(), now(), now() FROM begun`,
    [
      ...[world.platformId, world.offerId, world.productId, world.sellerId, CPF, connectionId, cardId],
      ...[JSON.stringify(TERMS), PRICE, DAYS],
    ],
  );
  await client.query('COMMIT; ANALYZE subscription, subscription_cycle, subscription_event, stored_card');
}

/** Waits until `count` cycles were charged, by PostgreSQL's own counter: to count rows would slow the work. Returns the number that was charged. */
async function waitForCycles({ client }: Market, count: number): Promise<number> {
  let [seen, at] = [0, performance.now()];
  for (;;) {
    const { rows } = await client.query<{ made: number }>(
      `SELECT pg_stat_get_tuples_inserted('subscription_sale'::regclass)::int AS made`,
    );
    const made = rows[0]?.made ?? 0;
    if (made >= count) return made;
    if (made > seen) [seen, at] = [made, performance.now()];
    if (performance.now() - at > STALLED_MS) throw new Error(`Only ${made} of ${count} cycles were charged.`);
    await wait(POLL_MS);
  }
}

/** Waits for the events and jobs that the charges caused; returns how many jobs were left at first. */
async function waitForJobs({ client }: Market): Promise<number> {
  const count = async () =>
    Number(
      (
        await client.query(
          `SELECT (SELECT count(*) FROM outbox WHERE published_at IS NULL)
             + (SELECT count(*) FROM ${JOB_SCHEMA}.job WHERE state < 'completed' AND start_after <= now())
             + (SELECT count(*) FROM subscription WHERE check_at <= now()) AS left`,
        )
      ).rows[0].left,
    );
  const first = await count();
  let [least, at] = [first, performance.now()];
  for (let left = first; left > 0; left = await count()) {
    if (left < least) [least, at] = [left, performance.now()];
    if (performance.now() - at > STALLED_MS) throw new Error(`${left} jobs are left and not done.`);
    await wait(POLL_MS);
  }
  return first;
}

/** Medians, with the rights of a request. */
async function timeFigures({ client, world }: Market): Promise<number[]> {
  const { platformId, sellerId } = world;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const period = { from: day(-29), to: day(0) };
  await client.query('SET enable_nestloop = on');
  const medians: number[] = [];
  for (const seller of [sellerId, null]) {
    const filter = { sellerId: seller, offerId: null, currency: 'BRL', ...period } as const;
    const { text, values } = selectFigures(platformId, filter, new Date());
    const times: number[] = [];
    for (let attempt = 0; attempt < FIGURE_TRIES; attempt++) {
      await client.query(
        `BEGIN; SET LOCAL ROLE feira_app; SELECT set_config('app.platform_id', '${platformId}', true)`,
      );
      const begin = performance.now();
      await client.query(text, values);
      times.push(performance.now() - begin);
      await client.query('COMMIT');
    }
    medians.push(median(times));
  }
  return medians;
}

async function verify({ client }: Market, cycles: number): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(`
    SELECT (SELECT count(*) FROM subscription WHERE cycle = 2 AND status = 'ACTIVE') AS "their next period",
      (SELECT count(*) FROM subscription_cycle WHERE number = 2 AND state = 'PAID' AND attempts = 1) AS "one charge",
      (SELECT count(*) FROM subscription_sale) AS "a sale",
      (SELECT count(*) FROM payment WHERE status = 'APPROVED' AND amount = ${PRICE}) AS "a payment",
      (SELECT count(*) FROM ledger_transaction WHERE kind = 'SALE') AS "a posting"`);
  const wrong = Object.entries(rows[0]!).filter(([, count]) => Number(count) !== cycles);
  if (wrong.length > 0)
    throw new Error(`${cycles} were due, but ${wrong.map(([name, count]) => `${count} have ${name}`)}.`);
}
