/** Manages an operator's trust in publishers: the trusted keys, and whether a signature is required. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import {
  deletePublisher,
  insertPublisher,
  lockMarket,
  type Policy,
  type PublisherRow,
  selectPolicy,
  selectPublishers,
  upsertPolicy,
} from './model.ts';
import { readPublicKey } from './signatures.ts';

type App = Pick<FastifyInstance, 'database' | 'config'>;

export interface Trust {
  requiresSignature: boolean;
  publishers: PublisherRow[];
}

export const selectTrust = (platformId: string): [Statement<Policy>, Statement<PublisherRow>] => [
  selectPolicy(platformId),
  selectPublishers(platformId),
];

/** Returns the trust policy. If the operator has not decided, a public node requires signatures, and a node to develop on does not. */
export const toTrust = ({ config }: Pick<App, 'config'>, policies: Policy[], publishers: PublisherRow[]): Trust => ({
  requiresSignature: policies[0]?.requiresSignature ?? config.isPublic,
  publishers,
});

export async function readTrust(app: App, platformId: string): Promise<Trust> {
  const [policies, publishers] = await app.database.read(platformId, selectTrust(platformId), true);
  return toTrust(app, policies.rows, publishers.rows);
}

/** Runs a change, and records an audit event if it changed something. */
async function change<Row>(
  app: App,
  request: FastifyRequest,
  statement: Statement<Row>,
  describe: (row: Row) => AuditEntry,
): Promise<boolean> {
  const platformId = request.platform.id;
  return app.database.transaction(platformId, async (transaction) => {
    // The lock prevents an installation that was checked by the former policy.
    await transaction.run(lockMarket(platformId));
    const row = await transaction.find(statement);
    if (row) await transaction.runAll([recordEvent(platformId, request, describe(row))]);
    return row !== undefined;
  });
}

export async function setSignatureRequired(app: App, request: FastifyRequest, isRequired: boolean): Promise<void> {
  await change(app, request, upsertPolicy(request.platform.id, isRequired), () => ({
    type: 'package.trustChanged',
    details: { requiresSignature: isRequired },
  }));
}

/** Adding a known key changes nothing; it keeps its name. */
export async function addPublisher(
  app: App,
  request: FastifyRequest,
  { name, publicKey: text }: { name: string; publicKey: string },
): Promise<string> {
  const key = readPublicKey(text);
  const publisher = { ...key, name };
  await change(app, request, insertPublisher(request.platform.id, publisher, request.person?.name ?? ''), () => ({
    type: 'package.trustChanged',
    details: { added: { name, fingerprint: key.fingerprint } },
  }));
  return key.fingerprint;
}

export async function removePublisher(app: App, request: FastifyRequest, fingerprint: string): Promise<void> {
  const isRemoved = await change(app, request, deletePublisher(request.platform.id, fingerprint), ({ name }) => ({
    type: 'package.trustChanged',
    details: { removed: { name, fingerprint } },
  }));
  if (!isRemoved) throw new AppError('PUBLISHER_NOT_FOUND', { fields: ['fingerprint'] });
}
