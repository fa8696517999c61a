/**
 * PostgreSQL for requests and jobs. Every connection runs as a role that owns nothing; a platform is set inside each
 * transaction and nowhere else, so that a pooled connection never carries one to the next borrower.
 */
import fp from 'fastify-plugin';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { Groups } from '../shared/groups.ts';
import type { Statement } from '../shared/statement.ts';
import { AppError } from './errors.ts';

export type { Statement } from '../shared/statement.ts';

/** bigint columns hold cents below 10^11: exact as numbers. */
pg.types.setTypeParser(20, Number);

/** What one statement of a batch returned. */
export interface Result<Row> {
  rows: Row[];
  /** Rows read, or touched by a write. */
  rowCount: number;
}
// biome-ignore lint/suspicious/noExplicitAny: statements without a row type, until every module names its rows.
type RowOf<One> = One extends Statement<infer Row> ? (unknown extends Row ? any : Row) : never;
/** What a batch returned, statement by statement. */
type Results<Batch extends readonly Statement[]> = { -readonly [Index in keyof Batch]: Result<RowOf<Batch[Index]>> };

const SESSION = ['statement_timeout=15000', 'lock_timeout=5000', 'idle_in_transaction_session_timeout=30000'];

function createPool(url: string, role: 'feira_app' | 'feira_jobs', size: number): Knex {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      // Statements of one transaction leave in one write instead of waiting for each other.
      pipeline: true,
      options: [`role=${role}`, ...SESSION].map((setting) => `-c ${setting}`).join(' '),
      application_name: role,
      keepAlive: true,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: size },
    acquireConnectionTimeout: 5_000,
    // Errors reach whoever asked; knex would print them besides.
    log: { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined },
  });
}

/** Everything in one transaction and one round trip; the first failing statement undoes and rejects all. */
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

/** Longer transactions would make their first callers wait for little gain. */
const MOST_SHARING = 32;

/** One transaction for all; where it fails, one for each, so that nobody fails for another. */
async function runShared(pool: Knex, platformId: string, statements: Statement[], begin = 'BEGIN') {
  try {
    const results = await runBatch(pool, platformId, statements, begin);
    return results.map((value) => ({ status: 'fulfilled', value }) as const);
  } catch (reason) {
    // Only the database's own refusal proves that nothing of it was written.
    const isUndone = reason instanceof pg.DatabaseError;
    if (!isUndone || statements.length === 1) return statements.map(() => ({ status: 'rejected', reason }) as const);
    return Promise.allSettled(
      statements.map(async (statement) => (await runBatch(pool, platformId, [statement], begin))[0] as Result<unknown>),
    );
  }
}

/** Writes to a socket are what a purchase costs most: all statements of a batch leave in one. */
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

/** A connection that broke under a statement: whoever asked may ask again, as when none was to be had. */
function asUnavailable(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isLost = LOST_CONNECTION.test(code) || /^Connection terminated|not queryable/.test(message);
  return isLost ? new AppError('DATABASE_UNAVAILABLE', { cause: error }) : error;
}

export class Database {
  readonly #writer: Knex;
  readonly #readers: Knex[];
  /** Reads and claims across platforms, for sweeps. */
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

  /** Statements for one platform, in one transaction and one round trip. Returns the rows and the count of each. */
  write<const Batch extends readonly Statement[]>(platformId: string, statements: Batch): Promise<Results<Batch>> {
    return runBatch(this.#writer, platformId, statements) as Promise<Results<Batch>>;
  }

  /** One statement that writes. Returns how many rows it touched. */
  async run(platformId: string, statement: Statement): Promise<number> {
    const [result] = await this.write(platformId, [statement]);
    return result.rowCount;
  }

  /**
   * One short statement that is whole by itself. It is committed when this answers, but under load together with statements
   * of other callers: most of what a small write costs is its transaction.
   */
  writeShared<Row>(platformId: string, statement: Statement<Row>): Promise<Result<Row>> {
    return this.#sharedWrites.add(platformId, statement) as Promise<Result<Row>>;
  }

  /** One short statement that only reads, as fresh as can be, under load together with those of other callers. */
  readShared<Row>(platformId: string, statement: Statement<Row>): Promise<Result<Row>> {
    return this.#sharedReads.add(platformId, statement) as Promise<Result<Row>>;
  }

  /** Statements that only read, on a replica where there is one; `isFresh` reads what this caller has just written. */
  read<const Batch extends readonly Statement[]>(
    platformId: string,
    statements: Batch,
    isFresh = false,
  ): Promise<Results<Batch>> {
    const results = runBatch(this.#reader(isFresh), platformId, statements, 'BEGIN READ ONLY');
    return results as Promise<Results<Batch>>;
  }

  /** The first row of one statement that only reads; undefined where there is none. */
  async find<Row>(platformId: string, statement: Statement<Row>, isFresh = false): Promise<Row | undefined> {
    return (await this.list(platformId, statement, isFresh))[0];
  }

  /** The rows of one statement that only reads. */
  async list<Row>(platformId: string, statement: Statement<Row>, isFresh = false): Promise<Row[]> {
    const [result] = await this.read(platformId, [statement], isFresh);
    return result.rows;
  }

  /** A transaction that decides between its statements. Never call a provider inside: it is begun again after a deadlock. */
  transaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return repeatDeadlocked(() => inPlatform(this.#writer, platformId, work));
  }

  readTransaction<T>(platformId: string, work: (transaction: Transaction) => Promise<T>, isFresh = false): Promise<T> {
    return inPlatform(this.#reader(isFresh), platformId, work, true);
  }

  /**
   * One statement alone in its own transaction: on tables that belong to no platform, or one that sets its platform itself
   * (`set_config('app.platform_id', …, true)`), where a second statement would cost too much.
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

/** How statements are run one by one, each when the one before has been answered. */
export interface Statements {
  /** The first row; undefined where there is none. */
  find<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  list<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** Returns how many rows the statement touched. */
  run(statement: Statement): Promise<number>;
  runAll(statements: readonly Statement[]): Promise<void>;
}

/** A transaction that decides between its statements; knex's own methods serve rows that form a graph. */
export type Transaction = Knex.Transaction & Statements;

function withStatements<Runner extends Knex>(runner: Runner): Runner & Statements {
  /** knex counts placeholders by their order, PostgreSQL by their number. */
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

/** Until every module calls the transaction's own `find`, `list` and `run`. */
export const runStatement = <Row = Record<string, unknown>>(
  transaction: Knex.Transaction,
  statement: Statement,
): Promise<Row[]> => withStatements(transaction).list<Row>(statement);

/** Until every module calls the transaction's own `runAll`. */
export const runStatements = (transaction: Knex.Transaction, statements: Statement[]): Promise<void> =>
  withStatements(transaction).runAll(statements);

const MOST_REPEATS = 10;

/**
 * Whoever locks a payment and then people's accounts may meet writes that share one transaction and take several payments in
 * turn: the database ends one of the two, and nothing of that one was written.
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

function inPlatform<T>(
  pool: Knex,
  platformId: string,
  work: (transaction: Transaction) => Promise<T>,
  readOnly = false,
): Promise<T> {
  return pool.transaction(
    async (transaction) => {
      await transaction.raw("SELECT set_config('app.platform_id', ?, true)", [platformId]);
      return work(withStatements(transaction));
    },
    { readOnly },
  );
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
