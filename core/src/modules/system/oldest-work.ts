/** How long the oldest work of each queue has been due: read by /health/ready and by the metrics. */
import type { FastifyInstance } from 'fastify';
import type { Database, Statement } from '../../plugins/database.ts';

/** When the oldest row of each queue became due, read by the index of what is due. */
const QUEUES = {
  payments: 'SELECT min(next_check_at) FROM payment WHERE next_check_at IS NOT NULL',
  webhooks: 'SELECT min(next_attempt_at) FROM webhook WHERE next_attempt_at IS NOT NULL',
  mails: 'SELECT min(next_attempt_at) FROM mail WHERE next_attempt_at IS NOT NULL',
  withdrawals: 'SELECT min(next_check_at) FROM withdrawal WHERE next_check_at IS NOT NULL',
  outbox: 'SELECT min(created_at) FROM outbox WHERE published_at IS NULL',
  holds: `SELECT min(release_at) FROM ledger_hold WHERE state IN ('OPEN', 'ANTICIPATED') AND dispute_id IS NULL
    AND (state = 'ANTICIPATED' OR account = 'PENDING')`,
};

/** The seconds for which the oldest row of each queue has been due; 0 where none is. */
export type OldestWork = Record<keyof typeof QUEUES, number>;

const columns = Object.entries(QUEUES).map(
  ([queue, due]) => `greatest(0, extract(epoch FROM now() - (${due})))::int AS ${queue}`,
);
const OLDEST_WORK: Statement<OldestWork> = { text: `SELECT ${columns.join(', ')}`, values: [] };

/** Returns null where it could not be read. */
export const readOldestWork = async ({ jobs }: Pick<Database, 'jobs'>): Promise<OldestWork | null> =>
  (await jobs.find(OLDEST_WORK).catch(() => undefined)) ?? null;

/** Copies the ages into the metrics. What cannot be read is left out rather than repeated. */
export async function measureOldestWork({
  database,
  metrics,
}: Pick<FastifyInstance, 'database' | 'metrics'>): Promise<void> {
  const oldest = await readOldestWork(database);
  metrics.oldestWork.reset();
  for (const [queue, seconds] of Object.entries(oldest ?? {})) metrics.oldestWork.set({ queue }, seconds);
}
