/** Deletes expired rows, and analyses tables for the planner. */
import type { FastifyInstance } from 'fastify';
import { JOB_SCHEMA } from '../../job-schema.ts';
import { ofWholePlatform, type Statement } from '../../shared/statement.ts';
import { deleteOldReports } from '../page-reports/model.ts';
import { deleteEndedCounters, deleteOldCardTests } from '../velocity/model.ts';

/** Providers and clients repeat a call within days; Adyen keeps its keys as long. */
const KEY_DAYS = 31;

/**
 * Deletes idempotency keys after KEY_DAYS. An unanswered one of a purchase is kept, because its payment is still open. Returns the number
 * of deleted keys.
 */
export const forgetOldKeys = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM idempotency_key WHERE (platform_id, procedure, key) IN (
         SELECT platform_id, procedure, key FROM idempotency_key
         WHERE created_at < now() - make_interval(days => $1) AND (response_status IS NOT NULL OR payment_id IS NULL) LIMIT $2)`,
    values: [KEY_DAYS, limit],
  }));

/** Events of the outbox are kept this long after their publication, to investigate what became of them. */
const OUTBOX_DAYS = 7;

/** Deletes published events of the outbox. An unpublished one is kept however old it is. Returns the number of deleted events. */
export const forgetPublished = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM outbox WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM outbox
      WHERE published_at IS NOT NULL AND published_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [OUTBOX_DAYS, limit],
  }));

/** Jobs that are done are kept this long, to investigate what became of them. The job engine keeps failed ones for a week. */
const DONE_HOURS = 24;

/** Deletes jobs that are done; each purchase leaves several. Returns their number. */
export const forgetDoneJobs = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM ${JOB_SCHEMA}.job WHERE (name, id) IN (
      SELECT name, id FROM ${JOB_SCHEMA}.job
      WHERE state = 'completed' AND completed_on < now() - make_interval(hours => $1) LIMIT $2)`,
    values: [DONE_HOURS, limit],
  }));

/** Deletes the counts of alerts after a week. */
export const forgetAlerts = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM alert_hour WHERE (alert, hour) IN (
      SELECT alert, hour FROM alert_hour WHERE hour < now() - interval '7 days' LIMIT $1)`,
    values: [limit],
  }));

/** Deletes the counters of tries whose window is over, and what was noted of card tests long ago. */
export const forgetTries = async ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  (await database.deleteAll(deleteEndedCounters)) + (await database.deleteAll(deleteOldCardTests));

/** Deletes what browsers reported long ago. */
export const forgetReports = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll(deleteOldReports);

/** Deletes audit events after AUDIT_DAYS. Returns the number of deleted events. */
export const forgetOldDeeds = (app: Pick<FastifyInstance, 'database' | 'config'>): Promise<number> =>
  forgetOld(app, 'audit_event', 'created_at', 'true', app.config.auditDays);

/**
 * Deletes events of providers and exchanges after LOG_DAYS, because they hold data of buyers; parked events too, since reconciliation has
 * found by then what they were about. The oldest rows of each platform are found by the index of its lists.
 */
export async function forgetOldLogs(app: Pick<FastifyInstance, 'database' | 'config'>): Promise<number> {
  const { logDays } = app.config;
  const events = await forgetOld(app, 'webhook', 'received_at', `state <> 'RECEIVED'`, logDays);
  return events + (await forgetOld(app, 'provider_exchange', 'started_at', 'true', logDays));
}

const forgetOld = (
  { database }: Pick<FastifyInstance, 'database'>,
  table: 'webhook' | 'provider_exchange' | 'audit_event',
  time: string,
  condition: string,
  days: number,
): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM ${table} WHERE (platform_id, id) IN (
      SELECT old.platform_id, old.id FROM platform CROSS JOIN LATERAL (
        SELECT platform_id, id FROM ${table}
        WHERE platform_id = platform.platform_id AND ${ofWholePlatform(time)} AND ${time} < now() - make_interval(days => $1) AND ${condition}
        ORDER BY ${time}, id LIMIT $2) old LIMIT $2)`,
    values: [days, limit],
  }));

const ANALYZE_GROWN: Statement<{ name: string }> = { text: 'SELECT analyze_grown_tables() AS name', values: [] };

/** Analyses tables that have doubled since their last analysis. Returns their names. */
export async function analyzeGrownTables({ database }: Pick<FastifyInstance, 'database'>): Promise<string[]> {
  return (await database.jobs.list(ANALYZE_GROWN)).map(({ name }) => name);
}
