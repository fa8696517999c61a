/** Runs jobs with retries, heartbeats and schedules through pg-boss, in the same PostgreSQL. */
import fp from 'fastify-plugin';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import { describeOldJobs, JOB_SCHEMA, toJobDatabase } from '../job-schema.ts';
import { Groups } from '../shared/groups.ts';
import type { Statement, Transaction } from './database.ts';

export interface JobOptions {
  retryLimit?: number;
  /** The seconds for which a silent worker keeps its job. */
  heartbeatSeconds?: number;
  /** The number of jobs fetched at a time; by default one. After a full batch the next is fetched at once, otherwise once jobs wait, within a second. */
  batchSize?: number;
}

/** One look a second finds the queues that have jobs to do, and wakes their workers. */
const LOOK_MS = 1_000;
/** A worker that nobody wakes asks by itself so seldom. */
const POLL_SECONDS = 60;

/** Returns those of the queues that have a job which could begin now. However many wait in one, the first is enough. */
const selectWaiting = (queues: string[]): Statement<{ name: string }> => ({
  name: 'queues-that-wait',
  text: `SELECT q.name FROM unnest($1::text[]) AS q(name) WHERE EXISTS (
    SELECT FROM ${JOB_SCHEMA}.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`,
  values: [queues],
});

/** The most jobs that are sent in one transaction. None waits apart: all fail together, and each sender tries again. */
const SHARED = { largest: 200, mostAside: 0 };

/** The jobs of a batch that run at once. More would take connections from requests that wait for an answer. */
export const AT_ONCE = 5;

export interface Jobs {
  /** Declares a queue and its handler. When the handler throws, the job is retried with back-off. */
  work<T extends object>(queue: string, options: JobOptions, handler: (data: T) => Promise<void>): void;
  /** Runs a queue's handler on a cron schedule, in UTC. */
  schedule(queue: string, cron: string): void;
  /** Sends jobs within a transaction of the role that jobs run as. They begin at once, or at `startAfter`. */
  send(transaction: Transaction, queue: string, data: object[], startAfter?: Date): Promise<void>;
  /** Sends one job that begins at `startAfter`. Jobs that are sent at the same time share a transaction. */
  sendShared(queue: string, data: object, startAfter: Date): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs;
  }
}

/** Completes or fails each job of a batch on its own: only a job that throws is retried. */
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
      db: toJobDatabase((text, values) => pool.runForeign(text, values)),
      schema: JOB_SCHEMA,
      // Only in name: it lets a node start beside a schema that a newer version upgraded, and an older one is refused below.
      migrate: true,
      createSchema: false,
    });
    /** One line an hour: while the database is down, every look fails. */
    const reportError = (error: unknown) => {
      const leftOut = app.leaveOutAlert('job-engine-failed', '');
      if (leftOut !== null)
        app.log.error({ alert: 'job-engine-failed', leftOut, err: error }, 'The job engine reported an error');
    };
    boss.on('error', reportError);
    const queues: { name: string; options: JobOptions; handler: (data: never) => Promise<void> }[] = [];
    const schedules: { queue: string; cron: string }[] = [];
    const insert = ({ client }: Transaction, queue: string, jobs: { data: object; startAfter?: Date | undefined }[]) =>
      boss.insert(
        queue,
        jobs.map(({ data, startAfter }) => ({ data, ...(startAfter && { startAfter: startAfter.toISOString() }) })),
        {
          db: toJobDatabase((text, values) => client.query(text, values)),
        },
      );
    const shared = new Groups<{ data: object; startAfter: Date }, void>(SHARED, async (queue, jobs) => {
      await app.database.jobsTransaction((transaction) => insert(transaction, queue, jobs));
      return jobs.map(() => ({ status: 'fulfilled', value: undefined }));
    });

    app.decorate('jobs', {
      work: (name, options, handler) => void queues.push({ name, options, handler }),
      schedule: (queue, cron) => void schedules.push({ queue, cron }),
      async send(transaction, queue, data, startAfter) {
        await insert(
          transaction,
          queue,
          data.map((item) => ({ data: item, startAfter })),
        );
      },
      sendShared: (queue, data, startAfter) => shared.add(queue, { data, startAfter }),
    });

    app.addHook('onReady', async () => {
      const problem = describeOldJobs((await boss.isInstalled()) ? await boss.schemaVersion() : null);
      if (problem) throw new Error(problem);
      // Before the engine starts: it reads all queues at once then, and each later one by itself.
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const { name, options } of queues) {
        // A queue that is there keeps its options in any case.
        if (known.has(name)) continue;
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
      await boss.start();
    });
    const workers = new Map<string, string>();
    let looking: NodeJS.Timeout | undefined;
    let isStopping = false;
    const look = async () => {
      try {
        for (const { name } of await pool.list(selectWaiting([...workers.keys()]))) {
          const worker = workers.get(name);
          if (worker) boss.notifyWorker(worker);
        }
      } catch (error) {
        // The workers go on asking by themselves.
        reportError(error);
      }
      if (!isStopping) looking = setTimeout(look, LOOK_MS);
    };
    const beginWork = async () => {
      for (const { name, options, handler } of queues) {
        const { batchSize = 1 } = options;
        const work = {
          pollingIntervalSeconds: POLL_SECONDS,
          batchSize,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const;
        const worker = await boss.work(name, work, (jobs) =>
          settle(jobs, (data: never) => app.spans.begin(`job ${name}`, {}, () => handler(data))),
        );
        workers.set(name, worker);
      }
      const cronOf = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
      for (const { queue, cron } of schedules) if (cronOf.get(queue) !== cron) await boss.schedule(queue, cron);
      await look();
    };
    let workBegun: Promise<void> = Promise.resolve();
    app.addHook('onListen', () => {
      workBegun = beginWork();
      return workBegun;
    });
    app.addHook('preClose', async () => {
      // A node that is told to stop right after it listens still begins its queues; the engine stops them all afterwards.
      await workBegun.catch(() => undefined);
      isStopping = true;
      clearTimeout(looking);
      await boss.stop({ graceful: true, timeout: 10_000 });
    });
  },
  { name: 'jobs', dependencies: ['database', 'spans', 'seldom-alerts'] },
);
