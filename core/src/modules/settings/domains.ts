/** Hosts that a platform says are its own: a TXT record, which only the owner of the name can set, proves it. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type Claim, insertClaim, selectClaims, selectHostOwner, selectHosts, takeCheck } from '../platforms/model.ts';
import { giveHost, type RecordHost, readHost } from '../platforms/service.ts';

type App = Pick<FastifyInstance, 'database' | 'cache' | 'config' | 'findTexts'>;

/** Claims cost nothing to make, so their number has a limit. */
const MOST_CLAIMS = 20;
/** Between two looks for the same record, on all nodes together. */
const PAUSE_SECONDS = 5;

const recordName = (host: string) => `_feira.${host}`;

export async function listDomains(app: App, platformId: string) {
  const [hosts, claims] = await app.database.read(
    platformId,
    [selectHosts(platformId), selectClaims(platformId)],
    true,
  );
  const proven = (hosts?.rows ?? []) as Pick<Claim, 'host' | 'createdAt'>[];
  const waiting = (claims?.rows ?? []) as Claim[];
  return [
    ...proven.map(({ host, createdAt }) => ({
      host,
      isProven: true,
      record: null,
      createdAt: createdAt.toISOString(),
    })),
    ...waiting.map(({ host, token, createdAt }) => ({
      host,
      isProven: false,
      record: { name: recordName(host), value: token },
      createdAt: createdAt.toISOString(),
    })),
  ];
}

export async function claimDomain(app: App, platformId: string, text: string): Promise<void> {
  const host = readHost(app, text);
  const [owners, claims] = await app.database.read(platformId, [selectHostOwner(host), selectClaims(platformId)], true);
  const owner = owners?.rows[0]?.platformId;
  if (owner === platformId) return;
  if (owner) throw new AppError('DOMAIN_TAKEN', { fields: ['host'] });
  const known = (claims?.rows ?? []) as Claim[];
  if (known.length >= MOST_CLAIMS && !known.some((claim) => claim.host === host)) {
    throw new AppError('DOMAIN_LIMIT', { fields: ['host'] });
  }
  await app.database.write(platformId, [insertClaim(platformId, host, randomBytes(32).toString('base64url'))]);
}

/** The record is looked for outside of any transaction; of two platforms that prove one host, the first to write it gets it. */
export async function proveDomain(app: App, platformId: string, text: string, record: RecordHost): Promise<void> {
  const host = readHost(app, text);
  const [result] = await app.database.write(platformId, [takeCheck(platformId, host, PAUSE_SECONDS)]);
  const claim = result?.rows[0] as { token: string; isTaken: boolean } | undefined;
  if (!claim) throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
  if (!claim.isTaken) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: PAUSE_SECONDS });
  const texts = await app.findTexts(recordName(host));
  if (!texts.some((found) => found.trim() === claim.token)) throw new AppError('DOMAIN_UNPROVEN', { fields: ['host'] });
  await giveHost(app, platformId, host, record);
}
