/** Seals new transactions into their platform's chain, releases holds that are due, and notifies their owners. */
import fp from 'fastify-plugin';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { firstHash, hashLink, type Link, SELECT_LINKS } from './chain.ts';
import { notifyReleases } from './notifications.ts';
import { DUE_HOLDS, releaseDue } from './release.ts';

const NOTIFY = 'ledger.notify-releases';
const BATCH = 500;
/** The advisory lock of a chain has two keys: this one and the platform's id. */
const CHAIN_LOCK = 0x6c_65_64;

export default fp(
  async (app) => {
    const sealAll = async () => {
      const platforms = await app.database.jobs.list(SELECT_UNSEALED_PLATFORMS);
      let hasMore = false;
      for (const { platformId } of platforms) {
        const sealed = await app.database.jobsTransaction((transaction) => seal(transaction, platformId));
        hasMore ||= sealed === BATCH;
      }
      return hasMore;
    };
    app.sweep('ledger', sealAll, { waiting: UNSEALED });
    app.sweep('ledger-release', () => releaseDue(app), { waiting: DUE_HOLDS });
    app.jobs.work(NOTIFY, {}, () => notifyReleases(app));
    // Eight in the morning in São Paulo.
    app.jobs.schedule(NOTIFY, '0 11 * * *');
  },
  { name: 'ledger-jobs', dependencies: ['sweeps', 'jobs', 'database', 'clock'] },
);

const UNSEALED = 'ledger_transaction WHERE sequence IS NULL';

const SELECT_UNSEALED_PLATFORMS: Statement<{ platformId: string }> = {
  text: `SELECT DISTINCT platform_id FROM ${UNSEALED} LIMIT 50`,
  values: [],
};

const lockChain = (platformId: string): Statement<{ isLocked: boolean }> => ({
  text: 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS is_locked',
  values: [CHAIN_LOCK, platformId],
});

const selectLastLink = (platformId: string): Statement<{ sequence: number; hash: Buffer }> => ({
  text: `SELECT sequence, hash FROM ledger_transaction WHERE platform_id = $1 AND sequence IS NOT NULL
    ORDER BY sequence DESC LIMIT 1`,
  values: [platformId],
});

const selectUnsealed = (platformId: string): Statement<Link> => ({
  text: `${SELECT_LINKS} WHERE t.platform_id = $1 AND t.sequence IS NULL ORDER BY t.created_at, t.id LIMIT ${BATCH}`,
  values: [platformId],
});

const setLinks = (platformId: string, links: { id: string; sequence: number; hash: string }[]): Statement => ({
  text: `UPDATE ledger_transaction t SET sequence = p.sequence, hash = decode(p.hash, 'base64')
    FROM jsonb_to_recordset($2::jsonb) AS p(id uuid, sequence bigint, hash text) WHERE t.platform_id = $1 AND t.id = p.id`,
  values: [platformId, JSON.stringify(links)],
});

/** Returns the number of sealed transactions: 0 where another node is sealing the same chain. */
async function seal(transaction: Transaction, platformId: string): Promise<number> {
  const lock = await transaction.find(lockChain(platformId));
  if (!lock?.isLocked) return 0;
  const last = await transaction.find(selectLastLink(platformId));
  const unsealed = await transaction.list(selectUnsealed(platformId));
  let { sequence, hash } = last ?? { sequence: 0, hash: firstHash(platformId) };
  const links = unsealed.map((link) => {
    hash = hashLink(hash, link);
    sequence += 1;
    return { id: link.id, sequence, hash: hash.toString('base64') };
  });
  await transaction.run(setLinks(platformId, links));
  return links.length;
}
