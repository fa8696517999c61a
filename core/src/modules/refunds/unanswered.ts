/** Notifies the team, once, of each request for a refund that its seller has left unanswered for two days: a day later the clock decides. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { WORK } from '@feira/schemas/procedures/inbox';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { findPayment, keptOf } from '../payments/service.ts';

const BATCH = 100;

/** Requests that have waited so long and were told to nobody; $1 is the time. */
export const UNTOLD = `refund_request WHERE state = 'WAITING' AND team_notified_at IS NULL
  AND created_at <= $1::timestamptz - make_interval(hours => ${WORK.REQUESTS.answerHours})`;

const selectUntold = (now: Date): Statement<{ platformId: string; id: string }> => ({
  text: `SELECT platform_id, id FROM ${UNTOLD} ORDER BY created_at LIMIT ${BATCH}`,
  values: [now],
});

interface Unanswered {
  paymentId: string;
  protocol: string;
  decideBy: Date | null;
}

/** Returns no row where the request was decided meanwhile, or another node has notified the team. */
const markTold = (platformId: string, id: string): Statement<Unanswered> => ({
  text: `UPDATE refund_request SET team_notified_at = now()
    WHERE platform_id = $1 AND id = $2 AND state = 'WAITING' AND team_notified_at IS NULL
    RETURNING payment_id, protocol, decide_by`,
  values: [platformId, id],
});

/** Runs as a sweep. Returns whether there may be more right now. */
export async function notifyUnanswered(app: FastifyInstance): Promise<boolean> {
  const rows = await app.database.jobs.list(selectUntold(app.clock.now()));
  for (const { platformId, id } of rows)
    await notifyTeam(app, platformId, id).catch((error) =>
      app.log.error({ err: error, requestId: id }, 'The team could not be notified of an unanswered refund request'),
    );
  return rows.length === BATCH;
}

const notifyTeam = (app: FastifyInstance, platformId: string, id: string): Promise<void> =>
  app.database.transaction(platformId, async (transaction) => {
    const request = await transaction.find(markTold(platformId, id));
    if (!request) return;
    const payment = await findPayment(app, platformId, request.paymentId);
    if (!payment) return;
    const { title, currency } = payment;
    const notice = {
      type: 'refund.unanswered',
      parameters: { title, amount: keptOf(payment), currency, decideBy: request.decideBy?.toISOString() ?? '' },
      href: `${DASHBOARD_PATHS.admin}/charges?tab=requests&state=WAITING&search=${request.protocol}&inbox=REQUESTS&item=${id}`,
      source: `refund-request:${id}:unanswered`,
      workId: id,
    } as const;
    await transaction.run(notifyAdmins(platformId, WORK.REQUESTS.permissions, notice));
  });
