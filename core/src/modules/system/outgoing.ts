/** Reads the hold on a restored platform's outgoing orders and what waits for its release, and releases it. */
import type { Currency } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { OutgoingHold } from '../../plugins/outgoing-hold.ts';
import type { Statement } from '../../shared/statement.ts';

export const SELECT_OPEN_HOLD: Statement<OutgoingHold> = {
  text: 'SELECT began_at, cause FROM outgoing_hold WHERE released_at IS NULL ORDER BY began_at DESC LIMIT 1',
  values: [],
};

export interface Waiting {
  platformId: string;
  order: 'withdrawal' | 'refund';
  state: 'WAITING' | 'APPROVED' | 'REQUESTED' | 'SENDING' | 'UNKNOWN';
  currency: Currency;
  count: number;
  /** Cents. */
  amount: number;
}

/** Selects the open orders, by platform and state: the provider has not told the outcome of an UNKNOWN one yet. */
export const SELECT_WAITING: Statement<Waiting> = {
  text: `
    SELECT platform_id, 'withdrawal' AS "order", state, currency, count(*)::int AS count, sum(amount)::float8 AS amount
    FROM withdrawal WHERE state IN ('WAITING', 'APPROVED', 'SENDING', 'UNKNOWN') GROUP BY 1, 3, 4
    UNION ALL
    SELECT r.platform_id, 'refund', r.state, p.currency, count(*)::int, sum(r.amount)::float8
    FROM refund r JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
    WHERE r.state IN ('REQUESTED', 'SENDING', 'UNKNOWN') GROUP BY 1, 3, 4
    ORDER BY 1, 2, 3, 4`,
  values: [],
};

/** Ends every open hold, and makes due what waited for it. */
export const releaseHolds = (by: string): Statement<{ count: number }> => ({
  text: `
    WITH released AS (
      UPDATE outgoing_hold SET released_at = now(), released_by = $1 WHERE released_at IS NULL RETURNING 1
    ), withdrawals AS (
      UPDATE withdrawal SET next_check_at = CASE state WHEN 'APPROVED' THEN now() END
      WHERE state IN ('WAITING', 'APPROVED') AND EXISTS (SELECT 1 FROM released)
    ), refunds AS (
      UPDATE refund SET next_check_at = now() WHERE state = 'REQUESTED' AND EXISTS (SELECT 1 FROM released)
    )
    SELECT count(*)::int AS count FROM released`,
  values: [by],
});

type App = Pick<FastifyInstance, 'database' | 'config' | 'readOutgoingHold'>;

/** Returns the hold that is open, and what waits for its release on all platforms. */
export async function readHold({ database, config }: App) {
  const hold = await database.jobs.find(SELECT_OPEN_HOLD);
  return hold ? { ...hold, isSet: config.isOutgoingHeld, waiting: await database.jobs.list(SELECT_WAITING) } : null;
}

/** Lets everything go that waits. Returns whether anything was held. Throws where this node would hold it anew at once. */
export async function releaseHold(app: App, by: string): Promise<boolean> {
  if (app.config.isOutgoingHeld) throw new AppError('HOLD_IS_SET');
  const released = await app.database.jobs.find(releaseHolds(by));
  await app.readOutgoingHold();
  return released !== undefined && released.count > 0;
}
