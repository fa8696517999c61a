/**
 * Runs the SQL of requests and jobs on PostgreSQL. Every connection uses a role that owns nothing. The platform is set inside each
 * transaction and nowhere else, so that a pooled connection never carries it to the next transaction.
 */
import fp from 'fastify-plugin';
import pg from 'pg';
import {
  ConnectionPool,
  type DatabaseRole,
  Deadlines,
  destroyConnection,
  NoConnection,
  writeAtOnce,
} from '../shared/connection-pool.ts';
import type { DatabaseServer } from '../shared/database-address.ts';
import { Groups, type Outcome } from '../shared/groups.ts';
import { mergeStatements } from '../shared/merge.ts';
import { sendStatement } from '../shared/send-statement.ts';
import type { Spans } from '../shared/spans.ts';
import type { Result, Statement } from '../shared/statement.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';

export type { Statement } from '../shared/statement.ts';

type RowOf<One> = One extends Statement<infer Row> ? Row : never;
/** The results of a batch, statement by statement. */
type Results<Batch extends readonly Statement[]> = { -readonly [Index in keyof Batch]: Result<RowOf<Batch[Index]>> };

/** A trip that several callers share waits this long for a lock, in ms, before it leaves the caller behind who needs it. */
const SHARED_LOCK_MS = 200;

/** The statements that run in one transaction and one round trip. */
interface Trip {
  platformId: string;
  statements: readonly Statement[];
  begin: 'BEGIN' | 'BEGIN READ ONLY';
  /** The time for which its statements wait for a lock, in ms; by default as long as any other. */
  lockMs?: number | undefined;
  /** Its statements look up few rows each. */
  isLookup?: boolean;
  /** Its statements may take as long as PostgreSQL lets any statement run, as those of reports. */
  isLong?: boolean;
}

const COMMIT: Statement = { text: 'COMMIT', values: [] };

class Pool {
  readonly #connections: ConnectionPool;
  readonly #deadlines: Deadlines;

  constructor(server: DatabaseServer, role: DatabaseRole, size: number, deadlines: Deadlines) {
    this.#connections = new ConnectionPool(server, role, size, deadlines);
    this.#deadlines = deadlines;
  }

  /** Runs one statement in its own transaction. */
  runAlone(statement: Statement, silenceMs = this.#deadlines.silenceMs): Promise<Result<unknown>> {
    const { preamble } = this.#connections;
    if (!preamble) return this.#use((client) => sendStatement(client, statement), silenceMs);
    return this.#use(async (client) => {
      const [begun, done, committed] = await Promise.allSettled(
        writeAtOnce(client, () => [
          sendStatement(client, { text: `BEGIN${preamble}`, values: [] }),
          sendStatement(client, statement),
          sendStatement(client, COMMIT),
        ]),
      );
      const failed = [begun, done, committed].find(isRejected);
      if (failed) throw failed.reason;
      return (done as PromiseFulfilledResult<Result<unknown>>).value;
    }, silenceMs);
  }

  /** Runs SQL of the job engine, which may open and end a transaction itself. */
  runForeign(text: string, values?: unknown[]): Promise<pg.QueryResult | pg.QueryResult[]> {
    const { preamble } = this.#connections;
    return this.#use(async (client) => {
      const isWhole = /^\s*BEGIN\s*;/.test(text);
      if (!preamble && !isWhole) return client.query(text, values);
      try {
        if (isWhole) return await client.query(text.replace(/^\s*BEGIN\s*;/, `BEGIN${preamble};`));
        await client.query(`BEGIN${preamble}`);
        const result = await client.query(text, values);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // The session must not be lent in a transaction that failed.
        await client.query('ROLLBACK').catch(() => destroyConnection(client));
        throw error;
      }
    }, this.#deadlines.longSilenceMs);
  }

  /** Runs the statements. Returns what became of BEGIN, of each statement and of COMMIT. After one that failed, all others fail. */
  #travel({ statements, isLong, ...trip }: Trip): Promise<PromiseSettledResult<Result<unknown>>[]> {
    const opening = openTrip(trip, this.#connections.preamble);
    const sendAll = (client: pg.PoolClient) =>
      [{ text: opening, values: [] }, ...statements, COMMIT].map((statement) => sendStatement(client, statement));
    return this.#use(
      (client) => Promise.allSettled(writeAtOnce(client, () => sendAll(client))),
      isLong ? this.#deadlines.longSilenceMs : this.#deadlines.silenceMs,
    );
  }

  /** Runs work in one transaction, which `open` opens. */
  transaction<T>(open: (preamble: string) => string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const begin = open(this.#connections.preamble);
    return this.#use(async (client) => {
      let isOver = false;
      const query = async (statement: Statement) => {
        if (isOver) throw new Error('The transaction of this statement is over.');
        return sendStatement(client, statement);
      };
      try {
        await client.query(begin);
        const answer = await work({
          ...toStatements(query),
          get client() {
            if (isOver) throw new Error('The transaction of this statement is over.');
            return client;
          },
        });
        isOver = true;
        const { command } = await client.query('COMMIT');
        // PostgreSQL undoes a transaction in which a statement failed, also where nobody minded.
        if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing was written.');
        return answer;
      } catch (error) {
        isOver = true;
        await client.query('ROLLBACK').catch(() => destroyConnection(client));
        throw error;
      }
    }, this.#deadlines.longSilenceMs);
  }

  /** The connections that are lent and that are free, and how many callers wait for one. */
  count(): { used: number; free: number; waiting: number } {
    return this.#connections.count();
  }

  isFull(): boolean {
    return this.#connections.isFull();
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** Returns what jobs and searches use: statements of their own, each as long as PostgreSQL lets any run. */
  toRunner(): Runner {
    return {
      ...toStatements((statement) => this.runAlone(statement, this.#deadlines.longSilenceMs)),
      transaction: (work, begin = 'BEGIN') => this.transaction((preamble) => `${begin}${preamble}`, work),
      runForeign: (text, values) => this.runForeign(text, values),
    };
  }

  async #use<T>(work: (client: pg.PoolClient) => Promise<T>, silenceMs: number): Promise<T> {
    try {
      return await this.#connections.lend(work, silenceMs);
    } catch (error) {
      throw error instanceof NoConnection ? new AppError('DATABASE_UNAVAILABLE', { cause: error }) : error;
    }
  }

  /** Runs all statements in one transaction and one round trip. The first failing statement undoes and rejects all. */
  async runBatch(trip: Trip): Promise<Result<unknown>[]> {
    const settled = await this.#travel(trip);
    const failed = settled.find(isRejected);
    if (failed) throw asUnavailable(failed.reason, trip.begin);
    return listResults(settled);
  }

  /** Runs the statements of several callers in one transaction, or tells whose statement is in the way of the others. */
  async runShared(trip: Trip): Promise<Outcome<Result<unknown>>[]> {
    const merged = mergeStatements(trip.statements);
    if (!merged) return this.#runEach(trip);
    const settled = await this.#travel({ ...trip, statements: merged.statements });
    const failed = settled.find(isRejected);
    if (!failed) {
      return merged.share(listResults(settled)).map((value) => ({ status: 'fulfilled', value }));
    }
    // Each for itself, they tell whose statement it was.
    if (isUndone(failed.reason, trip.begin)) return this.#runEach(trip);
    const reason = asUnavailable(failed.reason, trip.begin);
    return trip.statements.map(() => ({ status: 'rejected', reason }));
  }

  async #runEach(trip: Trip): Promise<Outcome<Result<unknown>>[]> {
    const settled = await this.#travel(trip);
    const failed = settled.findIndex(isRejected);
    const outcomes = settled.slice(1, -1);
    if (failed === -1) return outcomes;
    const { reason } = settled[failed] as PromiseRejectedResult;
    const rejection = { status: 'rejected', reason: asUnavailable(reason, trip.begin) } as const;
    const isHeld = isHeldUp(reason);
    if (!isUndone(reason, trip.begin) || (outcomes.length === 1 && !isHeld)) return outcomes.map(() => rejection);
    // A check at the end of the transaction does not tell whose statement failed.
    if (failed === 0 || failed > outcomes.length) {
      const alone = ({ statements, ...rest }: Trip) =>
        statements.map((one) => this.runBatch({ ...rest, statements: [one] }));
      return Promise.allSettled(alone(trip).map(async (results) => (await results)[0] as Result<unknown>));
    }
    return outcomes.map((_, index) => {
      if (index !== failed - 1) return { status: 'undone' };
      return isHeld ? { status: 'held', reason: rejection.reason } : rejection;
    });
  }
}

/**
 * A planner that has not seen a young table yet would read all of it to look up few rows, and keep that plan while the table grows: these
 * leave it the indexes alone.
 */
const BY_INDEX = ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `; SET LOCAL enable_${way} = off`).join('');

const openTrip = (
  { platformId, begin, lockMs, isLookup }: Omit<Trip, 'statements' | 'isLong'>,
  preamble: string,
): string =>
  `${begin}${preamble}; SET LOCAL app.platform_id = ${pg.escapeLiteral(platformId)}${isLookup ? BY_INDEX : ''}${
    lockMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockMs}`
  }`;

/** Returns the results of a trip that went well, without those of BEGIN and COMMIT. */
const listResults = (settled: PromiseSettledResult<Result<unknown>>[]): Result<unknown>[] =>
  settled.slice(1, -1).map((result) => (result as PromiseFulfilledResult<Result<unknown>>).value);

const isRejected = (result: PromiseSettledResult<unknown>): result is PromiseRejectedResult =>
  result.status === 'rejected';

/** In a larger group, the first callers would wait longer for little gain. */
const MOST_SHARING = 32;

/** A connection that broke, by the error codes of the system and of PostgreSQL. */
const LOST_CONNECTION = /^(ECONN|EPIPE|ETIMEDOUT|57P0[1235]$|08)/;
/** Full disks and memory, too many connections, statements that ran for too long, errors of the disk. */
const EXHAUSTED = /^(53|58|57014$)/;
const READ_ONLY = '25006';

/** Returns whether a statement waited too long for the locks of others. Nothing of its transaction was written. */
const isHeldUp = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

/** Only an error of the database itself proves that nothing was written. */
const isUndone = (error: unknown, begin: Trip['begin']): boolean =>
  error instanceof pg.DatabaseError && (isHeldUp(error) || asUnavailable(error, begin) === error);

/**
 * Turns the errors of a database that cannot serve now, and of a connection that broke under a statement, into the error of a missing
 * connection: the caller may repeat the call.
 */
function asUnavailable(error: unknown, begin: Trip['begin'] = 'BEGIN'): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isLost = LOST_CONNECTION.test(code) || /^Connection terminated|not queryable/.test(message);
  const isBusy = isHeldUp(error) || EXHAUSTED.test(code);
  const isReadOnly = code === READ_ONLY && begin === 'BEGIN';
  return isLost || isBusy || isReadOnly ? new AppError('DATABASE_UNAVAILABLE', { cause: error }) : error;
}

/** A replica that has to end a statement, because what it reads changes under it. */
const RECOVERY_CONFLICT = '40001';

/** Returns whether a replica did not answer, or could not: the writer can. A statement that took too long would take as long there. */
function isReplicaLost(error: unknown): boolean {
  const { cause, code } = error as { cause?: { code?: string; message?: string }; code?: string };
  if (code === RECOVERY_CONFLICT) return true;
  if (!(error instanceof AppError) || !cause) return false;
  return (
    cause instanceof NoConnection || LOST_CONNECTION.test(cause.code ?? '') || !(cause instanceof pg.DatabaseError)
  );
}

/** Tells whether work failed because another transaction kept a lock that it wanted. */
export const isLocked = (error: unknown): boolean =>
  error instanceof AppError && (error.cause as { code?: string } | undefined)?.code === '55P03';

/** A statement that deletes more holds its locks for too long. */
const DELETE_BATCH = 5_000;

const NO_PLATFORM = '00000000-0000-0000-0000-000000000000';

/** The addresses of the database, and how its servers are reached. */
export interface DatabaseServers extends Omit<DatabaseServer, 'url'> {
  writer: string;
  replicas: string[];
}

/** The time between two looks at replicas. */
const REPLICA_LOOK_MS = 2_000;
/** Nodes write all the time that they live, so that a replica which keeps up is never this far behind, in seconds. */
const MOST_LAG_SECONDS = 10;

const READ_LAG: Statement<{ seconds: number }> = {
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0) ELSE 0 END::float8 AS seconds`,
  values: [],
};

/** A replica that answers no reads while it is behind or away. */
interface Reader {
  pool: Pool;
  /** Why it is left out; null while it answers. */
  problem: string | null;
}

export class Database {
  readonly #writer: Pool;
  readonly #readers: Reader[];
  readonly #looking: NodeJS.Timeout | null;
  /** Called when a replica is left out, with its place and the reason, and when it is back, with null. */
  onReplica: (place: number, problem: string | null) => void = () => undefined;
  /** Runs the sweeps' reads and claims across platforms. */
  readonly jobs: Runner;
  /** Runs searches, which no index could serve under row security. They return ids alone, with which a request reads its rows. */
  readonly searches: Runner;
  readonly #sharedWrites: Groups<Statement, Result<unknown>>;
  readonly #sharedArrivals: Groups<Statement, Result<unknown>>;
  readonly #sharedReads: Groups<Statement, Result<unknown>>;
  /** A connection that no other work can occupy. */
  readonly #heartbeat: Pool;
  readonly #jobs: Pool;
  readonly #searches: Pool;
  #turn = 0;

  constructor({ writer, replicas, ...how }: DatabaseServers, poolSize: number, silenceMs = 7_500, heartbeatMs = 3_000) {
    const deadlines = new Deadlines(silenceMs);
    const server = { url: writer, ...how };
    this.#writer = new Pool(server, 'feira_app', poolSize, deadlines);
    this.#readers = replicas.map((url) => ({
      pool: new Pool({ url, ...how }, 'feira_app', poolSize, deadlines),
      problem: null,
    }));
    this.#looking = replicas.length > 0 ? setInterval(() => this.lookAtReplicas(), REPLICA_LOOK_MS).unref() : null;
    this.#jobs = new Pool(server, 'feira_jobs', 4, deadlines);
    this.#searches = new Pool(server, 'feira_jobs', 2, deadlines);
    this.jobs = this.#jobs.toRunner();
    this.searches = this.#searches.toRunner();
    this.#heartbeat = new Pool(server, 'feira_jobs', 1, new Deadlines(heartbeatMs));
    const sizes = { largest: MOST_SHARING, mostAside: Math.ceil(poolSize / 4) };
    const share = (begin: Trip['begin']) =>
      new Groups<Statement, Result<unknown>>(sizes, (platformId, statements, isPatient) =>
        this.#writer.runShared({
          platformId,
          statements,
          begin,
          isLookup: true,
          lockMs: isPatient ? undefined : SHARED_LOCK_MS,
        }),
      );
    this.#sharedWrites = share('BEGIN');
    this.#sharedArrivals = share('BEGIN');
    this.#sharedReads = share('BEGIN READ ONLY');
  }

  /** Runs statements for one platform in one transaction and one round trip. Returns the rows and the count of each. */
  write<const Batch extends readonly Statement[]>(platformId: string, statements: Batch): Promise<Results<Batch>> {
    return this.#writer.runBatch({ platformId, statements, begin: 'BEGIN' }) as Promise<Results<Batch>>;
  }

  /** Runs one statement that writes. Returns the number of changed rows. */
  async run(platformId: string, statement: Statement): Promise<number> {
    const [result] = await this.write(platformId, [statement]);
    return result.rowCount;
  }

  /**
   * Runs one short, independent statement. It is committed when the promise resolves. Under load it shares a transaction with statements of
   * other callers, because the transaction is most of what a small write costs. `subject` names whose rows it locks for others too, such
   * as a seller's accounts: while they are locked, statements about them wait apart.
   */
  writeShared<Row>(platformId: string, statement: Statement<Row>, subject?: string): Promise<Result<Row>> {
    return this.#sharedWrites.add(platformId, statement, subject) as Promise<Result<Row>>;
  }

  /** Stores what has just arrived, apart from `writeShared`: its sender waits, while a trip of postings may take long. */
  storeShared<Row>(platformId: string, statement: Statement<Row>): Promise<Result<Row>> {
    return this.#sharedArrivals.add(platformId, statement) as Promise<Result<Row>>;
  }

  /** Runs one short statement that only reads, on the primary. Under load it shares a transaction with those of other callers. */
  readShared<Row>(platformId: string, statement: Statement<Row>): Promise<Result<Row>> {
    return this.#sharedReads.add(platformId, statement) as Promise<Result<Row>>;
  }

  /** Runs statements that only read, on a replica where one exists. With `isFresh` they see what this caller has just written. */
  read<const Batch extends readonly Statement[]>(
    platformId: string,
    statements: Batch,
    isFresh = false,
  ): Promise<Results<Batch>> {
    const trip: Trip = { platformId, statements, begin: 'BEGIN READ ONLY', isLong: !isFresh };
    const reader = isFresh ? null : this.#nextReader();
    if (!reader) return this.#writer.runBatch(trip) as Promise<Results<Batch>>;
    return reader.pool.runBatch(trip).catch((error) => {
      if (!isReplicaLost(error) || reader.pool.isFull()) throw error;
      if ((error as { code?: string }).code !== RECOVERY_CONFLICT) this.#judge(reader, 'it does not answer');
      return this.#writer.runBatch(trip);
    }) as Promise<Results<Batch>>;
  }

  /** Leaves out replicas that do not answer or are behind, and takes back those that are there again. */
  async lookAtReplicas(): Promise<void> {
    await Promise.all(
      this.#readers.map(async (reader) => {
        // Its connections are all at work: it is slow, and there.
        if (reader.pool.isFull()) return;
        const problem = await reader.pool.runAlone(READ_LAG as Statement, REPLICA_LOOK_MS).then(
          ({ rows }) => {
            const { seconds } = (rows as { seconds: number }[])[0]!;
            return seconds > MOST_LAG_SECONDS ? `it is ${Math.round(seconds)} s behind` : null;
          },
          () => 'it does not answer',
        );
        this.#judge(reader, problem);
      }),
    );
  }

  #judge(reader: Reader, problem: string | null): void {
    const isNews = (reader.problem === null) !== (problem === null);
    reader.problem = problem;
    if (isNews) this.onReplica(this.#readers.indexOf(reader) + 1, problem);
  }

  /** Returns the first row of one statement that only reads; undefined without a row. */
  async find<Row>(platformId: string, statement: Statement<Row>, isFresh = false): Promise<Row | undefined> {
    return (await this.list(platformId, statement, isFresh))[0];
  }

  /** Returns the rows of one statement that only reads. */
  async list<Row>(platformId: string, statement: Statement<Row>, isFresh = false): Promise<Row[]> {
    const [result] = await this.read(platformId, [statement], isFresh);
    return result.rows;
  }

  /** Deletes across platforms until no row is left, each time at most `limit` rows. Returns the number of deleted rows. */
  async deleteAll(statementFor: (limit: number) => Statement): Promise<number> {
    let deleted = 0;
    for (;;) {
      const count = await this.jobs.run(statementFor(DELETE_BATCH));
      deleted += count;
      if (count < DELETE_BATCH) return deleted;
    }
  }

  /** A transaction across platforms, for sweeps. */
  jobsTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.jobs.transaction(work);
  }

  /** Runs a transaction that decides between its statements. The work must never call a provider, because a deadlock runs it again. */
  transaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return repeatDeadlocked(() => inPlatform(this.#writer, platformId, work));
  }

  readTransaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>, isFresh = false): Promise<T> {
    const pool = (isFresh ? null : this.#nextReader()?.pool) ?? this.#writer;
    return inPlatform(pool, platformId, work, 'BEGIN READ ONLY');
  }

  /**
   * Runs one statement in its own transaction: on tables that belong to no platform, or a statement that sets its platform itself
   * (`set_config('app.platform_id', …, true)`) where a second statement would cost too much.
   */
  async query<Row>(statement: Statement<Row>): Promise<Row[]> {
    try {
      return (await this.#writer.runAlone(statement)).rows as Row[];
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Runs statements that concern no platform in one transaction, as a request would. They wait at most `lockMs` for a lock. */
  tryWrite(statements: readonly Statement[], lockMs: number): Promise<Result<unknown>[]> {
    return this.#writer.runBatch({ platformId: NO_PLATFORM, statements, begin: 'BEGIN', lockMs });
  }

  /** Runs a statement by which others see that this node lives. A connection that is silent under it for a moment is replaced. */
  async beat<Row>(statement: Statement<Row>): Promise<Row[]> {
    return (await this.#heartbeat.runAlone(statement)).rows as Row[];
  }

  /** The connections of each kind of pool, and how many statements wait for one. */
  describePools(): { pool: string; used: number; free: number; waiting: number }[] {
    const kinds = {
      writer: [this.#writer],
      readers: this.#readers.map(({ pool }) => pool),
      jobs: [this.#jobs],
      searches: [this.#searches],
    };
    return Object.entries(kinds).map(([pool, members]) => {
      const counts = members.map((member) => member.count());
      const sum = (kind: 'used' | 'free' | 'waiting') => counts.reduce((total, count) => total + count[kind], 0);
      return { pool, used: sum('used'), free: sum('free'), waiting: sum('waiting') };
    });
  }

  async close(): Promise<void> {
    if (this.#looking) clearInterval(this.#looking);
    const pools = [this.#writer, ...this.#readers.map(({ pool }) => pool), this.#jobs, this.#searches, this.#heartbeat];
    await Promise.all(pools.map((pool) => pool.close()));
  }

  /** Returns the replica whose turn it is among those that keep up; null where none does. */
  #nextReader(): Reader | null {
    for (let tries = 0; tries < this.#readers.length; tries += 1) {
      this.#turn = (this.#turn + 1) % this.#readers.length;
      const reader = this.#readers[this.#turn] as Reader;
      if (!reader.problem) return reader;
    }
    return null;
  }
}

/** Runs statements one by one, each after the answer to the one before. */
export interface Statements {
  /** Returns the first row; undefined without a row. */
  find<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  list<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** Returns the number of rows that the statement changed. */
  run(statement: Statement): Promise<number>;
  runAll(statements: readonly Statement[]): Promise<void>;
}

/** A transaction that decides between its statements. */
export interface Transaction extends Statements {
  /** The connection, for the job engine, which brings its own SQL. */
  readonly client: pg.ClientBase;
}

/** Runs statements that belong to no request, each in its own transaction. */
export interface Runner extends Statements {
  /** Runs work in one transaction, which `begin` opens: a plain BEGIN by default. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, begin?: string): Promise<T>;
  /** Runs SQL of the job engine, which may open and end a transaction itself. */
  runForeign(text: string, values?: unknown[]): Promise<pg.QueryResult | pg.QueryResult[]>;
}

function toStatements(query: (statement: Statement) => Promise<Result<unknown>>): Statements {
  const list = async <Row>(statement: Statement<Row>) => (await query(statement)).rows as Row[];
  return {
    list,
    find: async (statement) => (await list(statement))[0],
    run: async (statement) => (await query(statement)).rowCount,
    async runAll(statements) {
      for (const statement of statements) await query(statement);
    },
  };
}

const MOST_REPEATS = 10;

/**
 * Repeats work that the database ended as a deadlock, after which nothing of it is written. Work that locks a payment and then people's
 * accounts can deadlock with writes that share one transaction and lock several payments in turn.
 */
async function repeatDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== '40P01' || tries === MOST_REPEATS) throw error;
    }
  }
}

async function inPlatform<T>(
  pool: Pool,
  platformId: string,
  work: (transaction: Transaction) => Promise<T>,
  begin: Trip['begin'] = 'BEGIN',
): Promise<T> {
  try {
    return await pool.transaction((preamble) => openTrip({ platformId, begin }, preamble), work);
  } catch (error) {
    throw asUnavailable(error);
  }
}

const VERB_AND_TABLE = /^\s*(\w+)(?:[\s\S]*?\b(?:FROM|INTO|UPDATE)\s+(\w+))?/;

/** Returns what a span says of a statement: its name, or its first words. Parameters are no part of it. */
function describeStatement({ name, text }: Statement): string {
  if (name) return name;
  const [, verb = 'SQL', table] = VERB_AND_TABLE.exec(text) ?? [];
  return table ? `${verb} ${table}` : verb;
}

const traceTrip = <T>(spans: Spans, statements: readonly Statement[], run: () => Promise<T>): Promise<T> => {
  const names = statements.map(describeStatement).join(', ').slice(0, 200);
  return spans.within(`database ${names}`, { 'db.system.name': 'postgresql', 'db.query.summary': names }, run);
};

function traceStatements<Runner extends Statements>(runner: Runner, spans: Spans): Runner {
  const { find, list, run, runAll } = runner;
  return Object.assign(runner, {
    find: ((statement) => traceTrip(spans, [statement], () => find(statement))) as Statements['find'],
    list: ((statement) => traceTrip(spans, [statement], () => list(statement))) as Statements['list'],
    run: ((statement) => traceTrip(spans, [statement], () => run(statement))) as Statements['run'],
    runAll: ((statements) => traceTrip(spans, statements, () => runAll(statements))) as Statements['runAll'],
  });
}

/** A database whose every trip is a span of the trace that it serves. */
class TracedDatabase extends Database {
  readonly #spans: Spans;

  constructor(spans: Spans, ...settings: ConstructorParameters<typeof Database>) {
    super(...settings);
    this.#spans = spans;
    traceStatements(this.jobs, spans);
  }

  override write<const Batch extends readonly Statement[]>(platformId: string, statements: Batch) {
    return traceTrip(this.#spans, statements, () => super.write(platformId, statements));
  }

  override writeShared<Row>(platformId: string, statement: Statement<Row>, subject?: string) {
    return traceTrip(this.#spans, [statement], () => super.writeShared(platformId, statement, subject));
  }

  override storeShared<Row>(platformId: string, statement: Statement<Row>) {
    return traceTrip(this.#spans, [statement], () => super.storeShared(platformId, statement));
  }

  override readShared<Row>(platformId: string, statement: Statement<Row>) {
    return traceTrip(this.#spans, [statement], () => super.readShared(platformId, statement));
  }

  override read<const Batch extends readonly Statement[]>(platformId: string, statements: Batch, isFresh?: boolean) {
    return traceTrip(this.#spans, statements, () => super.read(platformId, statements, isFresh));
  }

  override query<Row>(statement: Statement<Row>) {
    return traceTrip(this.#spans, [statement], () => super.query(statement));
  }

  override jobsTransaction<T>(work: (transaction: Transaction) => Promise<T>) {
    return this.#traceWork(work, (traced) => super.jobsTransaction(traced));
  }

  override transaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>) {
    return this.#traceWork(work, (traced) => super.transaction(platformId, traced));
  }

  override readTransaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>, isFresh?: boolean) {
    return this.#traceWork(work, (traced) => super.readTransaction(platformId, traced, isFresh));
  }

  #traceWork<T>(work: (transaction: Transaction) => Promise<T>, run: (traced: typeof work) => Promise<T>): Promise<T> {
    const traced = (transaction: Transaction) => work(traceStatements(transaction, this.#spans));
    return this.#spans.within('database transaction', { 'db.system.name': 'postgresql' }, () => run(traced));
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    database: Database;
  }
}

const READ_ROLE: Statement<{ role: string }> = { text: 'SELECT current_user AS role', values: [] };

/** Throws where sessions run as another role than ours: rows of platforms are kept apart by these roles alone. */
export async function checkRoles(database: Database): Promise<void> {
  const roles = await Promise.all([database.query(READ_ROLE), database.jobs.list(READ_ROLE)]).catch((error) => {
    const cause = ((error as Error).cause ?? error) as Error;
    throw new Error(`The database cannot be used (${cause.message}): start it, or correct DATABASE_URL.`, { cause });
  });
  const [[requests], [jobs]] = roles;
  if (requests?.role === 'feira_app' && jobs?.role === 'feira_jobs') return;
  throw new Error(
    `DATABASE_URL opens sessions as ${requests?.role} instead of feira_app: it has to lead to PostgreSQL itself without "options". Where it leads to a pooler such as PgBouncer, set DATABASE_POOLER=on (see docs/production.md).`,
  );
}

/** Returns how the writer is reached, for programs that read from no replica. */
export const toServers = ({ databaseUrl, isDatabasePooled, findDatabasePassword }: Config): DatabaseServers => ({
  writer: databaseUrl,
  replicas: [],
  isPooled: isDatabasePooled,
  findPassword: findDatabasePassword,
});

/**
 * Returns the ms between two heartbeats of a node, which are also the longest silence of the connection that carries them. A connection
 * that dies right after one heartbeat costs the wait for the next, this silence and a new connection: 3 + 3 + 5 s of 15.
 */
export const heartbeatMsOf = (nodeLiveSeconds: number): number => (nodeLiveSeconds * 1_000) / 5;

export default fp(
  async (app) => {
    const { databaseReplicaUrls, databasePoolSize, databaseSilenceMs, nodeLiveSeconds } = app.config;
    const servers = { ...toServers(app.config), replicas: databaseReplicaUrls };
    const settings = [servers, databasePoolSize, databaseSilenceMs, heartbeatMsOf(nodeLiveSeconds)] as const;
    const database = app.spans.isOn ? new TracedDatabase(app.spans, ...settings) : new Database(...settings);
    database.onReplica = (replica, problem) => {
      if (problem)
        app.log.error(
          { alert: 'replica-left-out', subject: String(replica), problem },
          'The writer answers the reads of a replica',
        );
      else app.log.info({ subject: String(replica) }, 'A replica answers reads again');
    };
    app.decorate('database', database);
    app.addHook('onReady', () => checkRoles(database));
    app.addHook('onClose', () => database.close());
  },
  { name: 'database', dependencies: ['config', 'errors', 'spans'] },
);
