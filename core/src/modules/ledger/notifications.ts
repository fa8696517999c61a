/** Notifies people once a day of the money that was released on the day before. A notification for each hold would be too many. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Currency } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { endOf, startOf } from '../../shared/period.ts';
import { prepareNotification } from '../notifications/service.ts';

/** The next runs also cover the day of a run that was missed. */
const DAYS_BACK = 3;
const BATCH = 200;

interface Released {
  personId: string;
  currency: Currency;
  amount: number;
  isManager: boolean;
}

/** Notifies people of each day once, however often this runs. */
export async function notifyReleases(app: Pick<FastifyInstance, 'database' | 'clock'>): Promise<void> {
  const today = toSaoPauloDate(app.clock.now());
  const platforms = await app.database.jobs.list(selectPlatforms(addDays(today, -DAYS_BACK), today));
  for (const { platformId } of platforms) {
    for (let back = DAYS_BACK; back >= 1; back--) await notifyDay(app, platformId, addDays(today, -back));
  }
}

const selectPlatforms = (from: string, until: string): Statement<{ platformId: string }> => ({
  text: `SELECT DISTINCT platform_id FROM ledger_hold
    WHERE state = 'RELEASED' AND closed_at >= ${startOf('$1')} AND closed_at < ${startOf('$2')}`,
  values: [from, until],
});

async function notifyDay(app: Pick<FastifyInstance, 'database'>, platformId: string, day: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const people: Released[] = await app.database.list(platformId, selectReleased(platformId, day, after));
    if (people.length > 0) {
      await app.database.write(
        platformId,
        people.map((person) => toNotification(platformId, day, person)),
      );
    }
    const last = people.at(-1);
    if (!last || people.length < BATCH) return;
    after = `${last.personId}${last.currency}`;
  }
}

const selectReleased = (platformId: string, day: string, after: string | null): Statement<Released> => ({
  text: `
    SELECT h.person_id, h.currency, sum(h.amount)::bigint AS amount,
      NOT EXISTS (SELECT 1 FROM role_grant g WHERE g.platform_id = $1 AND g.person_id = h.person_id
        AND g.role IN ('seller', 'affiliate', 'co-producer')) AS is_manager
    FROM ledger_hold h
    WHERE h.platform_id = $1 AND h.state = 'RELEASED' AND h.closed_at >= ${startOf('$2')} AND h.closed_at < ${endOf('$2')}
      AND ($3::text IS NULL OR h.person_id::text || h.currency > $3)
    GROUP BY h.person_id, h.currency ORDER BY h.person_id::text || h.currency LIMIT ${BATCH}`,
  values: [platformId, day, after],
});

const toNotification = (
  platformId: string,
  day: string,
  { personId, currency, amount, isManager }: Released,
): Statement =>
  prepareNotification(platformId, personId, {
    type: 'balance.released',
    parameters: { amount, currency },
    href: isManager ? `${DASHBOARD_PATHS.manager}/dashboard` : `${DASHBOARD_PATHS.seller}/financial`,
    source: `released:${day}:${currency}`,
  });
