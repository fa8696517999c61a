/** Opens, tries, lends and ends connections to PostgreSQL. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseServer, toAddress } from './database-address.ts';

/** Values of bigint columns are cents below 10^11, which are exact as numbers. */
pg.types.setTypeParser(20, Number);

export type DatabaseRole = 'feira_app' | 'feira_jobs';

/** The time for which PostgreSQL lets one statement run, in ms. */
const STATEMENT_MS = 15_000;
/** Connections that were not used for this time, in ms, are tried before they are used. */
const RESTED_MS = 1_000;
/** The longest that a caller waits for a connection, in ms, whether it is opened or given back. */
const ACQUIRE_MS = 5_000;
const IDLE_MS = 30_000;
/** The time in which the password of the database and the file that holds it may differ, while one of them changes. */
const PASSWORD_MS = 4_000;
const WRONG_PASSWORD = '28P01';

/**
 * The ends of waiting. A connection that owes an answer and stays silent longer than PostgreSQL lets a statement run has died without
 * notice, as when a host dies or a firewall forgets it: it is destroyed, and the next call gets a new one.
 */
export class Deadlines {
  /** The time for which a statement waits for a lock, in ms. */
  readonly lockMs: number;
  /** The time for which a connection may be silent under the statements of a trip, in ms. */
  readonly silenceMs: number;
  /** The time for which a connection may be silent under any other statement, in ms. */
  readonly longSilenceMs = STATEMENT_MS + 2_000;

  constructor(silenceMs: number) {
    this.silenceMs = silenceMs;
    this.lockMs = Math.floor((silenceMs * 2) / 3);
  }
}

/** The time at which each connection was last used, on the clock of `performance.now()`. */
const usedAt = new WeakMap<pg.ClientBase, number>();
/** Other connections than the one that was found dead may have died with it. */
let lastLossAt = Number.NEGATIVE_INFINITY;

/** pg tells its state in these two, which its types leave out. */
const streamOf = (client: pg.ClientBase): Socket => (client as pg.Client).connection.stream as Socket;
const owesAnswer = (client: pg.ClientBase): boolean =>
  !(client as pg.ClientBase & { readyForQuery: boolean }).readyForQuery;

/** Destroys a connection that stays silent while it owes an answer. */
function watchSilence(client: pg.ClientBase, { longSilenceMs }: Deadlines): void {
  const stream = streamOf(client);
  stream.setTimeout(longSilenceMs);
  stream.on('timeout', () => {
    if (!owesAnswer(client)) return;
    const { bytesRead } = stream;
    // This process may have been too busy to read an answer that has long arrived.
    setTimeout(() => {
      if (!owesAnswer(client) || stream.bytesRead > bytesRead) return;
      lastLossAt = performance.now();
      stream.destroy(Object.assign(new Error('The database connection fell silent.'), { code: 'ETIMEDOUT' }));
    }, 50);
  });
}

/** Returns whether a connection that has rested can still be used. One that cannot is destroyed. */
async function isAnswering(client: pg.ClientBase, { silenceMs, longSilenceMs }: Deadlines): Promise<boolean> {
  const restedSince = usedAt.get(client) ?? performance.now();
  if (restedSince > lastLossAt && performance.now() - restedSince < RESTED_MS) return true;
  streamOf(client).setTimeout(Math.min(silenceMs, 1_000));
  try {
    await client.query('');
    streamOf(client).setTimeout(longSilenceMs);
    return true;
  } catch {
    streamOf(client).destroy();
    return false;
  }
}

/** There is no connection, or none in time. */
export class NoConnection extends Error {}

export class ConnectionPool {
  readonly deadlines: Deadlines;
  /**
   * The statements that every transaction has to begin with, because its session may just have served another role; empty where sessions are this
   * pool's own and keep what they were opened with.
   */
  readonly preamble: string;
  readonly #pool: pg.Pool;
  readonly #passwordMs: number;
  readonly #size: number;

  constructor(server: DatabaseServer, role: DatabaseRole, size: number, deadlines: Deadlines) {
    this.deadlines = deadlines;
    this.#size = size;
    this.#passwordMs = server.findPassword ? PASSWORD_MS : 0;
    const transaction = {
      statement_timeout: STATEMENT_MS,
      lock_timeout: deadlines.lockMs,
      idle_in_transaction_session_timeout: 30_000,
    };
    const session = {
      ...transaction,
      // PostgreSQL drops a node that died without notice, and with it the locks of that node.
      tcp_keepalives_idle: 15,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
    };
    const settings = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`);
    this.preamble = server.isPooled
      ? Object.entries({ ROLE: role, ...transaction })
          .map(([name, value]) => `; SET LOCAL ${name === 'ROLE' ? 'ROLE' : `${name} =`} ${value}`)
          .join('')
      : '';
    class FreshClient extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: toAddress(server) });
      }
    }
    const options: pg.PoolConfig & { pipeline: boolean } = {
      Client: FreshClient,
      // Sends the statements of one transaction in one write, without waiting for each answer.
      pipeline: true,
      // A pooler keeps one name for its sessions, or sets it anew before each transaction of the other role.
      ...(server.isPooled
        ? { application_name: 'feira' }
        : { options: [`-c role=${role}`, ...settings].join(' '), application_name: role }),
      connectionTimeoutMillis: ACQUIRE_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      max: size,
    };
    this.#pool = new pg.Pool(options);
    this.#pool.on('connect', (client) => {
      watchSilence(client, deadlines);
      // The caller's statement fails with the same error, and the pool removes a connection that breaks while it is free.
      client.on('error', () => undefined);
    });
    this.#pool.on('error', () => undefined);
  }

  /** Lends a connection that answers, until it is released. Throws NoConnection when there is none in time. */
  async acquire(): Promise<pg.PoolClient> {
    const start = performance.now();
    const end = start + ACQUIRE_MS;
    do {
      const client = await this.#pool.connect().catch((cause: Error & { code?: string }) => {
        if (cause.code === WRONG_PASSWORD && performance.now() - start < this.#passwordMs) return null;
        throw new NoConnection(cause.message, { cause });
      });
      if (!client) {
        await pause(100);
        continue;
      }
      if (await isAnswering(client, this.deadlines)) return client;
      client.release(true);
    } while (performance.now() < end);
    throw new NoConnection('No connection to the database answers.');
  }

  /** Takes a connection back. One that broke is not lent again. */
  release(client: pg.PoolClient): void {
    usedAt.set(client, performance.now());
    client.release();
  }

  /** Lends a connection to the work. It is destroyed if it is silent for longer than `silenceMs` under the work. */
  async lend<T>(work: (client: pg.PoolClient) => Promise<T>, silenceMs: number): Promise<T> {
    const client = await this.acquire();
    const stream = streamOf(client);
    try {
      stream.setTimeout(silenceMs);
      return await work(client);
    } finally {
      stream.setTimeout(this.deadlines.longSilenceMs);
      this.release(client);
    }
  }

  /** The connections that are lent and that are free, and how many callers wait for one. */
  count(): { used: number; free: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, free: idleCount, waiting: waitingCount };
  }

  /** Returns whether every connection is lent: nobody gets one, and nothing is wrong with the server. */
  isFull(): boolean {
    return this.count().used >= this.#size;
  }

  /** Ends every connection, those that are lent once they are given back. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Socket writes cost more than anything else in a purchase, so all statements of a batch leave in one. */
export function writeAtOnce<T>(client: pg.ClientBase, send: () => T): T {
  const { stream } = (client as pg.Client).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Closes the connection, whatever it still owes. */
export const destroyConnection = (client: pg.ClientBase): void => void streamOf(client).destroy();
