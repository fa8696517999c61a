/**
 * Identifies the program that calls the public API. Every call reads the key from the database, so that one that was revoked, or whose
 * owner lost a role, stops working with the next request on every node.
 */
import { API_VERSIONS, type ApiKeyKind, type ApiKeyMode, type ApiScope, type ApiVersion } from '@feira/schemas/api';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isApiToken } from '../shared/api-token.ts';
import { newId } from '../shared/ids.ts';
import { addressOf } from '../shared/networks.ts';
import type { Statement } from './database.ts';
import { AppError } from './errors.ts';
import { hashToken, type Person, ROLE_COLUMNS } from './sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws API_KEY_INVALID or API_KEY_MODE where the key of a request that goes on for long works no more. */
    checkApiKey(request: FastifyRequest): Promise<void>;
  }
}

/** The precision in seconds of the last use of a key. */
const SEEN_SECONDS = 60;

/** The roles in which a key of a kind acts, as far as its person holds them. */
const ROLES_OF: Record<ApiKeyKind, readonly Role[]> = {
  SELLER: ['seller', 'affiliate', 'co-producer'],
  PLATFORM: ['admin'],
};

interface KeyRow {
  keyId: string;
  keyName: string;
  kind: ApiKeyKind;
  mode: ApiKeyMode;
  scopes: ApiScope[];
  apiVersion: ApiVersion;
  isNetworkAllowed: boolean;
  /** The platform has an enabled connection that moves real money. */
  isRealMoney: boolean;
  id: string;
  name: string;
  email: string;
  heldRoles: Role[];
  permissions: AdminPermission[];
}

const selectKey = (platformId: string, tokenHash: Buffer, ip: string): Statement<KeyRow> => ({
  name: 'api-key',
  text: `
    WITH found AS (
      SELECT k.* FROM api_key k
      WHERE (k.token_hash = $2 OR k.old_token_hash = $2 AND k.old_until > now())
        AND k.platform_id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
    ), seen AS (
      UPDATE api_key k SET last_used_at = now(), last_used_ip = $3::inet FROM found
      WHERE k.platform_id = found.platform_id AND k.id = found.id
        AND (found.last_used_at IS NULL OR found.last_used_at < now() - interval '${SEEN_SECONDS} seconds')
    )
    SELECT found.id AS key_id, found.name AS key_name, found.kind, found.mode, found.scopes, found.api_version,
      found.networks = '{}' OR EXISTS (SELECT 1 FROM unnest(found.networks) n WHERE $3::inet <<= n) AS is_network_allowed,
      ${hasRealMoney('found.platform_id')} AS is_real_money, p.id, p.name, p.email, ${ROLE_COLUMNS}
    FROM found JOIN person p ON p.platform_id = found.platform_id AND p.id = found.person_id AND p.status = 'ACTIVE'`,
  values: [platformId, tokenHash, ip],
});

/** Returns the SQL that says whether a platform has an enabled connection that moves real money. */
export const hasRealMoney = (platformId: string): string => `EXISTS (SELECT 1 FROM provider_connection c
  WHERE c.platform_id = ${platformId} AND c.status = 'ENABLED' AND c.environment = 'production')`;

const BEARER = /^Bearer (\S+)$/i;

function toPerson({ keyId, keyName, kind, scopes, apiVersion, permissions, ...row }: KeyRow): Person {
  const { id, name, email, heldRoles } = row;
  return {
    id,
    name,
    email,
    heldRoles,
    roles: heldRoles.filter((role) => ROLES_OF[kind].includes(role)),
    permissions: kind === 'PLATFORM' ? permissions : [],
    sessionId: keyId,
    state: 'ACTIVE',
    strength: 'SECOND_FACTOR',
    isFresh: false,
    impersonator: null,
    apiKey: { id: keyId, name: keyName, kind, scopes, version: apiVersion },
  };
}

function checkMode({ mode, isRealMoney }: KeyRow): void {
  if (mode === 'TEST' && isRealMoney) throw new AppError('API_KEY_MODE');
}

export default fp(
  async (app) => {
    /** Throws API_KEY_INVALID where the request has no key that exists. */
    async function findKey({ headers, ip, platform }: FastifyRequest): Promise<KeyRow> {
      const [, token] = BEARER.exec(headers.authorization ?? '') ?? [];
      // A text that cannot be a key costs no statement.
      if (!token || !isApiToken(token)) throw new AppError('API_KEY_INVALID', { fields: ['authorization'] });
      const [[row]] = (
        await app.database.write(platform.id, [selectKey(platform.id, hashToken(token), addressOf(ip))])
      ).map(({ rows }) => rows) as [KeyRow[]];
      if (!row) throw new AppError('API_KEY_INVALID', { fields: ['authorization'] });
      return row;
    }

    app.decorate('checkApiKey', async (request) => checkMode(await findKey(request)));

    app.addHook('onRequest', async (request, reply) => {
      if (request.is404 || !request.routeOptions.config.api) return;
      // Every answer has it, and so has what is noted of the request.
      reply.header('request-id', newId());
      const key = await findKey(request);
      // The caller is known before anything is refused, so that its owner can look up what was.
      request.person = toPerson(key);
      if (!key.isNetworkAllowed) throw new AppError('API_KEY_ADDRESS');
      checkMode(key);
      const version = request.headers['feira-version'] ?? key.apiVersion;
      if (!API_VERSIONS.includes(version as ApiVersion))
        throw new AppError('API_VERSION_UNKNOWN', { fields: ['feira-version'] });
      reply.header('feira-version', version);
    });
  },
  { name: 'api-keys', dependencies: ['database', 'platforms', 'sessions'] },
);
