/** Releases held money to its owner when it is due. */
import type { Currency } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import { isLocked, type Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { lockFreeAccounts } from './model.ts';

/** One posting releases the holds of one person and currency, whose accounts stay locked until it ends. */
const HOLDS_PER_POSTING = 100;
const BATCH = 500;

interface Owner {
  platformId: string;
  personId: string;
  currency: Currency;
}

/** Returns whether there may be more to release right now. */
export async function releaseDue(app: FastifyInstance): Promise<boolean> {
  const now = app.clock.now();
  let released = 0;
  for (const owner of await app.database.jobs.list(selectDueOwners(now))) {
    try {
      released += await releaseHolds(app, owner, now);
    } catch (error) {
      // Something else, such as a second node, works on the accounts.
      if (isLocked(error)) continue;
      // An error of one owner must not delay the others.
      app.log.error({ err: error, personId: owner.personId }, 'Held money could not be released');
    }
  }
  // The next run of the sweep is soon enough if nothing could be released.
  return released > 0;
}

/** Holds whose money is due; $1 is the time. */
export const DUE_HOLDS = `ledger_hold WHERE release_at <= $1::timestamptz AND state IN ('OPEN', 'ANTICIPATED') AND dispute_id IS NULL
  AND (state = 'ANTICIPATED' OR account = 'PENDING')`;

const selectDueOwners = (now: Date): Statement<Owner> => ({
  text: `
    SELECT DISTINCT platform_id, person_id, currency FROM (
      SELECT platform_id, person_id, currency FROM ${DUE_HOLDS}
      ORDER BY release_at, id LIMIT ${BATCH}
    ) due`,
  values: [now],
});

/** Returns the number of released holds. */
async function releaseHolds(app: FastifyInstance, owner: Owner, now: Date): Promise<number> {
  const { platformId, personId, currency } = owner;
  const [, release] = await app.database.write(platformId, [
    lockFreeAccounts(platformId, personId, currency),
    postRelease(owner, now),
    settleAnticipated(owner, now),
  ]);
  return release.rows[0]?.released ?? 0;
}

/**
 * Reads the holds again under the lock on the accounts: a hold that an anticipation or a dispute has claimed since the owner was found
 * is not released.
 */
const postRelease = ({ platformId, personId, currency }: Owner, now: Date): Statement<{ released: number }> => ({
  text: `
    WITH due AS (
      SELECT id, payment_id, release_at FROM ledger_hold
      WHERE platform_id = $1 AND person_id = $2 AND currency = $3 AND release_at <= $4::timestamptz
        AND state = 'OPEN' AND account = 'PENDING' AND dispute_id IS NULL
      ORDER BY release_at, id LIMIT ${HOLDS_PER_POSTING} FOR UPDATE
    )
    SELECT count(*)::int AS released, ledger_post($1::uuid, jsonb_build_object(
      'id', $5::uuid, 'kind', 'RELEASE', 'source', 'release:' || (array_agg(id ORDER BY release_at, id))[1], 'currency', $3::text,
      'paymentId', CASE WHEN count(DISTINCT payment_id) = 1 THEN (array_agg(payment_id))[1] END, 'occurredAt', $4::timestamptz,
      'explanation', jsonb_build_object('holds', jsonb_agg(id ORDER BY release_at, id)),
      'entries', jsonb_agg(jsonb_build_object('kind', 'RELEASE', 'ownerId', $2::uuid, 'holdId', id, 'state', 'RELEASED')
        ORDER BY release_at, id)))
    FROM due HAVING count(*) > 0`,
  values: [platformId, personId, currency, now, newId()],
});

/** Settles anticipated holds: their owners were paid before, so the money that is due now belongs to the platform. */
const settleAnticipated = ({ platformId, personId, currency }: Owner, now: Date): Statement => ({
  text: `UPDATE ledger_hold SET state = 'SETTLED' WHERE platform_id = $1 AND person_id = $2 AND currency = $3
    AND release_at <= $4 AND state = 'ANTICIPATED' AND dispute_id IS NULL`,
  values: [platformId, personId, currency, now],
});
