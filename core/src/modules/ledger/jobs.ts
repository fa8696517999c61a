/** Gives transactions their place in their platform's chain a moment after they were made, and releases what is due. */
import fp from 'fastify-plugin';
import type { Knex } from 'knex';
import { firstHash, hashLink, type Link, SELECT_LINKS } from './chain.ts';
import { releaseDue } from './release.ts';
import { tellReleased } from './tell-released.ts';

const TELL = 'ledger-tell-released';
const BATCH = 500;
/** Names the lock beside the platform's id. */
const CHAIN = 0x6c_65_64;

export default fp(
  async (app) => {
    app.sweep('ledger', async () => {
      const { rows } = (await app.database.jobs.raw(
        'SELECT DISTINCT platform_id AS "platformId" FROM ledger_transaction WHERE sequence IS NULL LIMIT 50',
      )) as { rows: { platformId: string }[] };
      let hasMore = false;
      for (const { platformId } of rows) {
        const sealed = await app.database.jobs.transaction((transaction) => seal(transaction, platformId));
        hasMore ||= sealed === BATCH;
      }
      return hasMore;
    });
    app.sweep('ledger-release', () => releaseDue(app));
    app.jobs.work(TELL, {}, () => tellReleased(app));
    // Eight in the morning in São Paulo.
    app.jobs.schedule(TELL, '0 11 * * *');
  },
  { name: 'ledger-jobs', dependencies: ['sweeps', 'jobs', 'database', 'clock'] },
);

/** Answers how many. Another node at the same chain is left to it. */
async function seal(transaction: Knex.Transaction, platformId: string): Promise<number> {
  const locked = (await transaction.raw('SELECT pg_try_advisory_xact_lock(?, hashtext(?)) AS "isOurs"', [
    CHAIN,
    platformId,
  ])) as {
    rows: { isOurs: boolean }[];
  };
  if (!locked.rows[0]?.isOurs) return 0;
  const last = (await transaction.raw(
    'SELECT sequence, hash FROM ledger_transaction WHERE platform_id = ? AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1',
    [platformId],
  )) as { rows: { sequence: number; hash: Buffer }[] };
  const open = (await transaction.raw(
    `${SELECT_LINKS} WHERE t.platform_id = ? AND t.sequence IS NULL ORDER BY t.created_at, t.id LIMIT ?`,
    [platformId, BATCH],
  )) as { rows: Link[] };
  let { sequence, hash } = last.rows[0] ?? { sequence: 0, hash: firstHash(platformId) };
  const places = open.rows.map((link) => {
    hash = hashLink(hash, link);
    sequence += 1;
    return { id: link.id, sequence, hash: hash.toString('base64') };
  });
  await transaction.raw(
    `UPDATE ledger_transaction t SET sequence = p.sequence, hash = decode(p.hash, 'base64')
     FROM jsonb_to_recordset(?::jsonb) AS p(id uuid, sequence bigint, hash text) WHERE t.platform_id = ? AND t.id = p.id`,
    [JSON.stringify(places), platformId],
  );
  return places.length;
}
