/** Starts runs of the reconciliation and resolves their cases. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Call } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { insertRun, resolveOpen, selectCaseState } from './case-model.ts';
import { reconcile } from './reconcile.ts';

export const QUEUE = 'reconciliation.run';

/** The input of a job. Without an id it is the nightly run, of yesterday. */
export interface Order {
  platformId: string;
  runId?: string;
}

type App = Pick<FastifyInstance, 'database' | 'clock' | 'jobs'>;

async function openRun(app: Pick<App, 'database' | 'clock'>, platformId: string, day: string | null) {
  const id = newId();
  const [result] = await app.database.write(platformId, [insertRun(platformId, id, day, app.clock.now())]);
  return { id, ...result.rows[0]! };
}

export async function startRun(app: App, platformId: string, day: string | undefined): Promise<string> {
  const { id, isMade, isPossible } = await openRun(app, platformId, day ?? null);
  if (!isPossible) throw new AppError('PERIOD_INVALID', { fields: ['day'] });
  if (!isMade) throw new AppError('RECONCILIATION_RUNNING');
  await app.database.jobsTransaction((transaction) =>
    app.jobs.send(transaction, QUEUE, [{ platformId, runId: id } satisfies Order]),
  );
  return id;
}

/** Runs the reconciliation and notifies administrators of new cases. */
export async function runOrder(app: FastifyInstance, { platformId, runId }: Order): Promise<void> {
  const opened = runId ? { id: runId, isMade: true } : await openRun(app, platformId, null);
  if (!opened.isMade) return;
  const { id } = opened;
  const done = await reconcile(app, platformId, id);
  if (!done?.fresh) return;
  app.log.warn(
    { alert: 'reconciliation', platformId, day: done.day, fresh: done.fresh },
    'Providers and ledger differ',
  );
  await app.database.run(
    platformId,
    notifyAdmins(platformId, 'isDashboardAvailable', {
      type: 'reconciliation.found',
      parameters: { count: done.fresh, title: done.day },
      href: `${DASHBOARD_PATHS.admin}/export-accounting`,
      source: `reconciliation:${id}`,
    }),
  );
}

/** Orders a run of yesterday for each platform. */
export async function orderDaily(app: Pick<App, 'database' | 'jobs'>): Promise<void> {
  await app.database.jobsTransaction(async (transaction) => {
    const text = 'SELECT DISTINCT platform_id FROM ledger_account';
    const rows = await transaction.list<Order>({ text, values: [] });
    if (rows.length > 0) await app.jobs.send(transaction, QUEUE, rows);
  });
}

export function resolveCase(
  app: Pick<App, 'database'>,
  { platform, person, request }: Pick<Call<never>, 'platform' | 'request'> & { person: { id: string } },
  { caseId, note: typed }: { caseId: string; note: string },
): Promise<void> {
  const note = typed.trim();
  if (!note) throw new AppError('VALIDATION_FAILED', { fields: ['note'] });
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await transaction.find(resolveOpen(platform.id, caseId, note, person.id));
    if (!row) {
      const known = await transaction.find(selectCaseState(platform.id, caseId));
      const code = known ? 'RECONCILIATION_CASE_CLOSED' : 'RECONCILIATION_CASE_NOT_FOUND';
      throw new AppError(code, { fields: ['caseId'] });
    }
    const details = { caseId, note, ...row };
    await transaction.run(recordEvent(platform.id, request, { type: 'reconciliation.caseClosed', details }));
  });
}
