/** Reads how long the oldest work of each queue has been due, for /health/ready and for the metrics. */
import type { WORK_QUEUES } from '@feira/schemas/procedures/system';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';

type QueueName = (typeof WORK_QUEUES)[number];

interface Queue {
  /** The column of the time at which a row became due. */
  due: string;
  from: string;
}

/** The rows of each queue, read by the index of what is due. */
const QUEUES = {
  payments: { due: 'next_check_at', from: 'payment WHERE next_check_at IS NOT NULL' },
  webhooks: { due: 'next_attempt_at', from: 'webhook WHERE next_attempt_at IS NOT NULL' },
  // Without SMTP_URL mails are kept: nobody is to send them.
  mails: { due: 'next_attempt_at', from: 'mail WHERE next_attempt_at IS NOT NULL AND $1::boolean' },
  refunds: { due: 'next_check_at', from: `refund WHERE state IN ('REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN')` },
  withdrawals: { due: 'next_check_at', from: 'withdrawal WHERE next_check_at IS NOT NULL' },
  receivers: { due: 'next_check_at', from: 'receiver WHERE next_check_at IS NOT NULL' },
  outbox: { due: 'created_at', from: 'outbox WHERE published_at IS NULL' },
  holds: {
    due: 'release_at',
    from: `ledger_hold WHERE state IN ('OPEN', 'ANTICIPATED') AND dispute_id IS NULL AND (state = 'ANTICIPATED' OR account = 'PENDING')`,
  },
  // Transactions that are not sealed into the chain of their platform yet.
  seal: { due: 'created_at', from: 'ledger_transaction WHERE sequence IS NULL' },
} satisfies Record<QueueName, Queue>;

/** The seconds for which the oldest row of each queue has been due; 0 where none is. */
export type OldestWork = Record<QueueName, number>;

const columnsOf = (show: (queue: Queue) => string) =>
  Object.entries<Queue>(QUEUES)
    .map(([name, queue]) => `${show(queue)} AS ${name}`)
    .join(', ');
const OLDEST_WORK = `SELECT ${columnsOf(({ due, from }) => `greatest(0, extract(epoch FROM now() - (SELECT min(${due}) FROM ${from})))::int`)}`;

/** The most rows of a queue that are counted: a longer one is too long by any number. */
const MOST_COUNTED = 10_000;
const DUE_WORK = `SELECT ${columnsOf(
  ({ due, from }) =>
    `(SELECT count(*) FROM (SELECT FROM ${from} AND ${due} <= now() LIMIT ${MOST_COUNTED}) AS due)::int`,
)}`;

type App = Pick<FastifyInstance, 'database' | 'config'>;

const readQueues = async <Row>({ database, config }: App, text: string): Promise<Row | null> => {
  const statement: Statement<Row> = { text, values: [config.smtpUrl !== ''] };
  return (await database.jobs.find(statement).catch(() => undefined)) ?? null;
};

/** Returns null where it could not be read. */
export const readOldestWork = (app: App): Promise<OldestWork | null> => readQueues(app, OLDEST_WORK);

/** Returns how many rows of each queue are due, at most 10,000; null where that could not be read. */
export const readDueWork = (app: App): Promise<Record<QueueName, number> | null> => readQueues(app, DUE_WORK);

/** Copies ages and counts into the metrics. What cannot be read is left out rather than repeated. */
export async function measureOldestWork(app: App & Pick<FastifyInstance, 'metrics'>): Promise<void> {
  const { metrics } = app;
  const [oldest, due] = await Promise.all([readOldestWork(app), readDueWork(app)]);
  metrics.oldestWork.reset();
  metrics.dueWork.reset();
  for (const [queue, seconds] of Object.entries(oldest ?? {})) metrics.oldestWork.set({ queue }, seconds);
  for (const [queue, count] of Object.entries(due ?? {})) metrics.dueWork.set({ queue }, count);
}
