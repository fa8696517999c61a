import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runStatement, runStatements, type Statement, type Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { HOSTS } from '../../plugins/platforms.ts';
import { type AuditEntry, type Caller, recordEvent } from '../audit/service.ts';
import { readHostName } from './host-name.ts';
import {
  deleteClaim,
  deleteHost,
  insertHost,
  lockPlatform,
  selectHostOwner,
  selectHosts,
  selectOperated,
} from './model.ts';

type Asking = Pick<FastifyRequest, 'platform' | 'person'>;
type App = Pick<FastifyInstance, 'database' | 'cache' | 'config'>;

/**
 * The platform that a call is about: the own one, or one that the caller's platform operates, where the caller is a master.
 * Work then runs with the answered id, so that the database itself keeps to that platform. Everything else looks as if it did
 * not exist.
 */
export async function resolveOperated(
  app: Pick<FastifyInstance, 'database'>,
  request: Asking,
  platformId: string | undefined,
): Promise<string> {
  const own = request.platform.id;
  if (platformId === undefined || platformId === own) return own;
  if (!request.person?.roles.includes('master')) throw new AppError('PLATFORM_NOT_FOUND');
  const [result] = await app.database.read(own, [selectOperated(own, platformId)], true);
  if (result?.rowCount !== 1) throw new AppError('PLATFORM_NOT_FOUND');
  return platformId;
}

/**
 * What a master does to a platform is recorded there and with the own one. These are the last statements of a transaction:
 * on their way the transaction moves to the own platform.
 */
export function recordOperated(request: Caller & Asking, platformId: string, entry: AuditEntry): Statement[] {
  const own = request.platform.id;
  const there = recordEvent(platformId, request, entry);
  if (platformId === own) return [there];
  const details = { ...entry.details, platformId };
  return [there, enterPlatform(own), recordEvent(own, request, { ...entry, details })];
}

const enterPlatform = (platformId: string): Statement => ({
  text: `SELECT set_config('app.platform_id', $1, true)`,
  values: [platformId],
});

export function readHost(app: Pick<FastifyInstance, 'config'>, text: string): string {
  const { isSimulatorEnabled, cardFrameOrigin } = app.config;
  return readHostName(text, {
    isLocalAllowed: isSimulatorEnabled,
    frameHost: cardFrameOrigin ? new URL(cardFrameOrigin).hostname : null,
  });
}

/** A text that is no host name is the name of no host either. */
function tryReadHost(app: Pick<FastifyInstance, 'config'>, text: string): string {
  try {
    return readHost(app, text);
  } catch {
    throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
  }
}

/** Writes down a change of hosts: statements for the same transaction. */
export type RecordHost = (entry: AuditEntry) => Statement[];

const describeHost = (type: 'platform.hostAdded' | 'platform.hostRemoved', host: string): AuditEntry => ({
  type,
  subject: { type: 'domain', id: host, name: host },
});

/** Nothing happens where the platform has it already; DOMAIN_TAKEN where another has it. */
export async function giveHost(app: App, platformId: string, host: string, record: RecordHost): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    await runStatement(transaction, lockPlatform(platformId));
    const [given] = await runStatement(transaction, insertHost(platformId, host));
    if (!given) return refuseForeign(transaction, platformId, host);
    await runStatement(transaction, deleteClaim(platformId, host));
    await runStatements(transaction, record(describeHost('platform.hostAdded', host)));
  });
  app.cache.forget(HOSTS);
}

async function refuseForeign(transaction: Transaction, platformId: string, host: string): Promise<void> {
  const [owner] = await runStatement<{ platformId: string }>(transaction, selectHostOwner(host));
  if (owner?.platformId !== platformId) throw new AppError('DOMAIN_TAKEN', { fields: ['host'] });
}

/** A host or a claim to one, `text` as it was typed: '*' is a host too, although nobody can add it. */
export async function takeHost(app: App, platformId: string, text: string, record: RecordHost): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    await runStatement(transaction, lockPlatform(platformId));
    const hosts = (await runStatement<{ host: string }>(transaction, selectHosts(platformId))).map(({ host }) => host);
    const host = hosts.find((known) => known === text.trim().toLowerCase()) ?? tryReadHost(app, text);
    if (!hosts.includes(host)) {
      const [claim] = await runStatement(transaction, deleteClaim(platformId, host));
      if (!claim) throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
      return;
    }
    // Those who run the platform would lose the door to it, and its buyers theirs.
    if (hosts.length === 1) throw new AppError('DOMAIN_LAST', { fields: ['host'] });
    await runStatement(transaction, deleteHost(platformId, host));
    await runStatements(transaction, record(describeHost('platform.hostRemoved', host)));
  });
  app.cache.forget(HOSTS);
}
