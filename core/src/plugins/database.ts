/**
 * Runs the SQL of requests and jobs on PostgreSQL. Every connection uses a role that owns nothing. The platform is set inside each
 * transaction and nowhere else, so that a pooled connection never carries it to the next transaction.
 */
import fp from 'fastify-plugin';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { Groups } from '../shared/groups.ts';
import type { Statement } from '../shared/statement.ts';
import { AppError } from './errors.ts';

export type { Statement } from '../shared/statement.ts';

/** Values of bigint columns are cents below 10^11, which are exact as numbers. */
pg.types.setTypeParser(20, Number);

/** The result of one statement of a batch. */
export interface Result<Row> {
  rows: Row[];
  /** The number of rows read, or changed by a write. */
  rowCount: number;
}
type RowOf<One> = One extends Statement<infer Row> ? Row : never;
/** What a batch returned, statement by statement. */
type Results<Batch extends readonly Statement[]> = { -readonly [Index in keyof Batch]: Result<RowOf<Batch[Index]>> };

const SESSION = ['statement_timeout=15000', 'lock_timeout=5000', 'idle_in_transaction_session_timeout=30000'];

function createPool(url: string, role: 'feira_app' | 'feira_jobs', size: number): Knex {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      // Sends the statements of one transaction in one write, without waiting for each answer.
      pipeline: true,
      options: [`role=${role}`, ...SESSION].map((setting) => `-c ${setting}`).join(' '),
      application_name: role,
      keepAlive: true,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: size },
    acquireConnectionTimeout: 5_000,
    // The caller gets every error; knex would print it as well.
    log: { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined },
  });
}

/** Runs all statements in one transaction and one round trip. The first failing statement undoes and rejects all. */
async function runBatch(pool: Knex, platformId: string, statements: readonly Statement[], begin = 'BEGIN') {
  const client: pg.Client = await acquire(pool);
  try {
    const settled = await Promise.allSettled(
      writeAtOnce(client, () => [
        client.query(`${begin}; SET LOCAL app.platform_id = ${pg.escapeLiteral(platformId)}`),
        ...statements.map((statement) => client.query(statement)),
        client.query('COMMIT'),
      ]),
    );
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed) throw asUnavailable(failed.reason);
    return settled.slice(1, -1).map((result) => (result as PromiseFulfilledResult<Result<unknown>>).value);
  } finally {
    pool.client.releaseConnection(client);
  }
}

/** In a larger group, the first callers would wait longer for little gain. */
const MOST_SHARING = 32;

/** Runs the statements in one transaction. If it fails, each statement gets its own transaction, so that no caller fails for another. */
async function runShared(pool: Knex, platformId: string, statements: Statement[], begin = 'BEGIN') {
  try {
    const results = await runBatch(pool, platformId, statements, begin);
    return results.map((value) => ({ status: 'fulfilled', value }) as const);
  } catch (reason) {
    // Only an error of the database itself proves that nothing was written.
    const isUndone = reason instanceof pg.DatabaseError || isLockTimeout((reason as Error).cause);
    if (!isUndone || statements.length === 1) return statements.map(() => ({ status: 'rejected', reason }) as const);
    return Promise.allSettled(
      statements.map(async (statement) => (await runBatch(pool, platformId, [statement], begin))[0] as Result<unknown>),
    );
  }
}

/** Socket writes cost more than anything else in a purchase, so all statements of a batch leave in one. */
function writeAtOnce<T>(client: pg.Client, send: () => T): T {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

async function acquire(pool: Knex): Promise<pg.Client> {
  try {
    return await pool.client.acquireConnection();
  } catch (error) {
    throw new AppError('DATABASE_UNAVAILABLE', { cause: error });
  }
}

const LOST_CONNECTION = /^(ECONN|EPIPE|ETIMEDOUT|57P0[123]$|08)/;

/** Returns whether a statement waited too long for the locks of others. Nothing of its transaction was written. */
const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';

/**
 * Turns the errors of a busy database, and of a connection that broke under a statement, into the error of a missing connection: the
 * caller may repeat the call.
 */
function asUnavailable(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isLost = LOST_CONNECTION.test(code) || /^Connection terminated|not queryable/.test(message);
  const isBusy = isLockTimeout(error) || error instanceof knex.KnexTimeoutError;
  return isLost || isBusy ? new AppError('DATABASE_UNAVAILABLE', { cause: error }) : error;
}

/** A statement that deletes more holds its locks for too long. */
const DELETE_BATCH = 5_000;

export class Database {
  readonly #writer: Knex;
  readonly #readers: Knex[];
  /** Runs the sweeps' reads and claims across platforms. */
  readonly jobs: Knex & Statements;
  readonly #sharedWrites: Groups<Statement, Result<unknown>>;
  readonly #sharedReads: Groups<Statement, Result<unknown>>;
  #turn = 0;

  constructor(urls: { writer: string; replicas: string[] }, poolSize: number) {
    this.#writer = createPool(urls.writer, 'feira_app', poolSize);
    this.#readers = urls.replicas.map((url) => createPool(url, 'feira_app', poolSize));
    this.jobs = withStatements(createPool(urls.writer, 'feira_jobs', 4));
    const share = (begin: string) =>
      new Groups<Statement, Result<unknown>>(MOST_SHARING, (platformId, statements) =>
        runShared(this.#writer, platformId, statements, begin),
      );
    this.#sharedWrites = share('BEGIN');
    this.#sharedReads = share('BEGIN READ ONLY');
  }

  /** Runs statements for one platform in one transaction and one round trip. Returns the rows and the count of each. */
  write<const Batch extends readonly Statement[]>(platformId: string, statements: Batch): Promise<Results<Batch>> {
    return runBatch(this.#writer, platformId, statements) as Promise<Results<Batch>>;
  }

  /** Runs one statement that writes. Returns the number of changed rows. */
  async run(platformId: string, statement: Statement): Promise<number> {
    const [result] = await this.write(platformId, [statement]);
    return result.rowCount;
  }

  /**
   * Runs one short, independent statement. It is committed when the promise resolves. Under load it shares a transaction with statements of
   * other callers, because the transaction is most of what a small write costs.
   */
  writeShared<Row>(platformId: string, statement: Statement<Row>): Promise<Result<Row>> {
    return this.#sharedWrites.add(platformId, statement) as Promise<Result<Row>>;
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
    const results = runBatch(this.#reader(isFresh), platformId, statements, 'BEGIN READ ONLY');
    return results as Promise<Results<Batch>>;
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
    return this.jobs.transaction((transaction) => work(withStatements(transaction)));
  }

  /** Runs a transaction that decides between its statements. The work must never call a provider, because a deadlock runs it again. */
  transaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return repeatDeadlocked(() => inPlatform(this.#writer, platformId, work));
  }

  readTransaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>, isFresh = false): Promise<T> {
    return inPlatform(this.#reader(isFresh), platformId, work, true);
  }

  /**
   * Runs one statement in its own transaction: on tables that belong to no platform, or a statement that sets its platform itself
   * (`set_config('app.platform_id', …, true)`) where a second statement would cost too much.
   */
  async query<Row>(statement: Statement<Row>): Promise<Row[]> {
    const client: pg.Client = await acquire(this.#writer);
    try {
      const { rows } = await client.query(statement);
      return rows;
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      this.#writer.client.releaseConnection(client);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#writer, this.jobs, ...this.#readers].map((pool) => pool.destroy()));
  }

  #reader(isFresh: boolean): Knex {
    if (isFresh || this.#readers.length === 0) return this.#writer;
    this.#turn = (this.#turn + 1) % this.#readers.length;
    return this.#readers[this.#turn] as Knex;
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

/** A transaction that decides between its statements. Knex's own methods serve rows that form a graph. */
export type Transaction = Knex.Transaction & Statements;

export function withStatements<Runner extends Knex>(runner: Runner): Runner & Statements {
  /** Knex counts placeholders by their order, PostgreSQL by their number. */
  function query<Row>({ text, values }: Statement<Row>): Promise<Result<Row>> {
    const bindings: unknown[] = [];
    const sql = text.replaceAll('?', '\\?').replace(/\$(\d+)/g, (_, number) => {
      bindings.push(values[Number(number) - 1]);
      return '?';
    });
    return runner.raw(sql, bindings as Knex.RawBinding[]) as Promise<Result<Row>>;
  }
  const statements: Statements = {
    find: async (statement) => (await query(statement)).rows[0],
    list: async (statement) => (await query(statement)).rows,
    run: async (statement) => (await query(statement)).rowCount,
    async runAll(list) {
      for (const statement of list) await query(statement);
    },
  };
  return Object.assign(runner, statements);
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
      if ((error as { code?: string }).code !== '40P01' || tries === MOST_REPEATS) throw error;
    }
  }
}

async function inPlatform<T>(
  pool: Knex,
  platformId: string,
  work: (transaction: Transaction) => Promise<T>,
  readOnly = false,
): Promise<T> {
  try {
    return await pool.transaction(
      async (transaction) => {
        await transaction.raw("SELECT set_config('app.platform_id', ?, true)", [platformId]);
        return work(withStatements(transaction));
      },
      { readOnly },
    );
  } catch (error) {
    throw asUnavailable(error);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    database: Database;
  }
}

export default fp(
  async (app) => {
    const { databaseUrl, databaseReplicaUrls, databasePoolSize } = app.config;
    const database = new Database({ writer: databaseUrl, replicas: databaseReplicaUrls }, databasePoolSize);
    app.decorate('database', database);
    app.addHook('onReady', async () => {
      try {
        await database.query({ text: 'SELECT 1', values: [] });
      } catch (error) {
        const { message } = ((error as Error).cause ?? error) as Error;
        throw new Error(`The database cannot be used (${message}): start it, or correct DATABASE_URL.`);
      }
    });
    app.addHook('onClose', () => database.close());
  },
  { name: 'database', dependencies: ['config', 'errors'] },
);
