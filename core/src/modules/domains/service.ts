/**
 * Manages the hosts of a platform: a master adds and removes them, and a platform claims its own by a TXT record, which only the owner of
 * the name can set.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { HOSTS, listFrameHosts } from '../../plugins/platforms.ts';
import type { AuditEntry } from '../audit/service.ts';
import { readHostName } from './host-name.ts';
import {
  claimDnsCheck,
  deleteClaim,
  deleteHost,
  insertClaim,
  insertHost,
  lockPlatform,
  selectClaims,
  selectHostOwner,
  selectHosts,
} from './model.ts';

export { readDomainState } from './state.ts';

type App = Pick<FastifyInstance, 'database' | 'cache' | 'config'>;

export function readHost(app: Pick<FastifyInstance, 'config'>, text: string): string {
  return readHostName(text, {
    isLocalAllowed: app.config.isSimulatorEnabled,
    frameHosts: listFrameHosts(app.config).map(({ host }) => host),
  });
}

/** Returns the text itself when it is no host name, so that it matches no host. */
function tryReadHost(app: Pick<FastifyInstance, 'config'>, text: string): string {
  try {
    return readHost(app, text);
  } catch {
    throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
  }
}

/** Records a change of hosts: returns statements for the same transaction. */
export type RecordHost = (entry: AuditEntry) => Statement[];

const describeHost = (type: 'platform.hostAdded' | 'platform.hostRemoved', host: string): AuditEntry => ({
  type,
  subject: { type: 'domain', id: host, name: host },
});

/** Does nothing when the platform has the host already. Throws DOMAIN_TAKEN when another platform has it. */
export async function addHost(app: App, platformId: string, host: string, record: RecordHost): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockPlatform(platformId));
    const given = await transaction.find(insertHost(platformId, host));
    if (!given) return refuseTakenHost(transaction, platformId, host);
    await transaction.run(deleteClaim(platformId, host));
    await transaction.runAll(record(describeHost('platform.hostAdded', host)));
  });
  app.cache.forget(HOSTS);
}

async function refuseTakenHost(transaction: Transaction, platformId: string, host: string): Promise<void> {
  const owner = await transaction.find(selectHostOwner(host));
  if (owner?.platformId !== platformId) throw new AppError('DOMAIN_TAKEN', { fields: ['host'] });
}

/** Removes a host or a claim. `text` is what was typed: '*' is a host too, although it cannot be added. */
export async function removeHost(app: App, platformId: string, text: string, record: RecordHost): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockPlatform(platformId));
    const hosts = (await transaction.list(selectHosts(platformId))).map(({ host }) => host);
    const host = hosts.find((known) => known === text.trim().toLowerCase()) ?? tryReadHost(app, text);
    if (!hosts.includes(host)) {
      const claim = await transaction.find(deleteClaim(platformId, host));
      if (!claim) throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
      return;
    }
    // Without a host neither staff nor buyers could reach the platform.
    if (hosts.length === 1) throw new AppError('DOMAIN_LAST', { fields: ['host'] });
    await transaction.run(deleteHost(platformId, host));
    await transaction.runAll(record(describeHost('platform.hostRemoved', host)));
  });
  app.cache.forget(HOSTS);
}

/** Claims are free to make, so their number is limited. */
const MOST_CLAIMS = 20;
/** Seconds between two checks of the same record, on all nodes together. */
const PAUSE_SECONDS = 5;

const recordName = (host: string) => `_feira.${host}`;

export async function listDomains(app: App, platformId: string) {
  const [hosts, claims] = await app.database.read(
    platformId,
    [selectHosts(platformId), selectClaims(platformId)],
    true,
  );
  return [
    ...hosts.rows.map((row) => ({ ...row, isProven: true, record: null })),
    ...claims.rows.map(({ host, token, createdAt }) => ({
      host,
      isProven: false,
      record: { name: recordName(host), value: token },
      createdAt,
    })),
  ];
}

export async function claimDomain(app: App, platformId: string, text: string): Promise<void> {
  const host = readHost(app, text);
  const [owners, claims] = await app.database.read(platformId, [selectHostOwner(host), selectClaims(platformId)], true);
  const owner = owners.rows[0]?.platformId;
  if (owner === platformId) return;
  if (owner) throw new AppError('DOMAIN_TAKEN', { fields: ['host'] });
  const known = claims.rows;
  if (known.length >= MOST_CLAIMS && !known.some((claim) => claim.host === host)) {
    throw new AppError('DOMAIN_LIMIT', { fields: ['host'] });
  }
  await app.database.run(platformId, insertClaim(platformId, host, randomBytes(32).toString('base64url')));
}

/** Reads DNS outside of any transaction. Of two platforms that prove one host, the first to write it gets it. */
export async function proveDomain(
  app: App & Pick<FastifyInstance, 'findTexts'>,
  platformId: string,
  text: string,
  record: RecordHost,
): Promise<void> {
  const host = readHost(app, text);
  const [claims] = await app.database.write(platformId, [claimDnsCheck(platformId, host, PAUSE_SECONDS)]);
  const [claim] = claims.rows;
  if (!claim) throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
  if (!claim.isTaken) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: PAUSE_SECONDS });
  const texts = await app.findTexts(recordName(host));
  if (!texts.some((found) => found.trim() === claim.token)) throw new AppError('DOMAIN_UNPROVEN', { fields: ['host'] });
  await addHost(app, platformId, host, record);
}
