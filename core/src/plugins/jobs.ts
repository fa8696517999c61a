/** pg-boss: jobs with retries, heartbeats and schedules, kept in the same PostgreSQL. */
import fp from 'fastify-plugin';
import type { Knex } from 'knex';
import type pg from 'pg';
import { type Job, type JobResult, PgBoss } from 'pg-boss';

export interface JobOptions {
  retryLimit?: number;
  /** Seconds a silent worker keeps its job. */
  heartbeatSeconds?: number;
  /** Jobs taken at a time. Full batches follow each other at once; else a queue is looked at once a second. Default: one. */
  batchSize?: number;
}

/** Of one batch: more would take the connections of those who wait for an answer. */
export const AT_ONCE = 5;

export interface Jobs {
  /** Declares a queue and its handler; throwing retries with back-off. */
  work<T extends object>(queue: string, options: JobOptions, handler: (data: T) => Promise<void>): void;
  /** Runs a queue's handler on a cron line, in UTC. */
  schedule(queue: string, cron: string): void;
  /** Sends jobs within a transaction of the role jobs run as. */
  send(transaction: Knex.Transaction, queue: string, data: object[]): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs;
  }
}

const toDatabase = (acquire: () => Promise<pg.Client>, release: (client: pg.Client) => void) => ({
  async executeSql(text: string, values?: unknown[]) {
    const client = await acquire();
    try {
      const result = await client.query(text, values as unknown[]);
      // Several statements answer several results; the engine reads the rows of the last.
      return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    } finally {
      release(client);
    }
  },
});

/** Each job of a batch ends by itself: one that throws comes again alone. */
export async function settle(jobs: Job<unknown>[], handler: (data: never) => Promise<void>): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const left = jobs.values();
  const worker = async () => {
    for (const { id, data } of left) {
      try {
        await handler(data as never);
        results.push({ id, status: 'completed' });
      } catch (error) {
        results.push({
          id,
          status: 'failed',
          output: { message: error instanceof Error ? error.message : String(error) },
        });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

export default fp(
  async (app) => {
    const pool = app.database.jobs;
    const boss = new PgBoss({
      db: toDatabase(
        () => pool.client.acquireConnection(),
        (client) => pool.client.releaseConnection(client),
      ),
      schema: 'pgboss',
      migrate: false,
      createSchema: false,
    });
    boss.on('error', (error) => app.log.error({ err: error }, 'The job engine reported an error'));
    const queues: { name: string; options: JobOptions; handler: (data: never) => Promise<void> }[] = [];
    const schedules: { queue: string; cron: string }[] = [];

    app.decorate('jobs', {
      work: (name, options, handler) => void queues.push({ name, options, handler }),
      schedule: (queue, cron) => void schedules.push({ queue, cron }),
      async send(transaction, queue, data) {
        const client: pg.Client = await transaction.client.acquireConnection();
        await boss.insert(
          queue,
          data.map((item) => ({ data: item })),
          {
            db: toDatabase(
              async () => client,
              () => undefined,
            ),
          },
        );
      },
    });

    app.addHook('onReady', async () => {
      await boss.start();
      for (const { name, options } of queues) {
        const { batchSize: _, ...queueOptions } = options;
        await boss.createQueue(name, {
          retryLimit: 10,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 3600,
          heartbeatSeconds: 30,
          ...queueOptions,
        });
      }
    });
    app.addHook('onListen', async () => {
      for (const { name, options, handler } of queues) {
        const { batchSize = 1 } = options;
        const work = { pollingIntervalSeconds: 1, batchSize, burstWhenBatchFull: true, perJobResults: true } as const;
        await boss.work(name, work, (jobs) => settle(jobs, handler));
      }
      for (const { queue, cron } of schedules) await boss.schedule(queue, cron);
    });
    app.addHook('preClose', () => boss.stop({ graceful: true, timeout: 10_000 }));
  },
  { name: 'jobs', dependencies: ['database'] },
);
