/**
 * Counts attempts at passwords, codes and mails. The counters are in PostgreSQL, so they hold for all nodes together. An attempt counts
 * before it is checked and is given back when it was right; otherwise concurrent guesses would all pass the limit. Who has to wait is
 * remembered in memory and refused without a statement of the database.
 */
import type { FastifyBaseLogger } from 'fastify';
import fp from 'fastify-plugin';
import { Turns } from '../shared/turns.ts';
import type { Clock } from './clock.ts';
import { type Database, isLocked, type Statement } from './database.ts';
import { AppError } from './errors.ts';

export interface AttemptLimit {
  /** A digest, so that neither e-mails nor addresses are stored. */
  key: Buffer;
  /** The attempts that need not wait. After these, each waits twice as long as the one before, beginning with half a minute. */
  free: number;
  /** The longest wait in seconds. */
  longestWait: number;
  /** The seconds after which all is forgotten: since the first of the free attempts, or since the last one that had to wait. */
  memory: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    attempts: Attempts;
  }
}

const FIRST_WAIT_SECONDS = 30;
/** The counter of one key is taken by one attempt at a time, and counting never takes more connections than this. */
const AT_ONCE = 2;
const MOST_WAITS = 100_000;
/** Another node counts the same key for a moment only. */
const LOCK_TIMEOUT: Statement = { text: "SET LOCAL lock_timeout = '500ms'", values: [] };
const BUSY_SECONDS = 1;

export class Attempts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  /** The time in ms until which a key waits, in the order in which the waits began. */
  readonly #waits = new Map<string, number>();
  readonly #turns = new Map<string, Turns>();
  readonly #counting = new Turns(AT_ONCE);

  constructor(database: Database, clock: Clock, log: FastifyBaseLogger) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Counts an attempt for each limit, in their order: a limit is only counted when those before it allow the attempt, so that one address
   * cannot block an account. Throws TOO_MANY_REQUESTS with the time to wait.
   */
  async take(platformId: string, limits: readonly AttemptLimit[]): Promise<void> {
    for (const limit of limits) this.#checkWait(nameOf(platformId, limit));
    for (const limit of limits) {
      const name = nameOf(platformId, limit);
      const turns = this.#turns.get(name) ?? new Turns(1);
      this.#turns.set(name, turns);
      try {
        await turns.run(() => this.#count(platformId, limit));
      } finally {
        if (turns.isIdle) this.#turns.delete(name);
      }
    }
  }

  /** Gives back an attempt that was right. */
  giveBack(platformId: string, limits: readonly AttemptLimit[]): Promise<void> {
    return this.#change(platformId, limits, ({ key, free }) => ({
      text: `UPDATE sign_in_attempt SET failures = failures - 1,
          waits_until = CASE WHEN failures <= $3 THEN '-infinity' ELSE waits_until END
        WHERE platform_id = $1 AND key = $2 AND failures > 0`,
      values: [platformId, key, free],
    }));
  }

  /** Forgets all attempts. */
  forget(platformId: string, limits: readonly AttemptLimit[]): Promise<void> {
    return this.#change(platformId, limits, ({ key }) => ({
      text: 'DELETE FROM sign_in_attempt WHERE platform_id = $1 AND key = $2',
      values: [platformId, key],
    }));
  }

  /** Changes the counters, and only logs a failure: a right attempt stays right, and counts until it is forgotten. */
  async #change(
    platformId: string,
    limits: readonly AttemptLimit[],
    toStatement: (limit: AttemptLimit) => Statement,
  ): Promise<void> {
    for (const limit of limits) {
      try {
        await this.#database.write(platformId, [LOCK_TIMEOUT, toStatement(limit)]);
        this.#waits.delete(nameOf(platformId, limit));
      } catch (error) {
        this.#log.warn({ err: error }, 'An attempt that was right could not be given back');
      }
    }
  }

  #checkWait(name: string): void {
    const until = this.#waits.get(name);
    if (until === undefined) return;
    const milliseconds = until - this.#clock.now().getTime();
    if (milliseconds > 0) throw tooMany(Math.ceil(milliseconds / 1000));
    this.#waits.delete(name);
  }

  async #count(platformId: string, limit: AttemptLimit): Promise<void> {
    const name = nameOf(platformId, limit);
    // Those who waited for their turn may have to wait by now.
    this.#checkWait(name);
    const [, counted, [row]] = await this.#counting
      .run(() =>
        this.#database.write(platformId, [
          LOCK_TIMEOUT,
          countAttempt(platformId, limit),
          selectWait(platformId, limit),
        ]),
      )
      .then((results) => results.map(({ rows }) => rows) as [unknown, unknown[], [{ seconds: number } | undefined]])
      .catch((error: unknown) => {
        throw isLocked(error) ? tooMany(BUSY_SECONDS) : error;
      });
    const seconds = row?.seconds ?? 0;
    if (seconds > 0) {
      const [oldest] = this.#waits.keys();
      if (oldest !== undefined && this.#waits.size >= MOST_WAITS) this.#waits.delete(oldest);
      this.#waits.delete(name);
      this.#waits.set(name, this.#clock.now().getTime() + seconds * 1000);
    }
    if (counted.length === 0) throw tooMany(Math.max(seconds, BUSY_SECONDS));
  }
}

const nameOf = (platformId: string, { key }: AttemptLimit) => `${platformId} ${key.toString('base64')}`;
const tooMany = (retryAfterSeconds: number) => new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });

/** Returns no row where the attempt has to wait, and counts nothing then. */
const countAttempt = (platformId: string, { key, free, longestWait, memory }: AttemptLimit): Statement => {
  const failures = '(CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.failures + 1 END)';
  const isNew = 'a.window_ends_at <= now()';
  const waitAfter = (count: string) => `CASE WHEN ${count} < $3 THEN '-infinity' ELSE now() + make_interval(secs =>
    least($4::float8, ${FIRST_WAIT_SECONDS} * power(2, least(${count} - $3, 20)))) END`;
  return {
    text: `INSERT INTO sign_in_attempt AS a (platform_id, key, failures, window_ends_at, waits_until)
      VALUES ($1, $2, 1, now() + make_interval(secs => $5), ${waitAfter('1')})
      ON CONFLICT (platform_id, key) DO UPDATE SET failures = ${failures}, waits_until = ${waitAfter(failures)},
        window_ends_at = CASE WHEN ${isNew} OR ${failures} >= $3 THEN excluded.window_ends_at ELSE a.window_ends_at END
      WHERE ${isNew} OR a.waits_until <= now()
      RETURNING failures`,
    values: [platformId, key, free, longestWait, memory],
  };
};

const selectWait = (platformId: string, { key }: AttemptLimit): Statement<{ seconds: number }> => ({
  text: `SELECT CASE WHEN waits_until > now() THEN ceil(extract(epoch FROM waits_until - now()))::int ELSE 0 END AS seconds
    FROM sign_in_attempt WHERE platform_id = $1 AND key = $2`,
  values: [platformId, key],
});

export default fp(
  async (app) => {
    app.decorate('attempts', new Attempts(app.database, app.clock, app.log));
  },
  { name: 'attempts', dependencies: ['database', 'clock', 'errors'] },
);
