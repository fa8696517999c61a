/** Money becomes its owner's to use when its time has come. */
import type { Currency } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { lockAccounts } from './model.ts';

/** Of one person and currency: their accounts stay locked for as long as one posting takes. */
const HOLDS_PER_POSTING = 100;
const BATCH = 500;

interface Owner {
  platformId: string;
  personId: string;
  currency: Currency;
}

/** Answers whether there may be more to release right now. */
export async function releaseDue(app: FastifyInstance): Promise<boolean> {
  const now = app.clock.now();
  const { rows } = (await app.database.jobs.raw(
    `SELECT DISTINCT platform_id AS "platformId", person_id AS "personId", currency FROM (
       SELECT platform_id, person_id, currency FROM ledger_hold
       WHERE release_at <= ? AND state IN ('OPEN', 'ANTICIPATED') AND dispute_id IS NULL
         AND (state = 'ANTICIPATED' OR account = 'PENDING')
       ORDER BY release_at, id LIMIT ?
     ) due`,
    [now, BATCH],
  )) as { rows: Owner[] };
  let released = 0;
  for (const owner of rows) {
    try {
      released += await releaseOf(app, owner, now);
    } catch (error) {
      // Whoever comes next in the list must not wait for this one.
      app.log.error({ err: error, personId: owner.personId }, 'Held money could not be released');
    }
  }
  // Where nothing could be released, the next look has time.
  return released > 0;
}

/** How many holds were released. Another node at the same owner waits for the accounts, and then finds nothing left. */
async function releaseOf(app: FastifyInstance, owner: Owner, now: Date): Promise<number> {
  const { platformId, personId, currency } = owner;
  const results = await app.database.write(platformId, [
    lockAccounts(platformId, [personId], currency),
    postRelease(owner, now),
    settleAnticipated(owner, now),
  ]);
  return results[1]?.rows[0]?.released ?? 0;
}

/**
 * Looks at the holds again now that nobody else decides on them: what an anticipation or a dispute has taken since the
 * owner was found stays where it is.
 */
const postRelease = ({ platformId, personId, currency }: Owner, now: Date): Statement => ({
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

/** Paid out long before: the money that comes now is the platform's own. */
const settleAnticipated = ({ platformId, personId, currency }: Owner, now: Date): Statement => ({
  text: `UPDATE ledger_hold SET state = 'SETTLED' WHERE platform_id = $1 AND person_id = $2 AND currency = $3
    AND release_at <= $4 AND state = 'ANTICIPATED' AND dispute_id IS NULL`,
  values: [platformId, personId, currency, now],
});
