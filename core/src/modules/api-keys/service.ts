/** Makes, changes, rolls and revokes API keys, with an audit event for each. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { type ApiKeyKind, scopesOf } from '@feira/schemas/api';
import { MOST_API_KEYS } from '@feira/schemas/procedures/api-keys';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { mayActAs, ownerOf } from '../../plugins/access.ts';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { hashToken } from '../../plugins/sessions.ts';
import { hintOf, newApiToken } from '../../shared/api-token.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import {
  countWorking,
  insertKey,
  type Keeper,
  type KeyRow,
  type KeyTerms,
  lockOwner,
  replaceToken,
  revokeKey,
  selectKeyById,
  selectMode,
  updateKey,
} from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

/** Throws ACCESS_DENIED where the caller keeps no keys of this kind. */
export function toKeeper({ person }: Pick<PersonCall, 'person'>, kind: ApiKeyKind): Keeper {
  return { kind, personId: ownerOf(person, kind) };
}

/** Returns the terms with networks as the database has them. Throws API_SCOPE_UNAVAILABLE and API_KEY_NETWORK. */
function checkTerms(kind: ApiKeyKind, { name, scopes, networks, version }: KeyTerms): KeyTerms {
  const known = scopesOf(kind);
  if (scopes.some((scope) => !known.includes(scope)))
    throw new AppError('API_SCOPE_UNAVAILABLE', { fields: ['scopes'] });
  return { name, scopes, networks: [...new Set(networks.map(toNetwork))], version };
}

/** Networks are typed as people read them: four decimal parts or IPv6. IPv4 within IPv6 is IPv4. */
function toNetwork(typed: string): string {
  const [text = '', length, ...more] = typed.trim().split('/');
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(text);
  const isRead = (isV4 || (ipaddr.IPv6.isValid(text) && !text.includes('%'))) && /^\d{1,3}$/.test(length ?? '0');
  if (!isRead || more.length > 0) throw new AppError('API_KEY_NETWORK', { fields: ['networks'] });
  const address = ipaddr.process(text);
  const most = address.kind() === 'ipv4' ? 32 : 128;
  const skipped = !isV4 && address.kind() === 'ipv4' ? 96 : 0;
  const bits = length === undefined ? most : Number(length) - skipped;
  if (bits < 0 || bits > most) throw new AppError('API_KEY_NETWORK', { fields: ['networks'] });
  const network = `${address.toString()}/${bits}`;
  const { IPv4, IPv6 } = ipaddr;
  return `${(most === 32 ? IPv4 : IPv6).networkAddressFromCIDR(network).toString()}/${bits}`;
}

const describe = (
  type: Extract<AuditEntry['type'], `apiKey.${string}`>,
  { id, name }: { id: string; name: string },
  details: AuditEntry['details'] = {},
): AuditEntry => ({ type, subject: { type: 'api-key', id, name }, details });

export function createKey(
  app: App,
  call: PersonCall,
  { kind, days, ...given }: KeyTerms & { kind: ApiKeyKind; days: number | null },
) {
  const { platform, person, request } = call;
  toKeeper(call, kind);
  const terms = checkTerms(kind, given);
  const id = newId();
  return app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockOwner(person.id));
    const working = await transaction.find(countWorking(platform.id, person.id));
    if (working && working.count >= MOST_API_KEYS) throw new AppError('API_KEY_LIMIT');
    const found = await transaction.find(selectMode(platform.id));
    const mode = found?.mode ?? 'TEST';
    const token = newApiToken(mode);
    const key = {
      id,
      personId: person.id,
      kind,
      mode,
      hint: hintOf(token),
      tokenHash: hashToken(token),
      days,
      ...terms,
    };
    await transaction.runAll([
      insertKey(platform.id, key),
      recordEvent(platform.id, request, describe('apiKey.created', key, { kind, mode, ...toDetails(terms), days })),
      // The owner may not have made it: somebody else may have sat at the open session, and known the password.
      prepareNotification(platform.id, person.id, {
        type: 'account.apiKey',
        parameters: { name: terms.name, ip: request.ip },
        href: kind === 'SELLER' ? `${DASHBOARD_PATHS.seller}/integrations` : `${DASHBOARD_PATHS.admin}/integrations`,
        source: `api-key:${id}`,
      }),
    ]);
    return { keyId: id, token };
  });
}

const toDetails = ({ name, scopes, networks, version }: KeyTerms) => ({
  name,
  scopes,
  networks,
  apiVersion: version,
});

/** Locks nothing: the last of two concurrent changes stands, and both are in the log. Throws API_KEY_NOT_FOUND. */
async function findKept(
  transaction: Transaction,
  call: PersonCall,
  id: string,
): Promise<KeyRow & { personId: string }> {
  const key = await transaction.find(selectKeyById(call.platform.id, id));
  const isKept = key && isKeptBy(call, key);
  if (!isKept) throw notFound();
  return key;
}

export const notFound = () => new AppError('API_KEY_NOT_FOUND', { fields: ['keyId'] });

/** Returns whether a key is the seller's own, or one of the platform that the administrator may see and revoke. */
export function isKeptBy({ person }: Pick<PersonCall, 'person'>, key: { kind: ApiKeyKind; personId: string }): boolean {
  if (key.kind === 'SELLER') return key.personId === person.id;
  return mayActAs(person, 'PLATFORM');
}

/** Throws API_KEY_NOT_FOUND where the key is another person's, or does not work any more: a key acts with its owner's permissions. */
async function findOwn(transaction: Transaction, call: PersonCall, id: string) {
  const key = await findKept(transaction, call, id);
  if (key.personId !== call.person.id || !key.isWorking) throw notFound();
  return key;
}

export function changeKey(app: App, call: PersonCall, { keyId, ...given }: KeyTerms & { keyId: string }) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const key = await findOwn(transaction, call, keyId);
    const terms = checkTerms(key.kind, given);
    const details = { before: toDetails(key), after: toDetails(terms) };
    await transaction.runAll([
      updateKey(platform.id, keyId, terms),
      recordEvent(platform.id, request, describe('apiKey.changed', key, details)),
    ]);
  });
}

export function rollKey(app: App, call: PersonCall, { keyId, hours }: { keyId: string; hours: number }) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const key = await findOwn(transaction, call, keyId);
    const token = newApiToken(key.mode);
    await transaction.runAll([
      replaceToken(platform.id, keyId, { tokenHash: hashToken(token), hint: hintOf(token), hours }),
      recordEvent(platform.id, request, describe('apiKey.rolled', key, { hours })),
    ]);
    return { token };
  });
}

export function endKey(app: App, call: PersonCall, keyId: string) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const key = await findKept(transaction, call, keyId);
    const revoked = await transaction.find(revokeKey(platform.id, keyId));
    if (revoked) await transaction.run(recordEvent(platform.id, request, describe('apiKey.revoked', key)));
  });
}
